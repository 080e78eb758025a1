"""A move put together by clicks: each click names one more square of the notation.

A draft is the beginning of a move's text that ends after a square: ``Pabcd``, ``Mab``,
``Mabcd``, ``Mabcd|Bxy``, ``Pxy``, ``Bxy``. What has been chosen so far is checked again at
every click, by the same oracle as moves are.
"""

import re
from functools import partial
from typing import Final

from golem.play.errors import IllegalMove, NotationError
from golem.play.pitch.asking import check_turn
from golem.play.pitch.drafting import after_click
from golem.play.pitch.squares import NAMES, SQUARE, mask_of, squares_of
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
from streetsoccer.position import PLACED, Phase, Position
from streetsoccer.why import refusal

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
    """Return the draft after a click: with ``clicked`` next, or in place of something chosen."""
    if position.phase is Phase.SETUP and clicked in chosen:
        return _stand(position, tuple(square for square in chosen if square != clicked))
    return after_click(_readings(position, chosen), clicked, partial(_stand, position))


def _readings(position: Position, chosen: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return what may stand before the clicked square, the likeliest first.

    A finished move has its last square chosen anew; otherwise the click goes on from what is
    there. Failing that, the click may be a new beginning, but in the setup.
    """
    finished = _whole(position, chosen) is not None
    readings = [chosen[:-1] if finished else chosen]
    return readings if position.phase is Phase.SETUP else [*readings, ()]


def _chosen(position: Position, seat: Seat, draft: str) -> tuple[int, ...]:
    """Return the squares of ``draft``; raise if it is none that ``seat`` could have made."""
    check_turn(position, seat)
    if not isinstance(draft, str) or len(draft) > LONGEST or not _DRAFT.fullmatch(draft):
        raise NotationError("unexpected", 1, "the beginning of a move")
    if draft and draft[0] != _FIRST_LETTER[position.phase]:
        raise IllegalMove("wrong_phase", phase=str(position.phase))
    pairs = draft[1:].replace("|B", "")
    chosen = tuple(SQUARE[pairs[at : at + 2]] for at in range(0, len(pairs), 2))
    if len(draft) > 1 and draft != _text(position, chosen):
        raise IllegalMove("wrong_phase", phase=str(position.phase))
    return chosen


def _stand(position: Position, chosen: tuple[int, ...]) -> Draft:
    """Return how the draft of the squares ``chosen`` stands; raise ``IllegalMove``."""
    asks = _ON_THE_WAY[position.phase]
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
    match position.phase, chosen:
        case Phase.TURN, (start, *_) if start not in board.own:
            return IllegalMove("not_own_player", square=NAMES[start])
        case Phase.TURN, (start, end):
            # Any target does: what matters is whether the walk already fails.
            return _why_before_ball(position, board, Kick(start, end, start), end)
        case Phase.RESTART, (keeper,):
            return _why_before_ball(position, board, Restart(keeper, keeper), keeper)
    return IllegalMove("no_legal_move")


def _why_before_ball(position: Position, board: Board, intent: Intent, kicker: int) -> IllegalMove:
    """Return why ``intent`` fails before its kick, or that no kick from ``kicker`` is legal."""
    illegal = refusal(position, board, intent)
    on_the_way = illegal.data.get("part") == "walk" or illegal.code == "walk_blocked"
    placed = position.phase is Phase.RESTART and kicker not in restart_squares(board)
    if on_the_way or placed:
        return illegal
    return IllegalMove("no_kick_path", square=NAMES[kicker])


def _text(position: Position, chosen: tuple[int, ...]) -> str:
    """Return the draft of ``chosen``: the move if it is whole, else its beginning."""
    intent = _whole(position, chosen)
    if intent is not None:
        return write(intent)
    if not chosen:
        return ""
    return _FIRST_LETTER[position.phase] + "".join(NAMES[square] for square in chosen)
