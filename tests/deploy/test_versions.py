"""Versions below which a library had a hole that matters here; the pins must stay above."""

from importlib.metadata import version

import pytest

# What was wrong below: an answer from Redis could reach the next reader of a shared connection;
# Django told by its timing, and by failing mails, who has an account.
FLOORS = {"redis": (4, 5, 4), "Django": (5, 2, 11)}


@pytest.mark.parametrize("library", FLOORS)
def test_the_versions_with_known_holes_are_left_behind(library: str) -> None:
    installed = tuple(int(part) for part in version(library).split(".")[:3])
    assert installed >= FLOORS[library]
