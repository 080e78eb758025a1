"""Events in rare states: nearly everybody has left, or an account closes while it starts."""

from collections.abc import Callable
from datetime import datetime
from threading import Event as Signal
from typing import Any

import pytest

from accounts import hooks
from accounts.leaving import Clock, carry_out, leave
from accounts.models import User
from golem.matches.leaving import leave as leave_matches
from golem.matches.models import Match
from golem.matches.services import resign
from tests.matches.hours import NOON, at
from tests.racing import race
from tests.tournaments.events.playing import (
    KNOCK_OUT,
    ROUND_ROBIN,
    begun,
    finish_all,
    hour,
    open_event,
    people,
    running,
    table,
)
from tournaments import entries
from tournaments.advance import advance, advance_all
from tournaments.closing import leave_all
from tournaments.models import Entry, Event, Place
from tournaments.tables import recompute
from tournaments.withdrawals import withdraw

Status = Event.Status
FOUR_GROUPS = {"kind": "round_robin", "legs": 1, "groups": 4, "advance": 2}


@pytest.mark.django_db
@pytest.mark.parametrize("stay", range(5))
def test_a_later_stage_is_played_by_however_few_are_left(stay: int) -> None:
    """Eight should go on, into two groups; most of them leave before the last match ends."""
    two = {"kind": "round_robin", "legs": 1, "groups": 2}
    users = people(12)
    event = begun(users, FOUR_GROUPS, two)
    for user in users[stay:]:
        withdraw(event.pk, user, clock=at(hour(1)))
    assert advance_all(at(hour(1))) == 0
    event = finish_all(event, hour(2))
    event = finish_all(event, hour(3))
    assert event.status == Status.FINISHED


@pytest.mark.django_db
def test_who_left_after_a_won_tie_stands_behind_those_who_got_farther_for_good() -> None:
    """P01 wins the first round of eight and leaves: out in the second, like those who lose there,
    and not in the last."""
    users = people(8)
    event = finish_first_ties_and_leave(begun(users, KNOCK_OUT), users[0])
    ranks = [rank_of(event, users[0])]
    while not event.is_over:
        event = finish_all(event, hour(3))
        ranks.append(rank_of(event, users[0]))
    assert set(ranks[1:]) == {(3, True)}
    assert rank_of(event, users[1]) == (1, False)


def finish_first_ties_and_leave(event: Event, user: User, last: bool = True) -> Event:
    """Let the ties of the first round end but for one; ``user``, who won, leaves before that;
    then it ends, too, if ``last``."""
    boards = running(event)
    kept = [board for board in boards if board.pairing_id == boards[-1].pairing_id]
    for board in boards:
        if board not in kept and board.match:
            losers = sorted(
                (board.pairing.first.entry, board.pairing.second.entry),  # type: ignore[union-attr]
                key=lambda entry: entry.seed or 0,
            )
            assert losers[1].user
            resign(board.match.pk, losers[1].user, clock=at(hour(1)))
    advance(event.pk, at(hour(1)))
    withdraw(event.pk, user, clock=at(hour(2)))
    event = advance(event.pk, at(hour(2)))
    return finish_all(event, hour(2)) if last else event


def rank_of(event: Event, user: User) -> tuple[int | None, bool]:
    place = Place.objects.get(group__event=event, entry__user=user)
    return place.rank, place.shared


@pytest.mark.django_db
def test_who_leaves_without_an_open_match_changes_the_table_at_once() -> None:
    users = people(8)
    event = finish_first_ties_and_leave(begun(users, KNOCK_OUT), users[0], last=False)
    assert rank_of(event, users[0]) == (5, False)  # four may still come farther
    assert not recompute(event, event.groups.get())


