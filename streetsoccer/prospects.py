"""How a match stands, as :mod:`golem.play.pitch.prospects` asks for it."""

from typing import Final, NamedTuple

from golem.play.pitch.prospects import Prospects, within_most, won_by
from golem.play.pitch.squares import RED, YELLOW
from golem.play.protocol import Seat
from streetsoccer.position import LAST_PLY, NORMAL_PLIES, Position, mover
from streetsoccer.rules import POINTS


class Score(NamedTuple):
    """How a match stands before ``ply``: ``lead`` is yellow's, in goals."""

    ply: int
    lead: int
    last: Seat | None

    @property
    def mover(self) -> Seat:
        """The seat whose ply is next."""
        return mover(self.ply)

    def after_goal(self) -> "Score":
        """Return the score before the next ply if this one is a goal."""
        lead = self.lead + (1 if self.mover == YELLOW else -1)
        return Score(self.ply + 1, within_most(lead), self.mover)

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
    return Score(position.ply, within_most(lead), position.last_scorer)


def _result(score: Score) -> float:
    winner = score.last
    how = "last_goal" if winner else "scoreless"
    if score.lead:
        winner = YELLOW if score.lead > 0 else RED
        how = "normal_time" if score.ply == NORMAL_PLIES + 1 else "sudden_death"
    return won_by(winner, POINTS[how])


prospects: Final = Prospects(_result)
