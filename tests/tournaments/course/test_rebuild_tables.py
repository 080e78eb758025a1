"""The command that makes stored tables anew: it finds every wrong column, and mends it."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.course.test_course_pages import some_over
from tests.tournaments.events.playing import KNOCK_OUT, ROUND_ROBIN, begun, finish_all, hour, people
from tournaments.models import Board, Group, Pairing, Place

pytestmark = pytest.mark.django_db


def run(*args: Any, **options: Any) -> tuple[str, bool]:
    """Return what the command said, and whether it found all right."""
    out = StringIO()
    try:
        call_command("rebuild_tables", *args, stdout=out, stderr=StringIO(), **options)
    except CommandError as error:
        return out.getvalue() + str(error), False
    return out.getvalue(), True


def test_what_the_server_stored_is_what_the_matches_say() -> None:
    event = some_over(begun(people(4), ROUND_ROBIN), 3)
    assert run() == ("1 groups made anew, 0 differ.\n", True)
    assert run(event.pk, "--check")[1]


def test_a_bracket_is_right_too() -> None:
    finish_all(begun(people(4), KNOCK_OUT), hour(2))
    assert run()[1]


@pytest.mark.parametrize(
    ("rows", "column", "value"),
    [
        (Place, "points", 99),
        (Place, "rank", 7),
        (Place, "values", {}),
        (Place, "decided", None),
        (Place, "counted", False),
        (Group, "open", 17),
        (Group, "to_start", 3),
        (Pairing, "first_points", 4),
        (Board, "first_points", 3),
        (Board, "second_goals", 8),
    ],
)
def test_a_wrong_value_is_found_and_mended(rows: Any, column: str, value: Any) -> None:
    event = some_over(begun(people(4), ROUND_ROBIN), 3)
    row = rows.objects.order_by("pk").last()
    if rows is Board:
        row = Board.objects.exclude(result="").order_by("pk").first()
    if rows is Place and column == "decided":
        row = Place.objects.exclude(decided=None).order_by("pk").first()
    right = getattr(row, column)
    rows.objects.filter(pk=row.pk).update(**{column: value})
    said, well = run(event.pk)
    assert not well
    assert f"{column} differs: {value!r}, by the matches " in said
    assert getattr(rows.objects.get(pk=row.pk), column) == value  # nothing was written
    assert not run("--write")[1]
    assert getattr(rows.objects.get(pk=row.pk), column) == right
    assert run()[1]


def test_only_the_events_asked_for_are_looked_at() -> None:
    event = some_over(begun(people(3), ROUND_ROBIN), 1)
    Place.objects.update(points=50)
    assert run(event.pk + 1)[1]
    assert not run(event.pk)[1]
