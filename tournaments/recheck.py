"""Whether what is stored of a group is what its boards and matches say; and making it so.

``check_invariants`` tells of results and tables by the same two, :func:`wrong_result` and
:func:`wrong_table`; sums and counts it adds up by itself, in the database, for all groups at once.

:func:`differences` is called under the event's lock. Results that wait as news are taken over by
the event itself and are no differences, so events with news are brought forward first.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from tournaments import groups, tables
from tournaments.models import Board, Event, Group, News, Pairing, Place
from tournaments.results import RESULT, set_result, sums_of
from tournaments.scoring import ScoringTable, table_of
from tournaments.sheet import read

SUMS = ("first_points", "second_points")
COUNTS = ("open", "to_start")


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored value that is not what it should be: ``what`` names the row."""

    what: str
    column: str
    stored: Any
    right: Any


def differences(event: Event, group: Group, *, write: bool) -> list[Difference]:
    """Return what differs in a group: results, sums, the table, the counts. ``write`` mends it,
    in that order, so that each is compared with what the one before it should be."""
    found = _results(event, group, write=write)
    found += _sums(group, write=write)
    if group.kind != Group.Kind.LADDER:
        found += wrong_table(event, group, groups.places_of(group), write=write)
    return found + _counts(group, write=write)


def _results(event: Event, group: Group, *, write: bool) -> list[Difference]:
    boards = Board.objects.filter(pairing__group=group, match__isnull=False)
    waiting = News.objects.filter(event=event).values("match")
    rows = list(boards.exclude(match__in=waiting).select_related("match").order_by("pk"))
    return wrong_result(rows, table_of(event.document["scoring"]), write=write)


def wrong_result(
    boards: list[Board], table: ScoringTable, *, write: bool = False
) -> list[Difference]:
    """Return what differs in the results of boards, their matches at hand, and set them right, in
    the database only if asked."""
    return _compared(boards, RESULT, lambda board: set_result(board, table), write)


def _sums(group: Group, *, write: bool) -> list[Difference]:
    rows = group.pairings.exclude(second=None).prefetch_related("boards").order_by("pk")
    return _compared(list(rows), SUMS, _sum_up, write)


def _sum_up(pairing: Pairing) -> None:
    pairing.first_points, pairing.second_points = sums_of(pairing)


def wrong_table(
    event: Event, group: Group, places: list[Place], *, write: bool = False
) -> list[Difference]:
    """Return what differs in a group's table, and set its places right, in the database only if
    asked. Raises ``ValueError`` if no table can be made of its boards."""
    before = [_values(place, tables.COLUMNS) for place in places]
    tables.fill(places, read(event, group, places))
    return _told(places, tables.COLUMNS, before, write)


def _counts(group: Group, *, write: bool) -> list[Difference]:
    return _compared([group], COUNTS, groups.set_counts, write)


def _compared(
    rows: list[Any], columns: tuple[str, ...], set_right: Callable[[Any], None], write: bool
) -> list[Difference]:
    before = [_values(row, columns) for row in rows]
    for row in rows:
        set_right(row)
    return _told(rows, columns, before, write)


def _told(
    rows: list[Any], columns: tuple[str, ...], before: list[list[Any]], write: bool
) -> list[Difference]:
    """Return what differs from ``before``, and store it if asked."""
    found: list[Difference] = []
    changed = []
    for row, old in zip(rows, before, strict=True):
        wrong = list(_wrong(row, columns, old))
        found += wrong
        changed += [row] if wrong else []
    if write and changed:
        type(changed[0])._default_manager.bulk_update(changed, columns)
    return found


def _wrong(row: Model, columns: tuple[str, ...], old: list[Any]) -> Iterator[Difference]:
    for column, was, now in zip(columns, old, _values(row, columns), strict=True):
        if was != now:
            yield Difference(str(row), column, was, now)


def _values(row: Model, columns: tuple[str, ...]) -> list[Any]:
    return [getattr(row, column) for column in columns]
