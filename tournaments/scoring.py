"""Scoring tables: what a match is worth to both sides, as data.

A table knows outcome words, and no game. Points come as (first, second), the two competitors in
the order in which the match lists them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from golem.play.endings import ANNULLED, BOTH_TIMED_OUT
from tournaments.errors import ScoringError

FORFEIT: Final = "forfeit"
"""Lost without being played to an end, by withdrawal or by the organiser's word."""
DOUBLE_FORFEIT: Final = "double_forfeit"
NOTHING_FOR_BOTH: Final = frozenset({DOUBLE_FORFEIT, BOTH_TIMED_OUT})
"""Both lost: 0 : 0, no winner, and not the same as a match that ended even."""

Points = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ScoringTable:
    """Points by how a match ended.

    ``win`` are the points (winner, loser) of any win that ``wins`` does not list: one in normal
    play, by resignation, on time, by forfeit. ``even`` is what each side gets when the game ended
    by its rules without a winner.
    """

    key: str
    win: Points
    even: int
    wins: Mapping[str, Points] = field(default_factory=dict)

    @property
    def most(self) -> int:
        """The most points that one match gives to one side."""
        return max(self.win[0], *(high for high, _ in self.wins.values()), 0)

    @property
    def bye(self) -> int:
        """The points of a bye: those of an even match (only Swiss rounds have such byes)."""
        return self.even


GRADED: Final = ScoringTable(
    "graded", (5, 0), 2, MappingProxyType({"sudden_death": (4, 1), "last_goal": (3, 2)})
)
PLAIN: Final = ScoringTable("plain", (2, 0), 1)
TABLES: Final[Mapping[str, ScoringTable]] = MappingProxyType(
    {table.key: table for table in (GRADED, PLAIN)}
)


def table_of(key: str) -> ScoringTable:
    """Return the table of that key; raise ``ScoringError`` ``unknown_scoring``."""
    if key not in TABLES:
        raise ScoringError("unknown_scoring", key=key)
    return TABLES[key]


def points(table: ScoringTable, how: str, winner: int | None) -> Points:
    """Return the points (first, second) of a finished match.

    ``how`` is the outcome word, ``winner`` 0 for the first, 1 for the second, ``None`` for nobody.
    Raises ``ScoringError`` ``counts_nowhere`` for an annulled match: it has no points.
    """
    if how == ANNULLED:
        raise ScoringError("counts_nowhere", how=how)
    if how in NOTHING_FOR_BOTH:
        return (0, 0)
    if winner is None:
        return (table.even, table.even)
    high, low = table.wins.get(how, table.win)
    return (high, low) if winner == 0 else (low, high)


def possible_points(table: ScoringTable) -> tuple[Points, ...]:
    """Return every pair of points that one match can give, best for the first side first."""
    won = {table.win, *table.wins.values()}
    pairs = {*won, *((low, high) for high, low in won), (table.even, table.even), (0, 0)}
    return tuple(sorted(pairs, key=lambda pair: (-pair[0], pair[1])))
