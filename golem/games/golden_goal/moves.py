"""Legal moves: listed, checked one by one, and forced ones. The oracle decides."""

from functools import partial
from itertools import repeat
from typing import Final

from golem.games.golden_goal import placing
from golem.games.golden_goal.field import WALKABLE
from golem.games.golden_goal.notation import (
    Intent,
    Kick,
    KickOff,
    Move,
    NoMove,
    Put,
    Restart,
    Setup,
    Walk,
)
from golem.games.golden_goal.oracle import (
    Board,
    Kicks,
    board_of,
    kickoff_ends,
    kicks,
    known_way,
    paced,
    restart_ends,
    walk_ends,
)
from golem.games.golden_goal.position import Phase, Position
from golem.games.golden_goal.why import refusal
from golem.play.errors import IllegalMove
from golem.play.pitch.asking import check_turn
from golem.play.pitch.squares import (
    BIT,
    FIELD,
    KEEPER_SQUARES,
    MOUTH,
    OTHER,
    all_squares_of,
    mask_of,
    squares_of,
)
from golem.play.protocol import Seat

_WALKS: Final = {
    start: {end: Walk(start, end) for end in all_squares_of(WALKABLE)}
    for start in all_squares_of(WALKABLE)
}
_COLUMN_Z: Final = BIT[13] - 1
"""The squares of column ``z``: first by number, last by name."""
Numbers = tuple[int, int, int, int | None]
_new_kick = partial(tuple.__new__, Kick)  # Kick(...) without the cost of a Python call


def legal(position: Position) -> list[Move] | None:
    """Return the legal moves in the order of their texts.

    ``None`` where two players are placed at once: too many.
    """
    if position.phase is Phase.SETUP:
        return [Setup((put,)) for put in puts(position)] if placing.due(position) == 1 else None
    if not _moving(position):
        return []
    board = board_of(position)
    if position.phase is Phase.TURN:
        return _in_turn(board)
    return _without_walk(position.phase, board)


def puts(position: Position) -> list[Put]:
    """Return where the side to move may place its next player, in the order of the texts."""
    keepers = squares_of(placing.keeper_places(position))
    outfielders = squares_of(placing.outfielder_places(position))
    return [*(Put(square, keeper=True) for square in keepers), *map(Put, outfielders)]


def _moving(position: Position) -> bool:
    return position.phase is not Phase.OVER and position.die is not None


def _without_walk(phase: Phase, board: Board) -> list[Move]:
    if phase is Phase.KICKOFF:
        return [KickOff(ball) for ball in squares_of(kickoff_ends(board))]
    moves: list[Move] = []
    for keeper in KEEPER_SQUARES[board.seat]:
        ends = restart_ends(board, keeper)
        moves += [Restart(keeper, ball) for ball in squares_of(ends & FIELD)]
        if ends & ~FIELD:
            moves.append(Restart(keeper, None))
    return moves


def _in_turn(board: Board) -> list[Move]:
    moves: list[Move] = []
    way = known_way(board)
    after_ball = -board.ball | _COLUMN_Z
    for start in all_squares_of(mask_of(board.own)):
        ends, lengths = paced(board, start)
        ends = walk_ends(board, start, ends, way)
        moves += map(_WALKS[start].__getitem__, all_squares_of(ends))
        if lengths:  # kicks go between the walks to squares before and after the ball's
            place = len(moves) - (ends & after_ball).bit_count()
            moves[place:place] = _kick_moves(board, start, lengths)
    return moves


def _kick_moves(board: Board, start: int, lengths: int) -> list[Move]:
    """Return the kicks of the player from ``start`` in the order of their texts."""
    kicker, found = board.ball.bit_length() - 1, tuple(kicks(board, start, lengths))
    if len(found) == 1:
        aside, ends = found[0]
        balls = squares_of(ends & FIELD)
        numbers = zip(repeat(start), repeat(kicker), balls, repeat(aside), strict=False)
        moves: list[Move] = list(map(_new_kick, numbers))
    else:
        moves = list(map(_new_kick, _ways_aside(start, kicker, found)))
    moves += [Kick(start, kicker, None, aside) for aside, ends in found if ends & ~FIELD]
    return moves


def _ways_aside(start: int, kicker: int, found: tuple[Kicks, ...]) -> list[Numbers]:
    """Return the numbers of the kicks that do not score, when the kicker may go several ways."""
    union = 0
    for kick in found:
        union |= kick.ends
    return [
        (start, kicker, ball, aside)
        for ball in squares_of(union & FIELD)
        for aside, ends in found
        if BIT[ball] & ends
    ]


def has_move(position: Position) -> bool:
    """Return whether the side to move has a legal move; the die must be drawn."""
    if position.phase is Phase.SETUP:
        return True
    board = board_of(position)
    if position.phase is Phase.TURN:
        return any(map(partial(can_move, board), board.own))
    return bool(_without_walk(position.phase, board))


def can_move(board: Board, start: int) -> bool:
    """Return whether the own player on ``start`` has a legal move in a turn."""
    squares, lengths = paced(board, start)
    walks = walk_ends(board, start, squares, known_way(board))
    return bool(walks or any(kick.ends for kick in kicks(board, start, lengths)))


def resolve(position: Position, seat: Seat, intent: Intent) -> Move:
    """Return ``intent`` as a legal move of ``seat``; raise ``IllegalMove`` with the rule broken."""
    check_turn(position, seat)
    if position.phase is Phase.SETUP:
        return _resolved_setup(position, intent)
    board = board_of(position)
    if not is_legal(position.phase, board, intent):
        raise refusal(position, board, intent)
    return intent


def _resolved_setup(position: Position, intent: Intent) -> Move:
    if not isinstance(intent, Setup):
        raise IllegalMove("wrong_phase", phase=str(position.phase))
    if len(intent.puts) != placing.due(position):
        raise IllegalMove("wrong_count", expected=placing.due(position))
    placing.check(position, intent.puts)
    return intent


def is_legal(phase: Phase, board: Board, intent: Intent) -> bool:
    """Return whether ``intent`` is a legal move in ``phase`` (not the setup) on ``board``."""
    match intent:
        case Kick(start, end, ball, aside) if phase is Phase.TURN:
            if start not in board.own or BIT[end] != board.ball:
                return False
            target = _target(board, ball)
            found = kicks(board, start, paced(board, start)[1], target)
            return any(kick.aside == aside and kick.ends & target for kick in found)
        case Walk(start, end) if phase is Phase.TURN:
            if start not in board.own:
                return False
            ends = paced(board, start)[0] & BIT[end]
            return bool(ends and walk_ends(board, start, ends, known_way(board)))
        case Restart(keeper, ball) if phase is Phase.RESTART:
            target = _target(board, ball)
            return bool(restart_ends(board, keeper, target) & target)
        case KickOff(ball) if phase is Phase.KICKOFF:
            return bool(kickoff_ends(board, BIT[ball]) & BIT[ball])
    return False


def _target(board: Board, ball: int | None) -> int:
    """Return where a kick to ``ball`` may end, as a set: any square of the mouth for a goal."""
    return MOUTH[OTHER[board.seat]] if ball is None else BIT[ball] & FIELD


def forced(position: Position) -> NoMove | None:
    """Return the empty ply of a side without a legal move, ``None`` if it has one."""
    if _moving(position) and not has_move(position):
        return NoMove()
    return None
