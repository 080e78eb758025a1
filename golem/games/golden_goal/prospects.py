"""How a match stands, as :mod:`golem.play.pitch.prospects` asks for it."""

from typing import Final, NamedTuple

from golem.games.golden_goal.ends import (
    CHANCE_TURNS,
    GOALS_TO_WIN,
    MOST_TURNS,
    POINTS,
    TIMED_TURNS,
)
from golem.games.golden_goal.position import Position, Variant
from golem.play.pitch.prospects import Prospects, within_most, won_by
from golem.play.pitch.squares import OTHER, RED, YELLOW
from golem.play.protocol import Seat

FAR: Final = 60
"""An end so many turns away, or more, is as good as never: somebody scores before."""
_SUDDEN_DEATH: Final = MOST_TURNS[Variant.TIME_LIMIT] - TIMED_TURNS


class Score(NamedTuple):
    """How a match stands before a turn of ``mover``.

    ``left`` are the turns until the match ends in any case, this one counted, and at most
    ``FAR``; ``chance`` those until who leads has won by a last chance not used. Of the goals
    of both sides only the lead is kept, where nothing else counts.
    """

    variant: Variant
    left: int
    mover: Seat
    yellow: int
    red: int
    last: Seat | None = None
    chance: int | None = None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        match self.variant:
            case Variant.GOLDEN_GOAL:
                won = self.yellow != self.red
            case Variant.TIME_LIMIT:
                won = self.left <= _SUDDEN_DEATH and self.yellow != self.red
            case Variant.FIRST_TO_3:
                won = max(self.yellow, self.red) >= GOALS_TO_WIN
            case Variant.LAST_CHANCE:
                won = self.chance == 0
        return won or self.left == 0

    def after_goal(self) -> "Score":
        """Return the score before the next turn if this one is a goal."""
        scored = self._replace(
            left=self.left - 1,
            mover=OTHER[self.mover],
            yellow=self.yellow + (self.mover == YELLOW),
            red=self.red + (self.mover == RED),
            last=self.mover,
        )
        return _reduced(scored._replace(chance=self._chance_after(scored)))

    def _chance_after(self, scored: "Score") -> int | None:
        if self.variant is not Variant.LAST_CHANCE or scored.yellow == scored.red:
            return None
        leader = YELLOW if scored.yellow > scored.red else RED
        if leader == self.mover or self.chance is None:
            return CHANCE_TURNS
        return self.chance - 1

    def without_goal(self) -> "Score":
        """Return the score before the next turn if this one is none."""
        chance = None if self.chance is None else self.chance - 1
        return self._replace(left=self.left - 1, mover=OTHER[self.mover], chance=chance)


def _reduced(score: Score) -> Score:
    """Return ``score`` with no more of its goals than what counts."""
    if score.variant is Variant.FIRST_TO_3:
        return score
    lead = within_most(score.yellow - score.red)
    return score._replace(yellow=max(0, lead), red=max(0, -lead))


def score_of(position: Position) -> Score:
    """Return how the match stands in ``position``; before the first turn, as at the first one."""
    turn = max(1, position.turn)
    left = MOST_TURNS[position.variant] + 1 - turn
    if position.variant is not Variant.TIME_LIMIT:
        left = min(left, FAR)
    chance = position.last_chance
    score = Score(
        variant=position.variant,
        left=left,
        mover=position.to_move,
        yellow=position.yellow_goals,
        red=position.red_goals,
        last=position.last_scorer,
        chance=None if chance is None else max(0, chance + 1 - turn),
    )
    return _reduced(score)


def _result(score: Score) -> float:
    winner, how = None, "draw"
    if score.yellow != score.red:
        winner = YELLOW if score.yellow > score.red else RED
        how = str(score.variant)
        if score.variant is Variant.TIME_LIMIT:
            how = "time" if score.left == _SUDDEN_DEATH else "sudden_death"
    elif score.variant is Variant.TIME_LIMIT and score.last:
        winner, how = score.last, "last_goal"
    return won_by(winner, POINTS[how])


prospects: Final = Prospects(_result)
