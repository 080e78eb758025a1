"""A match that is to be played: two competitors on their sides."""

from dataclasses import dataclass

Pairs = tuple[tuple[int, int | None], ...]
"""Bare pairs of a round as (first, second), the second ``None`` for a bye."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """``first`` takes the game's first seat, ``second`` the other one.

    Competitors are the caller's numbers. ``second`` is ``None`` for a bye. ``round`` counts from
    1. ``key`` is the caller's own name for the match, if it has one by now.
    """

    first: int
    second: int | None
    round: int = 1
    key: int | None = None

    @property
    def is_bye(self) -> bool:
        """Say whether the first has no opponent in this round."""
        return self.second is None
