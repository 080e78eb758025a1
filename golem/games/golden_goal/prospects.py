"""What a score is worth at each turn: from a lost match, 0, to a won one, 1.

A win counts for half, the share of the tournament points for the other half. On the way a side
is taken to score about as often as players of some skill do.
"""

from functools import cache
from typing import Final, NamedTuple

from golem.games.golden_goal.ends import (
    CHANCE_TURNS,
    GOALS_TO_WIN,
    MOST_TURNS,
    POINTS,
    TIMED_TURNS,
)
from golem.games.golden_goal.position import Position, Variant
from golem.play.pitch.evaluation import Stakes
from golem.play.pitch.squares import OTHER, RED, YELLOW
from golem.play.protocol import Seat

GOALS_A_TURN: Final = 0.15
MOST: Final = 6
"""A lead above this is worth no more."""
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
    lead = max(-MOST, min(MOST, score.yellow - score.red))
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


def worth(score: Score, seat: Seat) -> float:
    """Return what ``score`` is worth to ``seat``."""
    return yellow_worth(score) if seat == YELLOW else 1 - yellow_worth(score)


@cache
def yellow_worth(score: Score) -> float:
    """Return what ``score`` is worth to yellow."""
    if score.over:
        return _result(score)
    goal, none = yellow_worth(score.after_goal()), yellow_worth(score.without_goal())
    return GOALS_A_TURN * goal + (1 - GOALS_A_TURN) * none


def _result(score: Score) -> float:
    winner, how = None, "draw"
    if score.yellow != score.red:
        winner = YELLOW if score.yellow > score.red else RED
        how = str(score.variant)
        if score.variant is Variant.TIME_LIMIT:
            how = "time" if score.left == _SUDDEN_DEATH else "sudden_death"
    elif score.variant is Variant.TIME_LIMIT and score.last:
        winner, how = score.last, "last_goal"
    if winner is None:
        return 0.5
    high, low = POINTS[how]
    won = 0.5 + 0.5 * high / (high + low)
    return won if winner == YELLOW else 1 - won


@cache
def stakes(score: Score) -> Stakes:
    """Return the stakes of the side to move at ``score``, which is not over."""
    seat = score.mover
    scored, missed = score.after_goal(), score.without_goal()
    if missed.over:
        quiet = worth(missed, seat)
        return Stakes(worth(scored, seat), quiet, quiet, 0.0)
    quiet = worth(missed.without_goal(), seat)
    conceded = worth(missed.after_goal(), seat)
    return Stakes(worth(scored, seat), conceded, quiet, (worth(scored, seat) - conceded) / 2)
