"""Events to enter, and people who might."""

from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from tests.matches.conftest import person
from tournaments import creation
from tournaments.models import Event

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
CUP: dict[str, Any] = {
    "version": 1,
    "kind": "tournament",
    "name": "Spring cup",
    "game": "streetsoccer",
    "entry": {"most": 4},
    "stages": [{"kind": "round_robin"}],
}


def cup(**fields: Any) -> dict[str, Any]:
    """Return the document of a small tournament with other fields."""
    return deepcopy(CUP) | fields


def made(organiser: User, password: str = "", **fields: Any) -> Event:
    """Return a small tournament of ``organiser`` that takes entries, made at noon."""
    return creation.create(organiser, cup(**fields), password, clock=lambda: NOW)


def people(number: int, stem: str = "Player") -> list[User]:
    """Return so many new people."""
    return [person(f"{stem}_{index}") for index in range(1, number + 1)]


def clock() -> datetime:
    """The clock of the tests: noon."""
    return NOW