@pytest.mark.django_db(transaction=True)
def test_an_account_that_closes_while_its_event_starts_plays_no_more(monkeypatch: Any) -> None:
    """The start holds the event when the account's entries are looked for."""
    users = people(3)
    event = open_event(users, ROUND_ROBIN)
    from tournaments.kinds import staged

    read, closed = Signal(), Signal()
    before = staged.begin

    def begin(event: Event, there: Any, now: datetime) -> None:
        read.set()
        closed.wait(1)
        before(event, there, now)

    monkeypatch.setattr(staged, "begin", begin)

    def close() -> None:
        read.wait(5)
        leave(users[2].pk, NOON)
        closed.set()
        while not carried_out(users[2]):
            pass

    race(lambda: advance_all(at(NOON)), close)
    Event.objects.update(due_at=NOON)
    assert advance_all(at(NOON)) == 0
    assert advance_all(at(hour(1))) == 0
    event = finish_all(event, hour(1))
    assert event.status == Status.FINISHED
    assert event.entries.get(user=users[2]).status == Entry.Status.WITHDRAWN


def carried_out(user: User) -> bool:
    try:
        carry_out(user.pk, NOON)
    except Exception:
        return False
    return True


@pytest.mark.django_db(transaction=True)
def test_nobody_enters_whose_account_closes_at_that_moment(monkeypatch: Any) -> None:
    """The entry has been found to fit when the account is closed, and all its places given up."""
    users = people(3)
    event = open_event(
        users[:2],
        ROUND_ROBIN,
        entry={
            "least": 2,
            "most": None,
            "waiting_list": True,
            "rating_from": None,
            "rating_to": None,
        },
    )
    fits, left = Signal(), Signal()
    before = entries.require_fit

    def require_fit(event: Event, user: User) -> None:
        before(event, user)
        fits.set()
        left.wait(1)

    monkeypatch.setattr(entries, "require_fit", require_fit)

    def close() -> None:
        fits.wait(5)
        leave(users[2].pk, NOON)
        leave_all(users[2])
        left.set()

    race(lambda: entries.enter(event.pk, users[2], clock=at(hour(-1))), close)
    assert not event.entries.filter(user=users[2]).exists()
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_a_task_between_two_steps_of_a_deletion_changes_no_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """P03's matches are the last ones: the event ends, and P03's results leave the table."""
    users = people(3)
    event = begun(users, ROUND_ROBIN)
    for board in running(event):
        assert board.match
        if not board.match.seats.filter(user=users[2]).exists():
            resign(board.match.pk, users[1], clock=at(hour(1)))
    advance(event.pk, at(hour(1)))
    monkeypatch.setattr("accounts.hooks.leaving", [then_advance(act) for act in hooks.leaving])
    leave(users[2].pk, NOON)
    assert carry_out(users[2].pk, NOON)
    event.refresh_from_db()
    assert event.status == Status.FINISHED
    assert [row[1:] for row in table(event)] == [(1, 5), (2, 0), (None, 0)]


def then_advance(act: Callable[[User, Clock], None]) -> Callable[[User, Clock], None]:
    def both(user: User, clock: Clock) -> None:
        act(user, clock)
        assert advance_all() == 0

    return both


@pytest.mark.django_db
def test_a_match_that_a_player_left_and_not_the_group_is_lost() -> None:
    users = people(3)
    event = begun(users, ROUND_ROBIN)
    leave_matches(users[2])
    advance(event.pk, at(hour(1)))
    event = finish_all(event, hour(1))
    assert sorted(row[2] for row in table(event)) == [0, 5, 10]


@pytest.mark.django_db
def test_who_waits_takes_the_place_of_a_closed_account_at_the_start() -> None:
    first, second, third, late = people(4)
    event = open_event([first, second, third], ROUND_ROBIN)
    Entry.objects.create(
        event=event, number=4, user=late, status=Entry.Status.WAITING, entered_at=NOON
    )
    event.document["entry"]["most"] = 3
    event.save()
    User.objects.filter(pk=second.pk).update(is_active=False)
    event = advance(event.pk, at(NOON))
    assert event.status == Event.Status.RUNNING
    playing = event.entries.filter(status=Entry.Status.ENTERED).values_list("user", flat=True)
    assert set(playing) == {first.pk, third.pk, late.pk}
