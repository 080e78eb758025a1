"""StreetSoccer as :mod:`golem.play.pitch.lookahead` asks for it."""

from collections.abc import Iterable
from typing import Final

from golem.play.pitch.lookahead import Players
from golem.play.pitch.squares import FIELD, OTHER
from streetsoccer import rules
from streetsoccer.notation import Move
from streetsoccer.position import Phase, Position
from streetsoccer.prospects import Score, prospects, score_of
from streetsoccer.replies import after_restart, after_turn, turn_board

DICE: Final = {Phase.TURN: (6, 5, 4, 3, 2, 1), Phase.RESTART: (6, 5, 4, 3, 2)}


class StreetGuide:
    """Answers :class:`golem.play.pitch.lookahead.Guide`."""

    walkable = FIELD
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
        seat = position.to_move
        players = position.players(seat), position.players(OTHER[seat])
        board = turn_board(seat, die, *players, position.ball)
        return after_turn(board) if position.phase is Phase.TURN else after_restart(board)


guide: Final = StreetGuide()
