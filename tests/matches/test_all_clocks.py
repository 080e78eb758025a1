"""What changes the clocks of all matches is alone: no move runs beside it and misses it."""

from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from golem.matches import clock_columns, progress, services, sweep
from golem.matches.models import Heartbeat, Match, Pause, Seat
from golem.matches.services import submit_move
from golem.matches.transactions import in_transaction
from tests.matches.conftest import begin
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(anna: User, boris: User) -> Match:
    return begin("streetsoccer", anna, boris)


@pytest.fixture
def beside_a_move(
    match: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Callable[[], object]], list[Any]]:
    """Do something while a move has read all that it needs and has stored nothing yet."""
    half_way, go_on = Event(), Event()

    def slowly(*args: Any, **options: Any) -> None:
        half_way.set()
        go_on.wait(10)
        progress.record_ply(*args, **options)

    monkeypatch.setattr(services, "record_ply", slowly)

    def beside(act: Callable[[], object]) -> list[Any]:
        def after_a_while() -> object:
            half_way.wait(10)
            return act()

        def let_go() -> None:
            half_way.wait(10)
            wait_until_somebody_waits()
            go_on.set()

        return race(lambda: submit_move(match.pk, anna, 1, "Pahbied"), after_a_while, let_go)

    return beside


def wait_until_somebody_waits() -> None:
    """Wait until a connection waits for an advisory lock."""
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database ="
                " (SELECT oid FROM pg_database WHERE datname = current_database())"
            )
            if cursor.fetchone():
                return


def test_a_freeze_catches_the_clock_that_a_move_starts(match: Match, beside_a_move: Any) -> None:
    moved, frozen, _ = beside_a_move(lambda: sweep.freeze("moving house", timezone.now()))
    assert (moved.ply, frozen) == (1, None)
    seats = Seat.objects.filter(match=match)
    assert [(seat.runs_since is not None, seat.zero_at) for seat in seats] == [
        (False, None),
        (True, None),
    ]


def test_an_outage_leaves_no_clock_as_a_move_had_it_before(
    match: Match, beside_a_move: Any
) -> None:
    now = timezone.now()
    Heartbeat.objects.create(pk=1, at=now - timedelta(hours=5))
    Match.objects.update(started_at=now - timedelta(hours=6))
    Seat.objects.filter(to_move=True).update(runs_since=now - timedelta(hours=6))
    moved, beaten, _ = beside_a_move(lambda: sweep.beat(timezone.now()))
    assert (moved.ply, beaten) == (1, None)
    assert Pause.objects.count() == 1
    assert clock_columns.differences(Match.objects.get(pk=match.pk)) == {}


def test_a_joined_transaction_does_not_become_alone() -> None:
    with pytest.raises(AssertionError):
        in_transaction(lambda: in_transaction(lambda: None, alone=True))
    assert in_transaction(lambda: in_transaction(lambda: 1, alone=True), alone=True) == 1
