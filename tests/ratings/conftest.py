"""Matches that end when a test says so, without being played."""

import pytest

from accounts.models import User
from golem.matches import hooks
from golem.matches.models import Match, Move, Seat
from golem.matches.services import Agreement, start_match
from golem.matches.transactions import in_transaction
from golem.play.controls import DEFAULT, PRESETS
from golem.ratings import fold
from tests.matches.conftest import SEED, person
from tests.matches.conftest import _one_calendar_year as _one_calendar_year
from tests.matches.hours import NOON, h

GAME = "streetsoccer"
SEATS = ("yellow", "red")


def ended(
    first: User,
    second: User,
    hour: float,
    winner: str = "yellow",
    how: str = "goals",
    *,
    rated: bool = True,
    moved: tuple[str, ...] = SEATS,
) -> Match:
    """Return a match that ended at this hour after noon: rows only, told to the rooms above."""
    match = Match.objects.create(
        game=GAME,
        revision=1,
        rated=rated,
        status=Match.Status.FINISHED,
        how=how,
        winner=winner,
        points={seat: 5 if seat == winner else 0 for seat in SEATS},
        started_at=NOON,
        changed_at=h(hour),
        ended_at=h(hour),
    )
    for number, (name, user) in enumerate(zip(SEATS, (first, second), strict=True)):
        Seat.objects.create(match=match, number=number, name=name, user=user)
    Move.objects.bulk_create(
        Move(match=match, ply=ply, seat=seat, notation="x", at=NOON)
        for ply, seat in enumerate(moved, 1)
    )
    hooks.tell_result(match, h(hour))
    return match


def running(first: User, second: User, zero_hour: float) -> Match:
    """Return a running match whose clock runs out at this hour."""
    users = dict(zip(SEATS, (first, second), strict=True))
    agreement = Agreement(GAME, users, PRESETS[DEFAULT], {}, rated=True)
    return in_transaction(lambda: start_match(agreement, h(zero_hour - 240), SEED))


def fold_at(hour: float) -> fold.Folded:
    """Fold at this hour."""
    return fold.fold(GAME, h(hour))


@pytest.fixture
def people(db: None) -> list[User]:
    """Six people."""
    return [person(f"player{number}") for number in range(6)]
