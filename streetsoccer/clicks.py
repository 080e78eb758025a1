"""A move put together by clicks: each click names one more square of the notation.

A draft is the beginning of a move's text that ends after a square: ``Pabcd``, ``Mab``,
``Mabcd``, ``Mabcd|Bxy``, ``Pxy``, ``Bxy``. What has been chosen so far is checked again at
every click, by the same oracle as moves are.
"""

import re
from typing import Final

from golem.play.errors import IllegalMove, NotationError
from golem.play.protocol import Draft, Seat
from streetsoccer import placing
from streetsoccer.moves import can_move, resolve
from streetsoccer.notation import LONGEST, Intent, Kick, KickOff, Restart, Setup, Walk, write
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
from streetsoccer.pitch import NAMES, SQUARE, mask_of, squares_of
from streetsoccer.position import PLACED, Phase, Position

_DRAFT: Final = re.compile(
    r"(?:P|M)?|P(?:[a-f][a-l]){1,3}|P[a-f][a-l]\|B[a-f][a-l]|B[a-f][a-l]"
    r"|M[a-f][a-l]|M(?:[a-f][a-l]){2}(?:\|B[a-f][a-l])?",
    re.ASCII,
)
_ON_THE_WAY: Final = {
    Phase.SETUP: ("place", "place", "place"),
    Phase.KICKOFF: ("kick",),
    Phase.TURN: ("piece", "walk", "kick"),
    Phase.RESTART: ("keeper", "kick"),
}
"""What the player is asked for, by the number of squares chosen so far."""
_FIRST_LETTER: Final = {
    Phase.SETUP: "P",
    Phase.KICKOFF: "B",
    Phase.TURN: "M",
    Phase.RESTART: "P",
}


def click(position: Position, seat: Seat, draft: str, square: str | None) -> Draft:
    """Return the draft after a click on ``square``; see :class:`golem.play.protocol.Clicks`.

    A click that does not lead on from ``draft`` may choose the last square anew, or another
    player to begin with; it is refused if no such reading makes sense.
    """
    chosen = _chosen(position, seat, draft)
    if square is None:
        return _stand(position, chosen)
    if square not in SQUARE:
        raise NotationError("unexpected", 1, "a square")
    return _after(position, chosen, SQUARE[square])


def _after(position: Position, chosen: tuple[int, ...], clicked: int) -> Draft:
    """Return the draft with ``clicked`` as the next square, else as the last or the first one."""
    refused: IllegalMove | None = None
    for kept in dict.fromkeys((len(chosen), max(len(chosen) - 1, 0), 0)):
        if kept and position.phase is Phase.SETUP and clicked in chosen:
            continue
        try:
            return _stand(position, (*chosen[:kept], clicked))
        except IllegalMove as illegal:
            refused = refused or illegal
    raise refused or IllegalMove("same_square", square=NAMES[clicked])


def _chosen(position: Position, seat: Seat, draft: str) -> tuple[int, ...]:
    """Return the squares of ``draft``; raise if it is none that ``seat`` could have made."""
    if position.phase is Phase.OVER:
        raise IllegalMove("match_over")
    if position.die is None:
        raise IllegalMove("draw_owed")
    if seat != position.to_move:
        raise IllegalMove("wrong_seat", to_move=[position.to_move])
    if not isinstance(draft, str) or len(draft) > LONGEST or not _DRAFT.fullmatch(draft):
        raise NotationError("unexpected", 1, "the beginning of a move")
    if draft and draft[0] != _FIRST_LETTER[position.phase]:
        raise IllegalMove("wrong_phase", phase=str(position.phase))
    pairs = draft[1:].replace("|B", "")
    return tuple(SQUARE[pairs[at : at + 2]] for at in range(0, len(pairs), 2))


