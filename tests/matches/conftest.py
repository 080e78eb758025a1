"""People, matches with known dice, and real threads."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from golem import registry
from golem.matches.models import Match
from golem.matches.services import Agreement, start_match
from golem.play.controls import DEFAULT, PRESETS

NOON = datetime.now(UTC).replace(microsecond=0)
"""When the matches of the tests begin: the present, so that real clocks have not run out."""
SEED = bytes(range(32))


def at(instant: datetime) -> Callable[[], datetime]:
    """Return a clock that stands at ``instant``."""
    return lambda: instant


def person(name: str, **fields: Any) -> User:
    """Return a new account that cannot log in with a password."""
    user = User(username=name, email=f"{name.lower()}@example.org", **fields)
    user.set_unusable_password()
    user.save()
    return user


def begin(game: str, first: User, second: User, seed: bytes = SEED, rated: bool = True) -> Match:
    """Return a new match of ``game`` with the players in seat order and a known seed."""
    seats = registry.load(game).info.seats
    users = dict(zip(seats, (first, second), strict=True))
    agreement = Agreement(game, users, PRESETS[DEFAULT], {}, rated)
    return start_match(agreement, NOON, seed)


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
