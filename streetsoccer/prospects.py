"""What a score is worth at each ply: from a lost match, 0, to a won one, 1.

A win counts for half, the share of the tournament points for the other half. On the way a side
is taken to score about as often as players of some skill do.
"""

from functools import cache
from typing import Final, NamedTuple

from golem.play.pitch.evaluation import Stakes
from golem.play.pitch.squares import RED, YELLOW
from golem.play.protocol import Seat
from streetsoccer.position import LAST_PLY, NORMAL_PLIES, Position, mover
from streetsoccer.rules import POINTS

GOALS_A_PLY: Final = 0.15
MOST: Final = 6
"""A lead above this is worth no more."""


class Score(NamedTuple):
    """How a match stands before ``ply``: ``lead`` is yellow's, in goals."""

    ply: int
    lead: int
    last: Seat | None

    def after_goal(self) -> "Score":
        """Return the score before the next ply if this one is a goal."""
        scorer = mover(self.ply)
        lead = self.lead + (1 if scorer == YELLOW else -1)
        return Score(self.ply + 1, max(-MOST, min(MOST, lead)), scorer)

    def without_goal(self) -> "Score":
        """Return the score before the next ply if this one is none."""
        return self._replace(ply=self.ply + 1)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.ply > LAST_PLY or (self.ply > NORMAL_PLIES and self.lead != 0)


def score_of(position: Position) -> Score:
    """Return how the match stands in ``position``."""
    lead = position.yellow_goals - position.red_goals
    return Score(position.ply, max(-MOST, min(MOST, lead)), position.last_scorer)


def worth(score: Score, seat: Seat) -> float:
    """Return what ``score`` is worth to ``seat``."""
    return yellow_worth(score) if seat == YELLOW else 1 - yellow_worth(score)


@cache
def yellow_worth(score: Score) -> float:
    """Return what ``score`` is worth to yellow."""
    if score.over:
        return _result(score)
    goal, none = yellow_worth(score.after_goal()), yellow_worth(score.without_goal())
    return GOALS_A_PLY * goal + (1 - GOALS_A_PLY) * none


def _result(score: Score) -> float:
    winner = score.last
    how = "last_goal" if winner else "scoreless"
    if score.lead:
        winner = YELLOW if score.lead > 0 else RED
        how = "normal_time" if score.ply == NORMAL_PLIES + 1 else "sudden_death"
    if winner is None:
        return 0.5
    high, low = POINTS[how]
    won = 0.5 + 0.5 * high / (high + low)
    return won if winner == YELLOW else 1 - won


@cache
def stakes(score: Score) -> Stakes:
    """Return the stakes of the side to move at ``score``, which is not over."""
    seat = mover(score.ply)
    scored, missed = score.after_goal(), score.without_goal()
    if missed.over:
        quiet = worth(missed, seat)
        return Stakes(worth(scored, seat), quiet, quiet, 0.0)
    quiet = worth(missed.without_goal(), seat)
    conceded = worth(missed.after_goal(), seat)
    goal = (worth(scored, seat) - conceded) / 2
    return Stakes(worth(scored, seat), conceded, quiet, goal)
