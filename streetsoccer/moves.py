"""Legal moves: listed, checked one by one, and forced ones. :mod:`streetsoccer.oracle` decides."""

from functools import partial
from itertools import repeat
from typing import Final

from golem.play.pitch.asking import check_turn
from golem.play.pitch.squares import BIT, FIELD, squares_of
from golem.play.protocol import Seat
from streetsoccer import placing
from streetsoccer.notation import Intent, Kick, KickOff, Move, NoMove, Restart, Setup, Walk
from streetsoccer.oracle import (
    Board,
    ball_ends,
    board_of,
    kickoff_ends,
    known_way,
    paced,
    restart_ends,
    restart_squares,
    walk_ends,
)
from streetsoccer.position import Phase, Position
from streetsoccer.why import refusal

_WALKS: Final = {
    start: {end: Walk(start, end) for end in squares_of(FIELD)} for start in squares_of(FIELD)
}
_new_kick = partial(tuple.__new__, Kick)  # Kick(...) without the cost of a Python call


def legal(position: Position) -> list[Move] | None:
    """Return the legal moves in the order of their texts; ``None`` in the setup: too many."""
    if position.phase is Phase.SETUP:
        return None
    if not _moving(position):
        return []
    board = board_of(position)
    if position.phase is Phase.TURN:
        return _in_turn(board)
    return _without_walk(position.phase, board)


def has_move(position: Position) -> bool:
    """Return whether the side to move has a legal move; the die must be drawn."""
    if position.phase is Phase.SETUP:
        return True
    board = board_of(position)
    if position.phase is Phase.TURN:
        return any(map(partial(can_move, board), board.own))
    return bool(_without_walk(position.phase, board))


def _moving(position: Position) -> bool:
    return position.phase is not Phase.OVER and position.die is not None


def _without_walk(phase: Phase, board: Board) -> list[Move]:
    if phase is Phase.KICKOFF:
        return [KickOff(ball) for ball in squares_of(kickoff_ends(board))]
    return [
        Restart(kicker, ball)
        for kicker in restart_squares(board)
        for ball in squares_of(restart_ends(board, kicker))
    ]


def _in_turn(board: Board) -> list[Move]:
    moves: list[Move] = []
    way, kicker = known_way(board), board.ball.bit_length() - 1
    for start in sorted(board.own):
        ends, lengths = paced(board, start)
        ends = walk_ends(board, start, ends, way)
        moves += map(_WALKS[start].__getitem__, squares_of(ends))
        kicks = ball_ends(board, start, lengths)
        if kicks:  # they go between the walks to squares before and after the ball's
            place = len(moves) - (ends & -board.ball).bit_count()
            numbers = zip(repeat(start), repeat(kicker), squares_of(kicks), strict=False)
            moves[place:place] = map(_new_kick, numbers)
    return moves


def can_move(board: Board, start: int) -> bool:
    """Return whether the own player on ``start`` has a legal move in a turn."""
    ends, lengths = paced(board, start)
    walks = walk_ends(board, start, ends, known_way(board))
    return bool(walks or ball_ends(board, start, lengths))


def resolve(position: Position, seat: Seat, intent: Intent) -> Move:
    """Return ``intent`` as a legal move of ``seat``; raise ``IllegalMove`` with the rule broken."""
    check_turn(position, seat)
    if position.phase is Phase.SETUP and isinstance(intent, Setup):
        placing.check(position, intent.places)
        return intent
    board = board_of(position)
    if not is_legal(position.phase, board, intent):
        raise refusal(position, board, intent)
    return intent


def is_legal(phase: Phase, board: Board, intent: Intent) -> bool:
    """Return whether ``intent`` is a legal move in ``phase`` (not the setup) on ``board``."""
    match intent:
        case Kick(start, end, ball) if phase is Phase.TURN:
            if start not in board.own or BIT[end] != board.ball:
                return False
            lengths = paced(board, start)[1]
            return bool(ball_ends(board, start, lengths, BIT[ball]) & BIT[ball])
        case Walk(start, end) if phase is Phase.TURN:
            if start not in board.own:
                return False
            ends = paced(board, start)[0] & BIT[end]
            return bool(ends and walk_ends(board, start, ends, known_way(board)))
        case Restart(keeper, ball) if phase is Phase.RESTART:
            return bool(restart_ends(board, keeper, BIT[ball]) & BIT[ball])
        case KickOff(ball) if phase is Phase.KICKOFF:
            return bool(kickoff_ends(board, BIT[ball]) & BIT[ball])
    return False


def forced(position: Position) -> NoMove | None:
    """Return the empty ply of a side without a legal move, ``None`` if it has one."""
    if _moving(position) and not has_move(position):
        return NoMove()
    return None