def _stand(position: Position, chosen: tuple[int, ...]) -> Draft:
    """Return how the draft of the squares ``chosen`` stands; raise ``IllegalMove``."""
    asks = _ON_THE_WAY[position.phase]
    if len(chosen) > len(asks):
        raise IllegalMove("wrong_phase", phase=str(position.phase))
    intent = _whole(position, chosen)
    if intent is not None:
        move = resolve(position, position.to_move, intent)
        return Draft(write(move), complete=True, squares=(), ask="done")
    squares = _next(position, chosen)
    if not squares:
        raise _dead_end(position, chosen)
    names = tuple(NAMES[square] for square in squares_of(squares))
    return Draft(_text(position, chosen), complete=False, squares=names, ask=asks[len(chosen)])


def _whole(position: Position, chosen: tuple[int, ...]) -> Intent | None:
    """Return the move that ``chosen`` names, or ``None`` if squares are missing."""
    match position.phase, chosen:
        case Phase.SETUP, (first, second, third):
            return Setup((first, second, third))
        case Phase.KICKOFF, (ball,):
            return KickOff(ball)
        case Phase.TURN, (start, end) if end != position.ball:
            return Walk(start, end)
        case Phase.TURN, (start, end, ball):
            return Kick(start, end, ball)
        case Phase.RESTART, (keeper, ball):
            return Restart(keeper, ball)
    return None


def _next(position: Position, chosen: tuple[int, ...]) -> int:
    """Return the squares that may follow ``chosen``, as a set: each leads to a legal move."""
    if position.phase is Phase.SETUP:
        placing.check(position, chosen)
        return placing.open_places(position, chosen) if len(chosen) < PLACED else 0
    board = board_of(position)
    match position.phase, chosen:
        case Phase.KICKOFF, ():
            return kickoff_ends(board)
        case Phase.TURN, ():
            return mask_of(start for start in board.own if can_move(board, start))
        case Phase.TURN, (start, *end) if start in board.own:
            return _turn_next(board, start, bool(end))
        case Phase.RESTART, ():
            return mask_of(s for s in restart_squares(board) if restart_ends(board, s))
        case Phase.RESTART, (keeper,):
            return restart_ends(board, keeper)
    return 0


def _turn_next(board: Board, start: int, on_ball: bool) -> int:
    ends, lengths = paced(board, start)
    kicks = ball_ends(board, start, lengths)
    if on_ball:
        return kicks
    return walk_ends(board, start, ends, known_way(board)) | (board.ball if kicks else 0)


def _dead_end(position: Position, chosen: tuple[int, ...]) -> IllegalMove:
    """Return why no legal move begins with ``chosen``."""
    board = board_of(position)
    name = NAMES[chosen[-1]] if chosen else None
    match position.phase, chosen:
        case Phase.TURN, (start, *_) if start not in board.own:
            return IllegalMove("not_own_player", square=name)
        case Phase.TURN, (start, end):
            return _why_not(position, Kick(start, end, start), "no_kick_path")
        case Phase.RESTART, (keeper,) if keeper not in restart_squares(board):
            return _why_not(position, Restart(keeper, keeper), "keeper_field")
    return IllegalMove("no_legal_move", square=name)


def _why_not(position: Position, intent: Intent, otherwise: str) -> IllegalMove:
    """Return why ``intent`` fails before its kick, or ``otherwise`` if only the kick does."""
    try:
        resolve(position, position.to_move, intent)
    except IllegalMove as illegal:
        if illegal.code in ("walk_blocked", "keeper_field") or illegal.data.get("part") == "walk":
            return illegal
        if illegal.code == "occupied" and position.phase is Phase.RESTART:
            return illegal
    return IllegalMove(otherwise, square=NAMES[intent_square(intent)])


def intent_square(intent: Intent) -> int:
    """Return the square of ``intent`` from which the ball is kicked."""
    match intent:
        case Kick(_, end, _):
            return end
        case Restart(keeper, _):
            return keeper
    raise ValueError(intent)


def _text(position: Position, chosen: tuple[int, ...]) -> str:
    if not chosen:
        return ""
    return _FIRST_LETTER[position.phase] + "".join(NAMES[square] for square in chosen)
