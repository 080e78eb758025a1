"""Both clocks of a step run at once, each until its seat has sealed."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from golem.matches.models import Match
from golem.matches.services import submit_move
from tests.matches.conftest import NOON, at, begin
from tests.matches.hours import h, set_left, sweep_at
from tests.matches.settled import columns_equal_ledgers, results


@pytest.fixture
def both(duel: str, anna: User, boris: User, settings: Any) -> Match:
    settings.VACATION_DAYS = 0
    return begin(duel, anna, boris)


def test_the_first_seal_stops_the_clock_and_earns_once(
    both: Match, anna: User, boris: User
) -> None:
    submit_move(both.pk, anna, 1, "N3", clock=at(h(100)))
    submit_move(both.pk, anna, 1, "N2", clock=at(h(150)))
    assert both.seats.get(name="left").runs_since == NOON
    submit_move(both.pk, boris, 1, "N1", clock=at(h(200)))
    left = {seat.name: seat.left / timedelta(hours=1) for seat in both.seats.all()}
    assert left == {"left": 176, "right": 76}
    columns_equal_ledgers()


def test_a_sealed_clock_does_not_run_out(both: Match, anna: User) -> None:
    submit_move(both.pk, anna, 1, "N3", clock=at(h(1)))
    sweep_at(300)
    assert results([both]) == [("timeout", "left", 240.0)]


def test_both_out_of_time_is_nobodys_win(both: Match) -> None:
    sweep_at(240)
    assert results([both]) == [("both_timed_out", "", 240.0)]
    assert Match.objects.get().points == {"left": 0, "right": 0}
    columns_equal_ledgers()


def test_a_day_lifts_a_sealed_clock_too(
    both: Match, anna: User, boris: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 1
    other = begin("streetsoccer", anna, boris)
    set_left(other, "yellow", 5)
    submit_move(both.pk, anna, 1, "N3", clock=at(h(1)))
    sweep_at(6)
    submit_move(both.pk, boris, 1, "N1", clock=at(h(7)))
    assert both.seats.get(name="left").left == timedelta(hours=240 + 24)
