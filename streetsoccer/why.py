"""Which rule an illegal move breaks: a code and its data. Decides nothing about legality."""

from golem.play.errors import IllegalMove
from golem.play.pitch.kicks import kick_ends
from golem.play.pitch.reasons import why_no_kick, why_no_walk
from golem.play.pitch.squares import (
    ALL_KEEPER_FIELDS,
    BIT,
    FIELD,
    KEEPER_FIELDS,
    MOUTH,
    NAMES,
    OTHER,
)
from golem.play.pitch.walks import walk
from streetsoccer.notation import Intent, Kick, KickOff, Restart, Walk
from streetsoccer.oracle import Board, restart_squares
from streetsoccer.position import KICKOFF_SPOT, Phase, Position


def refusal(position: Position, board: Board, intent: Intent) -> IllegalMove:
    """Return why ``intent``, which is known to be illegal, is refused."""
    match intent:
        case Walk(start, end) if position.phase is Phase.TURN:
            return _why_walk(board, start, end)
        case Kick(start, end, ball) if position.phase is Phase.TURN:
            return _why_kick(board, start, end, ball)
        case Restart(keeper, ball) if position.phase is Phase.RESTART:
            return _why_restart(board, keeper, ball)
        case KickOff(ball) if position.phase is Phase.KICKOFF:
            lengths = BIT[board.die - 1]
            return _why_ball(board, KICKOFF_SPOT, KICKOFF_SPOT, lengths, ball, kickoff=True)
    return IllegalMove("wrong_phase", phase=str(position.phase))


def _why_walk(board: Board, start: int, end: int) -> IllegalMove:
    if start not in board.own:
        return IllegalMove("not_own_player", square=NAMES[start])
    if BIT[end] == board.ball:
        blocked = _why_way(board, start, end)
        return blocked or IllegalMove("must_kick", square=NAMES[end])
    if not BIT[end] & FIELD:
        return IllegalMove("off_field", square=NAMES[end])
    if end != start and BIT[end] & board.occupied:
        return IllegalMove("occupied", square=NAMES[end])
    if BIT[end] & ALL_KEEPER_FIELDS and not _may_keep(board, start, end):
        return IllegalMove("keeper_field", square=NAMES[end])
    return _why_way(board, start, end) or IllegalMove("unreachable_ball", square=NAMES[end])


def _may_keep(board: Board, start: int, end: int) -> bool:
    return start == board.own[0] and bool(BIT[end] & KEEPER_FIELDS[board.seat])


def _why_way(board: Board, start: int, end: int) -> IllegalMove | None:
    """Return why the player on ``start`` cannot walk to ``end`` with the die, or ``None``."""
    free = FIELD & ~(board.occupied ^ BIT[start])
    return why_no_walk(start, end, board.die, free, board.ball)


def _why_kick(board: Board, start: int, end: int, ball: int) -> IllegalMove:
    if start not in board.own:
        return IllegalMove("not_own_player", square=NAMES[start])
    if BIT[end] != board.ball:
        return IllegalMove("no_ball", square=NAMES[end])
    blocked = _why_way(board, start, end)
    if blocked:
        return blocked
    free = FIELD & ~(board.occupied ^ BIT[start])
    _, lengths = walk(BIT[start], board.die, free, board.ball)
    return _why_ball(board, start, end, lengths, ball)


def _why_restart(board: Board, keeper: int, ball: int) -> IllegalMove:
    squares = restart_squares(board)
    if keeper in squares:
        return _why_ball(board, board.own[0], keeper, BIT[board.die - 1], ball)
    if BIT[keeper] & KEEPER_FIELDS[board.seat]:
        return IllegalMove("occupied", square=NAMES[keeper])
    return IllegalMove("keeper_field", square=NAMES[keeper], squares=[NAMES[s] for s in squares])


def _why_ball(
    board: Board, start: int, kicker: int, lengths: int, ball: int, kickoff: bool = False
) -> IllegalMove:
    """Return why a kick from ``kicker`` cannot send the ball to ``ball``."""
    place, name = BIT[ball], NAMES[ball]
    if place & MOUTH[board.seat]:
        return IllegalMove("own_goal", square=name)
    if place & MOUTH[OTHER[board.seat]] and kickoff:
        return IllegalMove("kickoff_goal", square=name)
    if not place & (FIELD | MOUTH[OTHER[board.seat]]):
        return IllegalMove("off_field", square=name)
    if place & (board.occupied ^ BIT[start] | BIT[kicker]):
        return IllegalMove("occupied", square=name)
    friends = tuple(kicker if player == start else player for player in board.own)
    pieces = friends + board.others

    def search(lengths: int) -> int:
        return kick_ends([(kicker, lengths)], friends, pieces)

    return why_no_kick(kicker, lengths, place, search, {"square": name})
