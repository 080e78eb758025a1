"""Looks ahead: own move, the opponent's die, his best reply, and what that is worth."""

from collections.abc import Callable, Iterable
from operator import itemgetter
from random import Random
from typing import Final

from golem.play.pitch.squares import OTHER
from streetsoccer import rules
from streetsoccer.evaluation import MOST_TILT, Evaluation
from streetsoccer.notation import Move
from streetsoccer.position import Phase, Position
from streetsoccer.prospects import score_of, stakes, worth
from streetsoccer.replies import GOAL, after_restart, after_turn, turn_board

Spent = Callable[[], bool]
"""Whether the thinking time is over; asked often, and each time is one unit of work."""
DICE: Final = {Phase.TURN: (6, 5, 4, 3, 2, 1), Phase.RESTART: (6, 5, 4, 3, 2)}


class Search:
    """One search: it keeps what it learns of positions from one candidate to the next."""

    def __init__(self, spent: Spent) -> None:
        self._spent = spent
        self._evaluation = Evaluation()

    def best(self, position: Position, moves: Iterable[Move], rng: Random) -> Move:
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
        self, position: Position, moves: Iterable[Move], rng: Random
    ) -> list[tuple[float, Move, Position]]:
        """Return value, move and position after it, best first, without moves that lead to the
        same."""
        different = {rules.play(position, move): move for move in moves}
        pairs = list(different.items())
        rng.shuffle(pairs)
        ranked = [(self.glance(after), move, after) for after, move in pairs]
        return sorted(ranked, key=itemgetter(0), reverse=True)

    def glance(self, after: Position) -> float:
        """Return what ``after`` is worth to the side that made the last ply, roughly."""
        score, seat = score_of(after), OTHER[after.to_move]
        if after.phase is not Phase.TURN or after.ball is None:
            return worth(score, seat)
        players = after.players(after.to_move), after.players(seat)
        return 1 - self._evaluation.value(after.to_move, *players, after.ball, stakes(score))

    def _looked_at(self, after: Position, enough: float) -> float | None:
        """Return what ``after`` is worth to the side that made the last ply, seen from behind
        the other's best replies; ``None`` if time was over before.

        Once it is sure to be no more than ``enough``, an upper bound of it may be returned.
        """
        if after.phase is Phase.OVER:
            return worth(score_of(after), OTHER[after.to_move])
        dice = DICE[after.phase]
        most = self._most(after)
        total = most * len(dice)
        for die in dice:
            if self._spent():
                return None
            total += self._reply(after, die) - most
            if total <= enough * len(dice):
                break
        return total / len(dice)

    def _most(self, after: Position) -> float:
        """Return a bound of what ``after`` can be worth to the side that made the last ply."""
        quiet = score_of(after).without_goal()
        if quiet.over:
            return worth(quiet, OTHER[after.to_move])
        at_stake = stakes(quiet)
        return max(at_stake.scored, at_stake.quiet + MOST_TILT * at_stake.goal)

    def _reply(self, after: Position, die: int) -> float:
        """Return what the reply to ``after`` with ``die`` that is best leaves to the other."""
        them, us = after.to_move, OTHER[after.to_move]
        score = score_of(after)
        board = turn_board(them, die, after.players(them), after.players(us), after.ball)
        found = after_turn(board) if after.phase is Phase.TURN else after_restart(board)
        quiet = score.without_goal()
        lowest = 2.0
        for players, ball in found:
            if ball == GOAL:
                value = worth(score.after_goal(), us)
            elif quiet.over:
                value = worth(quiet, us)
            else:
                value = self._evaluation.value(
                    us, board.others, players, ball, stakes(quiet), lowest
                )
            lowest = min(lowest, value)
        return self._idle(after) if lowest == 2.0 else lowest

    def _idle(self, after: Position) -> float:
        """Return what ``after`` is worth when the side to move has no legal move."""
        us, quiet = OTHER[after.to_move], score_of(after).without_goal()
        if quiet.over or after.ball is None:
            return worth(quiet, us)
        players = after.players(us), after.players(after.to_move)
        return self._evaluation.value(us, *players, after.ball, stakes(quiet))
