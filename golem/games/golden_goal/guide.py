"""Golden Goal as :mod:`golem.play.pitch.lookahead` asks for it."""

from collections.abc import Iterable
from typing import Final

from golem.games.golden_goal import rules
from golem.games.golden_goal.field import WALKABLE
from golem.games.golden_goal.notation import Move
from golem.games.golden_goal.oracle import board_of
from golem.games.golden_goal.position import Phase, Position
from golem.games.golden_goal.prospects import Score, prospects, score_of
from golem.games.golden_goal.replies import after_restart, after_turn
from golem.play.pitch.lookahead import Players

DICE: Final = {Phase.TURN: (6, 5, 4, 3, 2, 1), Phase.RESTART: (6, 5, 4, 3, 2)}


class GoldenGuide:
    """Answers :class:`golem.play.pitch.lookahead.Guide`."""

    walkable = WALKABLE
    prospects = prospects

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after ``move``."""
        return rules.play(position, move)

    def score(self, position: Position) -> Score:
        """Return how the match stands."""
        return score_of(position)

    def dice(self, position: Position) -> tuple[int, ...]:
        """Return the dice of a turn or of a restart."""
        return DICE[position.phase]

    def replies(self, position: Position, die: int) -> Iterable[tuple[Players, int]]:
        """Yield where each legal move with ``die`` leads."""
        board = board_of(position._replace(die=die))
        return after_turn(board) if position.phase is Phase.TURN else after_restart(board)


guide: Final = GoldenGuide()
