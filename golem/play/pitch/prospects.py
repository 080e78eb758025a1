"""What a score is worth at each ply: from a lost match, 0, to a won one, 1.

A win counts for half, the share of the tournament points for the other half. On the way a side
is taken to score about as often as players of some skill do. How matches end is each game's.
"""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Final, Generic, Protocol, Self, TypeVar

from golem.play.pitch.evaluation import Stakes
from golem.play.pitch.squares import YELLOW
from golem.play.protocol import Seat

GOALS_A_PLY: Final = 0.15
MOST_LEAD: Final = 6
"""A lead above this is worth no more."""
EVEN: Final = 0.5


class Score(Hashable, Protocol):
    """How a match stands before a ply."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""

    @property
    def mover(self) -> Seat:
        """The seat whose ply is next."""

    def after_goal(self) -> Self:
        """Return the score before the next ply if this one is a goal."""

    def without_goal(self) -> Self:
        """Return the score before the next ply if this one is none."""


S = TypeVar("S", bound=Score)


def within_most(lead: int) -> int:
    """Return ``lead``, or the greatest one that counts."""
    return max(-MOST_LEAD, min(MOST_LEAD, lead))


def won_by(winner: Seat | None, points: tuple[int, int]) -> float:
    """Return what yellow has of a match that is over; ``points`` are the winner's, and the
    other's."""
    if winner is None:
        return EVEN
    high, low = points
    won = EVEN + EVEN * high / (high + low)
    return won if winner == YELLOW else 1 - won


class Prospects(Generic[S]):
    """What the scores of a game are worth; ``result`` tells what yellow has of one that is over."""

    def __init__(self, result: Callable[[S], float]) -> None:
        self._result = result
        self._yellow: Callable[[S], float] = cache(self._worth_to_yellow)
        self.stakes: Callable[[S], Stakes] = cache(self._stakes)
        """The stakes of the side to move at a score, which is not over."""

    def worth(self, score: S, seat: Seat) -> float:
        """Return what ``score`` is worth to ``seat``."""
        return self._yellow(score) if seat == YELLOW else 1 - self._yellow(score)

    def _worth_to_yellow(self, score: S) -> float:
        if score.over:
            return self._result(score)
        goal, none = self._yellow(score.after_goal()), self._yellow(score.without_goal())
        return GOALS_A_PLY * goal + (1 - GOALS_A_PLY) * none

    def _stakes(self, score: S) -> Stakes:
        seat = score.mover
        scored, missed = self.worth(score.after_goal(), seat), score.without_goal()
        if missed.over:
            quiet = self.worth(missed, seat)
            return Stakes(scored, quiet, quiet, 0.0)
        quiet = self.worth(missed.without_goal(), seat)
        conceded = self.worth(missed.after_goal(), seat)
        return Stakes(scored, conceded, quiet, (scored - conceded) / 2)
