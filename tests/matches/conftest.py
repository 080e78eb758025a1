"""People, matches with known dice, and real threads."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from golem import registry
from golem.matches import settle
from golem.matches.models import Match
from golem.matches.services import Agreement, start_match, submit_move
from golem.matches.transactions import in_transaction
from golem.play.controls import DEFAULT, PRESETS
from golem.play.protocol import Options, full_options
from tests.matches.hours import NOON as NOON
from tests.matches.hours import SETUP, h, set_left
from tests.matches.hours import at as at

SEED = bytes(range(32))


def person(name: str, **fields: Any) -> User:
    """Return a new account that cannot log in with a password."""
    user = User(username=name, email=f"{name.lower()}@example.org", **fields)
    user.set_unusable_password()
    user.save()
    return user


def begin(
    game: str,
    first: User,
    second: User,
    seed: bytes = SEED,
    rated: bool = True,
    options: Options | None = None,
) -> Match:
    """Return a new match of ``game`` with the players in seat order and a known seed; options
    that are not given have their defaults."""
    info = registry.load(game).info
    users = dict(zip(info.seats, (first, second), strict=True))
    agreement = Agreement(game, users, PRESETS[DEFAULT], full_options(info, options or {}), rated)
    return in_transaction(lambda: start_match(agreement, NOON, seed))


def client_of(user: User | None) -> APIClient:
    """Return an API client that acts as ``user`` (``None``: nobody)."""
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    return client


@pytest.fixture(autouse=True)
def _one_calendar_year(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all instants be of one calendar year, so that these tests pass on any day of it.

    That the allowance of vacation renews with the year is tested in tests/play/test_clock.py.
    """
    for user in ("golem.play.clock", "golem.matches.selectors", "golem.matches.telling"):
        monkeypatch.setattr(f"{user}.year_of", lambda at: NOON.year)


@pytest.fixture
def anna(db: None) -> User:
    return person("Anna")


@pytest.fixture
def boris(db: None) -> User:
    return person("Boris")


@pytest.fixture
def clara(db: None) -> User:
    return person("Clara")


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of a two-seat game of sealed choices, registered for this test."""
    monkeypatch.setitem(registry.GAMES, "duel", {1: "tests.games.duel:game"})
    return "duel"


@pytest.fixture
def soccer(anna: User, boris: User) -> Match:
    """A match at ply 1: Anna is yellow and to move, Boris is red."""
    return begin("streetsoccer", anna, boris)


@pytest.fixture
def three(anna: User, boris: User, settings: Any) -> list[Match]:
    """Anna has 2 days left; she is to move with 1 h in the first match and 5 h in the second; in
    the third Boris is to move and her bank holds 100 h."""
    settings.VACATION_DAYS = 2
    matches = [begin("streetsoccer", anna, boris) for _ in range(3)]
    submit_move(matches[2].pk, anna, 1, SETUP, clock=at(NOON))
    for match, left in zip(matches, (1, 5, 100), strict=True):
        set_left(match, "yellow", left)
    return matches


@pytest.fixture
def lost(anna: User, boris: User, settings: Any) -> Match:
    """Boris, red, has moved no ply: Anna moved at 10 h, and he lost on time at 250 h."""
    settings.VACATION_DAYS = 0
    match = begin("streetsoccer", anna, boris)
    submit_move(match.pk, anna, 1, SETUP, clock=at(h(10)))
    in_transaction(lambda: settle.settle([boris.pk], h(300)))
    found = Match.objects.get(pk=match.pk)
    assert (found.how, found.winner, found.ended_at) == ("timeout", "yellow", h(250))
    return found


@pytest.fixture
def computer(db: None) -> User:
    return User.objects.get(is_house=True)


@pytest.fixture
def waiting(computer: User, anna: User) -> Match:
    """A match at ply 1: the house is yellow and to move, Anna is red."""
    return begin("streetsoccer", computer, anna)
