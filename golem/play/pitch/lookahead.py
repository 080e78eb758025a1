"""Looks ahead: own move, the opponent's die, his best reply, and what that is worth.

Knows no rules: a game's :class:`Guide` tells what moves and replies lead to and what a score is
worth.
"""

from collections.abc import Iterable
from operator import itemgetter
from random import Random
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from golem.play.pitch.evaluation import MOST_TILT, Evaluation, Stakes
from golem.play.pitch.prospects import Prospects, Score
from golem.play.pitch.squares import OTHER
from golem.play.protocol import Seat
from golem.play.thinking import Spent

Players: TypeAlias = tuple[int, ...]
"""The squares of a side."""
GOAL: Final = -1
"""Where the ball is when it is in the goal."""


class Standing(Protocol):
    """A position, as far as the search looks at it: compared, kept, and asked for squares.

    ``ball`` is ``None`` where the next ply is no turn.
    """

    @property
    def ball(self) -> int | None:
        """The ball's square."""

    @property
    def to_move(self) -> Seat:
        """The seat whose ply is next."""

    def players(self, seat: Seat) -> Players:
        """Return the squares of ``seat``."""


P = TypeVar("P", bound=Standing)
M = TypeVar("M")
Move = TypeVar("Move", contravariant=True)
S = TypeVar("S", bound=Score)


class Guide(Protocol[P, Move, S]):
    """What the search asks of a game. Worths are from a lost match, 0, to a won one, 1."""

    walkable: int
    """The squares that players walk over, as a set."""
    prospects: Prospects[S]
    """What scores are worth."""

    def play(self, position: P, move: Move) -> P:
        """Return the position after ``move``."""

    def score(self, position: P) -> S:
        """Return how the match stands in ``position``."""

    def dice(self, position: P) -> tuple[int, ...]:
        """Return the dice that the next ply may have, the greatest first."""

    def replies(self, position: P, die: int) -> Iterable[tuple[Players, int]]:
        """Yield where each legal move with ``die`` leads: players of the mover, and the ball
        or ``GOAL``."""


class Search(Generic[P, M, S]):
    """One search: it keeps what it learns of positions from one candidate to the next."""

    def __init__(self, guide: Guide[P, M, S], spent: Spent) -> None:
        self._guide = guide
        self._spent = spent
        self._evaluation = Evaluation(guide.walkable)

    def best(self, position: P, moves: Iterable[M], rng: Random) -> M:
        """Return the best of ``moves``, legal ones of ``position``; ``rng`` breaks ties.

        All are compared at a glance; then as many as time allows, the best looking ones first,
        with the opponent's dice and replies.
        """
        ranked = self._at_a_glance(position, moves, rng)
        best, highest = ranked[0][1], -1.0
        for _, move, after in ranked:
            value = self._looked_at(after, highest)
            if value is None:
                break
            if value > highest:
                best, highest = move, value
        return best

    def _at_a_glance(
        self, position: P, moves: Iterable[M], rng: Random
    ) -> list[tuple[float, M, P]]:
        """Return value, move and position after it, best first, without moves that lead to the
        same."""
        different = {self._guide.play(position, move): move for move in moves}
        pairs = list(different.items())
        rng.shuffle(pairs)
        ranked = [(self.glance(after), move, after) for after, move in pairs]
        return sorted(ranked, key=itemgetter(0), reverse=True)

    def glance(self, after: P) -> float:
        """Return what ``after`` is worth to the side that made the last ply, roughly."""
        score, seat = self._guide.score(after), OTHER[after.to_move]
        if score.over or after.ball is None:
            return self._guide.prospects.worth(score, seat)
        return 1 - self._value(after, after.to_move, self._guide.prospects.stakes(score))

    def _value(self, position: P, seat: Seat, stakes: Stakes) -> float:
        """Return what the players and the ball are worth to ``seat`` if it is to move."""
        players = position.players(seat), position.players(OTHER[seat])
        return self._evaluation.value(seat, *players, position.ball or 0, stakes)

    def _looked_at(self, after: P, enough: float) -> float | None:
        """Return what ``after`` is worth to the side that made the last ply, seen from behind
        the other's best replies; ``None`` if time was over before.

        Once it is sure to be no more than ``enough``, an upper bound of it may be returned.
        """
        score = self._guide.score(after)
        if score.over:
            return self._guide.prospects.worth(score, OTHER[after.to_move])
        dice = self._guide.dice(after)
        most = self._most(after)
        total = most * len(dice)
        for die in dice:
            if self._spent():
                return None
            total += self._reply(after, die) - most
            if total <= enough * len(dice):
                break
        return total / len(dice)

    def _most(self, after: P) -> float:
        """Return a bound of what ``after`` can be worth to the side that made the last ply."""
        quiet = self._guide.score(after).without_goal()
        if quiet.over:
            return self._guide.prospects.worth(quiet, OTHER[after.to_move])
        at_stake = self._guide.prospects.stakes(quiet)
        return max(at_stake.scored, at_stake.quiet + MOST_TILT * at_stake.goal)

    def _reply(self, after: P, die: int) -> float:
        """Return what the reply to ``after`` with ``die`` that is best leaves to the other."""
        us, guide = OTHER[after.to_move], self._guide
        ours, score = after.players(us), guide.score(after)
        quiet, lowest = score.without_goal(), 2.0
        for players, ball in guide.replies(after, die):
            if ball == GOAL:
                value = guide.prospects.worth(score.after_goal(), us)
            elif quiet.over:
                value = guide.prospects.worth(quiet, us)
            else:
                stakes = guide.prospects.stakes(quiet)
                value = self._evaluation.value(us, ours, players, ball, stakes, lowest)
            lowest = min(lowest, value)
        return self._idle(after) if lowest == 2.0 else lowest

    def _idle(self, after: P) -> float:
        """Return what ``after`` is worth when the side to move has no legal move."""
        us, quiet = OTHER[after.to_move], self._guide.score(after).without_goal()
        if quiet.over or after.ball is None:
            return self._guide.prospects.worth(quiet, us)
        return self._value(after, us, self._guide.prospects.stakes(quiet))
