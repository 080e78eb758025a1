"""Seals that meet acts of operators, organisers and leavers, in real threads on PostgreSQL.

Whatever came first: nothing half done, no card shown that was not played, all rows agree.
"""

from collections.abc import Callable
from typing import Any

import pytest

from golem.matches import operators, outages
from golem.matches.annulment import annul
from golem.matches.errors import MatchOver, NotAPlayer, StalePly
from golem.matches.invariants.check import chosen, of_matches
from golem.matches.models import Match
from golem.matches.reopening import reopen
from golem.matches.replacing import replace_player
from golem.matches.services import resign
from golem.matches.withdrawals import adjudicate, withdraw
from golem.rest.locks import Busy
from golem.rest.refusals import Conflict
from tests.matches.conftest import person
from tests.matches.hours import at, beat, h
from tests.racing import race
from tests.sealing.conftest import secret_games
from tests.sealing.rounds import Round, Table

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 8
WHY = "a test"
EXPECTED = (MatchOver, StalePly, NotAPlayer, Conflict, Busy)
each_game = pytest.mark.parametrize("game", secret_games()[-1:])
Act = Callable[[Round], Callable[[], Any]]


def _points(now: Round) -> dict[str, int]:
    return {seat.name: 1 for seat in now.match.seats.all()}


def _name(now: Round) -> str:
    return now.match.seats.get(user=now.one).name


ACTS: dict[str, Act] = {
    "annul": lambda now: lambda: annul(now.match.pk, WHY, None, at(h(1))),
    "adjudicate": lambda now: (
        lambda: adjudicate(now.match.pk, None, _points(now), WHY, None, at(h(1)))
    ),
    "leave": lambda now: lambda: withdraw(now.match.pk, {now.one.pk}, at(h(1))),
    "both leave": lambda now: lambda: withdraw(now.match.pk, {now.one.pk, now.other.pk}, at(h(1))),
    "give": lambda now: lambda: operators.give(now.match.pk, _name(now), 3600, WHY, None, h(1)),
    "replace": lambda now: (
        lambda: replace_player(
            now.match.pk, now.one, person(f"New{now.match.pk}"), WHY, None, at(h(1))
        )
    ),
    "outage": lambda now: lambda: outages.lay(h(0.2), h(0.4 + now.match.pk / 1e6), WHY, None, h(1)),
}


def _settled(now: Round) -> None:
    """Demand that what is stored agrees, and shows no card that was not played."""
    match = now.now()
    found = [one.line for one in of_matches(chosen([match.pk], None), lambda _: None)]
    found = [line for line in found if not line.endswith("is to come")]  # the hours of the test
    assert found == []
    if match.status == Match.Status.FINISHED:
        assert now.waiting() == []
    assert len(now.played()) in (0, 2)


@each_game
@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("first", [True, False])
def test_a_seal_meets_what_others_do(table: Table, act: str, first: bool) -> None:
    beat(2)
    for now in table.rounds(ROUNDS):
        if first:  # the other card is in: the seal would reveal both
            now.answer(clock=at(h(0.5)))()
        done = race(
            now.seal(now.first, clock=at(h(0.9))),
            ACTS[act](now),
            now.seal(now.second, clock=at(h(0.9))),
        )
        errors = [one for one in done if isinstance(one, Exception)]
        assert [one for one in errors if not isinstance(one, EXPECTED)] == []
        _settled(now)
        if now.now().status == Match.Status.RUNNING:
            seated = now.now().seats.get(name=_seat_of_one(now)).user
            resign(now.match.pk, seated, at(h(2)))
        _settled(now)


def _seat_of_one(now: Round) -> str:
    return str(now.match.seats.order_by("number")[0].name)


@each_game
def test_a_reopened_match_takes_new_cards(table: Table) -> None:
    beat(3)
    for now in table.rounds(ROUNDS):
        now.seal(now.first, clock=at(h(0.5)))()
        resign(now.match.pk, now.other, at(h(1)))
        done = race(
            lambda: reopen(now.match.pk, WHY, None, at(h(2))),
            now.answer(clock=at(h(2))),
        )
        assert isinstance(done[0], Match)
        assert isinstance(done[1], MatchOver) or done[1].sealed
        _settled(now)
        assert now.played() == []
        now.seal(now.second, clock=at(h(3)))()
        if isinstance(done[1], MatchOver):
            now.answer(clock=at(h(3)))()
        assert now.played() == [(1, now.second), (1, now.theirs)]
        _settled(now)
