"""Leaving a running event: what ends, what counts, and that every stage still ends."""

import pytest

from golem.matches.models import Match
from golem.play.endings import BOTH_WITHDREW, WITHDRAWAL
from golem.rest.refusals import Conflict, Missing
from tests.matches.conftest import person
from tests.matches.hours import NOON, at
from tests.racing import race
from tests.tournaments.events.playing import (
    DOUBLE,
    KNOCK_OUT,
    ROUND_ROBIN,
    begun,
    finish_all,
    hour,
    people,
    running,
    table,
    worse_seed,
)
from tournaments.advance import advance, advance_one
from tournaments.models import Board, Event, EventAct, Pairing, Place
from tournaments.withdrawals import withdraw

pytestmark = pytest.mark.django_db
Status = Event.Status


def leave(event: Event, name: str, when: float) -> Event:
    """Let somebody withdraw, and the event be brought forward."""
    user = event.entries.select_related("user").get(user__username=name).user
    assert user
    withdraw(event.pk, user, at(hour(when)))
    return advance(event.pk, at(hour(when)))


def finish_of(event: Event, *names: str, when: float) -> Event:
    """Let the running matches of these people end, the worse seed giving up."""
    from golem.matches.services import resign

    for board in running(event):
        two = {seat.user.username for seat in board.match.seats.all()} if board.match else set()
        if two & {*names} and board.match:
            resign(board.match.pk, worse_seed(board), clock=at(hour(when)))
    return advance(event.pk, at(hour(when)))


def test_under_half_played_and_the_results_leave_the_table() -> None:
    event = begun(people(5), DOUBLE)
    event = leave(event, "P03", 1)
    place = Place.objects.get(entry__user__username="P03")
    assert (place.counted, place.rank) == (False, None)
    assert Match.objects.filter(how=WITHDRAWAL).count() == 8
    event = finish_all(event, hour(2))
    assert event.status == Status.FINISHED
    assert table(event)[:4] == [("P01", 1, 30), ("P02", 2, 20), ("P04", 3, 10), ("P05", 4, 0)]


def test_half_played_and_the_rest_is_lost() -> None:
    event = begun(people(3), DOUBLE)
    event = finish_of(event, "P01", when=1)  # P01 has beaten both, twice
    event = leave(event, "P01", 2)
    assert event.status == Status.RUNNING
    event = leave(event, "P03", 3)  # had two of four: the other two are lost
    assert event.status == Status.FINISHED
    assert table(event) == [("P01", 1, 20), ("P02", 2, 10), ("P03", 3, 0)]


def test_both_withdraw_and_nobody_wins() -> None:
    event = begun(people(3), ROUND_ROBIN)
    event = finish_of(event, "P01", when=1)
    boris, clara = (row.user for row in event.entries.order_by("number")[1:])
    assert boris
    assert clara
    withdraw(event.pk, boris, at(hour(2)))
    withdraw(event.pk, clara, at(hour(2)))
    event = advance(event.pk, at(hour(2)))
    assert (event.status, Match.objects.get(how=BOTH_WITHDREW).winner) == (Status.FINISHED, "")
    assert table(event) == [("P01", 1, 10), ("P02", 2, 0), ("P03", 2, 0)]


def test_whoever_would_meet_two_who_left_gets_through() -> None:
    """Both players of a semifinal leave: the finalist of the other half is the winner."""
    event = begun(people(4), KNOCK_OUT)
    event = leave(event, "P02", 1)
    assert len(running(event)) == 2
    event = leave(event, "P03", 1)
    event = finish_all(event, hour(2))
    assert event.status == Status.FINISHED
    assert table(event)[0][:2] == ("P01", 1)
    final = Pairing.objects.get(round=2)
    assert (final.is_bye, str(final.winner and final.winner.entry)) == (True, "P01")


def test_all_leave_and_it_ends() -> None:
    for stage in (ROUND_ROBIN, KNOCK_OUT, {"kind": "swiss", "rounds": 3}):
        users = (
            people(4)
            if not Event.objects.exists()
            else [row.user for row in Event.objects.earliest("pk").entries.all() if row.user]
        )
        event = begun(users, stage)
        for user in users:
            withdraw(event.pk, user, at(hour(1)))
        assert advance(event.pk, at(hour(1))).status == Status.FINISHED
        assert not running(event)


def test_leaving_a_swiss_event_early_gives_nobody_anything() -> None:
    event = begun(people(6), {"kind": "swiss", "rounds": 4})
    event = leave(event, "P01", 1)
    event = finish_all(event, hour(2))
    for number in (3, 4, 5):
        event = finish_all(event, hour(number))
    assert event.status == Status.FINISHED
    gone = Place.objects.get(entry__user__username="P01")
    assert (gone.counted, gone.points) == (False, 0)
    assert not Pairing.objects.filter(first=gone, round__gt=1).exists()


def test_refusals() -> None:
    event = begun(people(3), ROUND_ROBIN)
    with pytest.raises(Missing, match="not_entered"):
        withdraw(event.pk, person("Stranger"), at(NOON))
    leave(event, "P01", 1)
    with pytest.raises(Conflict, match="left_already"):
        leave(event, "P01", 2)
    event = finish_all(event, hour(3))
    with pytest.raises(Conflict, match="event_not_running"):
        leave(event, "P02", 4)
    assert EventAct.objects.filter(kind=EventAct.Kind.WITHDREW).count() == 1


@pytest.mark.django_db(transaction=True)
def test_leaving_beside_tasks_and_moves_ends_every_match_once() -> None:
    event = begun(people(6), DOUBLE)
    leavers = [row.user for row in event.entries.order_by("number")[:3] if row.user]
    now = hour(1)
    calls = [lambda user=user: withdraw(event.pk, user, at(now)) for user in leavers]
    found = race(*calls, *[lambda: advance_one(event.pk, at(now))] * 4)
    assert [error for error in found if isinstance(error, Exception)] == []
    event = finish_all(advance(event.pk, at(now)), hour(2))
    assert event.status == Status.FINISHED
    assert not Board.objects.filter(result="").exists()
    left_alone = Board.objects.filter(result=Board.Result.WITHDRAWAL)
    assert left_alone.count() == 24  # of 30 matches, 6 are among those who stay
    assert EventAct.objects.filter(kind=EventAct.Kind.ENDED).count() == 1
