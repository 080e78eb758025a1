"""Corners of the clocks: late settlement beside freezes, outages, brakes, sealed moves, gifts."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from golem.matches import brake, clock_columns, gifts, operators, outages, sweep
from golem.matches.annulment import annul
from golem.matches.errors import MatchOver
from golem.matches.models import Draw, Match, Pause, SealedMove, VacationDay
from golem.matches.services import resign, submit_move
from golem.rest.locks import Busy
from golem.rest.refusals import Refused
from tests.matches.conftest import NOON, at, begin
from tests.matches.hours import RED_SETUP, SETUP, beat, h, set_left, sweep_at

pytestmark = pytest.mark.django_db


def all_right() -> None:
    for match in Match.objects.all():
        assert clock_columns.differences(match) == {}
        lefts = list(SealedMove.objects.filter(match=match).values_list("left"))
        clock_columns.correct(match)
        assert list(SealedMove.objects.filter(match=match).values_list("left")) == lefts


@pytest.fixture
def no_days(settings: Any) -> None:
    settings.VACATION_DAYS = 0


def test_a_freeze_does_not_save_who_is_out_of_time(
    soccer: Match, anna: User, boris: User, no_days: None
) -> None:
    sweep.freeze("checking", h(240.5))
    with pytest.raises(MatchOver):
        submit_move(soccer.pk, anna, 1, SETUP, clock=at(h(240.6)))
    soccer.refresh_from_db()
    assert soccer.ended_at == h(240)
    all_right()


def test_a_freeze_over_days_that_are_due(soccer: Match, anna: User, boris: User) -> None:
    sweep.freeze("checking", h(240.5))
    sweep_at(241)
    assert VacationDay.objects.count() == 1
    all_right()
    beat(250)
    sweep.thaw(h(250))
    all_right()
    assert soccer.seats.get(name="yellow").zero_at == h(264 + 9.5)


def test_days_that_are_due_under_the_brake(anna: User, boris: User) -> None:
    due = begin("streetsoccer", anna, boris)
    begin("streetsoccer", anna, boris)
    other = begin("streetsoccer", boris, anna)
    resigned, annulled = begin("streetsoccer", boris, anna), begin("streetsoccer", boris, anna)
    submit_move(other.pk, boris, 1, SETUP, clock=at(h(230)))
    submit_move(resigned.pk, boris, 1, SETUP, clock=at(h(230)))
    submit_move(annulled.pk, boris, 1, SETUP, clock=at(h(230)))
    operators.brake_on("a check", None, h(239))
    submit_move(other.pk, anna, 2, RED_SETUP, clock=at(h(241)))
    resign(resigned.pk, anna, at(h(242)))
    annul(annulled.pk, "x", None, at(h(242)))
    brake.release()
    sweep_at(243)
    assert VacationDay.objects.count() == 1
    assert VacationDay.objects.get().at == h(240)
    assert due.seats.get(name="yellow").zero_at == h(264)
    all_right()


def test_moves_between_the_last_heartbeat_and_the_crash(duel: str, anna: User, boris: User) -> None:
    match, both = begin("streetsoccer", anna, boris), begin(duel, anna, boris)
    gone = begin("streetsoccer", anna, boris)
    sweep.beat(h(10))
    submit_move(match.pk, anna, 1, SETUP, clock=at(h(10.01)))
    submit_move(both.pk, anna, 1, "N3", clock=at(h(10.01)))
    resign(gone.pk, anna, at(h(10.01)))
    sweep.beat(h(12))
    assert Pause.objects.count() == 1
    all_right()


def test_nobody_loses_in_an_outage_that_begins(
    anna: User, boris: User, soccer: Match, no_days: None
) -> None:
    sweep.beat(h(239.9))
    sweep.run(at(h(240.05)))
    sweep.beat(h(242))
    soccer.refresh_from_db()
    assert soccer.status == "running"
    assert soccer.seats.get(name="yellow").zero_at == h(242.1)
    all_right()


def test_a_broken_log_does_not_stop_an_outage(anna: User, boris: User) -> None:
    bad, good = begin("streetsoccer", anna, boris), begin("streetsoccer", anna, boris)
    for match in (bad, good):
        submit_move(match.pk, anna, 1, SETUP, clock=at(h(15)))
    Draw.objects.create(match=bad, number=9, ply=2, label="x", values=[1], at=NOON)
    outages.lay(h(10), h(20), "line", None, h(30))
    assert not brake.is_on()
    assert clock_columns.differences(good) == {}


def test_time_taken_leaves_a_sealed_clock_above_zero(duel: str, anna: User, boris: User) -> None:
    match = begin(duel, anna, boris)
    gifts.give(match.pk, "left", 100 * 3600, "x", h(0.5))
    submit_move(match.pk, anna, 1, "N3", clock=at(h(1)))
    with pytest.raises(Refused, match="too_much_taken"):
        gifts.give(match.pk, "left", -241 * 3600, "x", h(1.5))


def test_a_gift_dated_by_a_clock_that_is_ahead(soccer: Match, anna: User) -> None:
    gifts.give(soccer.pk, "yellow", 5 * 3600, "x", h(10.001))
    submit_move(soccer.pk, anna, 1, SETUP, clock=at(h(10)))
    all_right()
    left = soccer.seats.get(name="yellow").left
    assert left == timedelta(hours=240)  # used 10, was given 5, earned 36: the cap


@pytest.mark.parametrize("hours", [-5, 3])
def test_a_gift_at_the_instant_of_a_seal(duel: str, anna: User, boris: User, hours: int) -> None:
    """By its date, which nobody's seal puts off, the gift comes first; then the clock stops at its
    cap."""
    match = begin(duel, anna, boris)
    submit_move(match.pk, anna, 1, "N3", clock=at(h(1)))
    gifts.give(match.pk, "left", hours * 3600, "x", h(1))
    submit_move(match.pk, boris, 1, "N2", clock=at(h(2)))
    match.refresh_from_db()
    assert match.seats.get(name="left").left == timedelta(hours=240)
    assert not clock_columns.differences(match)


def test_a_clock_that_is_behind_a_spent_day_ends_nothing_before_it(
    soccer: Match, anna: User, settings: Any
) -> None:
    """Two machines, one an hour behind: a day that the other has spent at 2 h is no later than what
    this one would date 1 h. It is told to come again, and nothing has changed."""
    settings.VACATION_DAYS = 3
    set_left(soccer, "yellow", 2)
    sweep_at(2)
    assert VacationDay.objects.count() == 1
    for act in (
        lambda: resign(soccer.pk, anna, at(h(1))),
        lambda: submit_move(soccer.pk, anna, 1, SETUP, clock=at(h(1))),
    ):
        with pytest.raises(Busy):
            act()
    soccer.refresh_from_db()
    assert soccer.status == Match.Status.RUNNING
    resign(soccer.pk, anna, at(h(2)))
    all_right()
