"""A move put together by clicks: each click names one more square of the notation.

A draft is the beginning of a move's text that ends after a square or a goal: ``Kab``,
``Kab|Pcd``; ``Bxy``; ``Mab``, ``Mabcd``, ``Mabcd|Bxy``, ``Mabcd|G``, the last two perhaps with
``|Ruv``; ``Pab``, ``Pab|Bxy``, ``Pab|G``. A player placed on a square in front of the own net is
the keeper; a click behind the opponent's end line, where the ball goes when it scores, is a
goal. What has been chosen so far is checked again at every click, by the same oracle as moves
are.
"""

import re
from collections.abc import Iterable
from functools import partial
from typing import Final

from golem.games.golden_goal import setup_clicks
from golem.games.golden_goal.field import NETS
from golem.games.golden_goal.moves import can_move, resolve
from golem.games.golden_goal.notation import LONGEST, Intent, Kick, KickOff, Restart, Walk, write
from golem.games.golden_goal.oracle import (
    Board,
    asides,
    board_of,
    kickoff_ends,
    kicks,
    known_way,
    needs_aside,
    paced,
    restart_ends,
    walk_ends,
)
from golem.games.golden_goal.position import Phase, Position
from golem.games.golden_goal.why import refusal, why_before_ball
from golem.play.errors import IllegalMove, NotationError
from golem.play.pitch.asking import check_turn
from golem.play.pitch.drafting import after_click
from golem.play.pitch.squares import (
    ANY_SQUARE,
    BIT,
    FIELD,
    KEEPER_SQUARES,
    MOUTH,
    NAMES,
    OTHER,
    all_squares_of,
    mask_of,
)
from golem.play.protocol import Draft, Seat

GOAL: Final = -1
"""Chosen in place of a square: the ball goes into the net."""
Chosen = tuple[int, ...]

_SQ: Final = "[a-gz][a-l]"
_ANY_DRAFT: Final = re.compile(
    rf"[BKMP]?|[KP]{_SQ}(?:\|[KP]{_SQ})?|P{_SQ}\|(?:B{_SQ}|G)|B{_SQ}"
    rf"|M{_SQ}(?:{_SQ}(?:\|(?:B{_SQ}|G)(?:\|R{_SQ})?)?)?",
    re.ASCII,
)
_NAMED: Final = re.compile(rf"{_SQ}|G", re.ASCII)
_FIRST_LETTER: Final = {Phase.KICKOFF: "B", Phase.TURN: "M", Phase.RESTART: "P"}
_ASKS: Final = {
    Phase.KICKOFF: ("kick",),
    Phase.TURN: ("piece", "walk", "kick", "aside"),
    Phase.RESTART: ("keeper", "kick"),
}
"""What the player is asked for, by the number of squares chosen so far."""
_BEFORE_GOAL: Final = {Phase.TURN: 2, Phase.RESTART: 1}
"""So many squares are chosen when the next one may be a goal."""
_KICKED: Final = 3
"""So many squares are chosen when a turn's ball has been kicked."""


def click(position: Position, seat: Seat, draft: str, square: str | None) -> Draft:
    """Return the draft after a click on ``square``; see :class:`golem.play.protocol.Clicks`.

    A click that does not lead on from ``draft`` may choose the last square anew, or another
    player to begin with; it is refused if no such reading makes sense.
    """
    check_turn(position, seat)
    if not isinstance(draft, str) or len(draft) > LONGEST or not _ANY_DRAFT.fullmatch(draft):
        raise NotationError("unexpected", 1, "the beginning of a move")
    if square is not None and square not in ANY_SQUARE:
        raise NotationError("unexpected", 1, "a square")
    clicked = None if square is None else ANY_SQUARE[square]
    if position.phase is Phase.SETUP:
        return setup_clicks.click(position, draft, clicked)
    chosen = _chosen(position, draft)
    if clicked is None:
        return _stand(position, chosen)
    return after_click(_readings(position, chosen), clicked, partial(_stand_on, position))


def chosen_names(draft: str) -> tuple[str, ...]:
    """Return the squares that ``draft`` names, without goals."""
    return tuple(name for name in _NAMED.findall(draft) if name != "G")


def _chosen(position: Position, draft: str) -> Chosen:
    """Return the squares of ``draft``; raise if it is none that this phase could have made."""
    if draft and draft[0] != _FIRST_LETTER[position.phase]:
        raise IllegalMove("wrong_phase", phase=str(position.phase))
    chosen = tuple(GOAL if name == "G" else ANY_SQUARE[name] for name in _NAMED.findall(draft))
    if len(draft) > 1 and draft != _text(position, chosen):
        raise IllegalMove("wrong_phase", phase=str(position.phase))
    return chosen


def _readings(position: Position, chosen: Chosen) -> list[Chosen]:
    """Return what may stand before the clicked square, the likeliest first.

    A finished move has its last square chosen anew; otherwise the click goes on from what is
    there. Where the kicker steps aside, the click may also choose the ball's square anew. Failing
    that, it is a new beginning.
    """
    known = len(chosen)
    if _is_finished(position, chosen):
        known -= 1
    lengths = (known, *range(min(known, _KICKED) - 1, 1, -1)) if known >= _KICKED else (known,)
    readings = [chosen[:length] for length in lengths]
    return readings if () in readings else [*readings, ()]


def _is_finished(position: Position, chosen: Chosen) -> bool:
    try:
        return _stand(position, chosen).complete
    except IllegalMove:
        return False


def _stand_on(position: Position, chosen: Chosen) -> Draft:
    """Return how the draft stands whose last square was clicked, perhaps to score."""
    *before, clicked = chosen
    goal = BIT[clicked] & MOUTH[OTHER[position.to_move]]
    if goal and len(before) == _BEFORE_GOAL.get(position.phase):
        return _stand(position, (*before, GOAL))
    return _stand(position, chosen)


def _stand(position: Position, chosen: Chosen) -> Draft:
    """Return how the draft of ``chosen`` stands; raise ``IllegalMove``."""
    board = board_of(position)
    squares = _next(position, board, chosen)
    if squares:
        names = tuple(NAMES[square] for square in all_squares_of(squares))
        ask = _ASKS[position.phase][len(chosen)]
        return Draft(_text(position, chosen), complete=False, squares=names, ask=ask)
    intent = _whole(position, chosen)
    if intent is None:
        raise _dead_end(position, board, chosen)
    move = resolve(position, position.to_move, intent)
    return Draft(write(move), complete=True, squares=(), ask="done")


def _whole(position: Position, chosen: Chosen) -> Intent | None:
    """Return the move that ``chosen`` names, or ``None`` if squares are missing."""
    match position.phase, chosen:
        case Phase.KICKOFF, (ball,):
            return KickOff(ball)
        case Phase.TURN, (start, end) if end != position.ball:
            return Walk(start, end)
        case Phase.TURN, (start, end, ball, *aside):
            return Kick(start, end, _target(ball), *aside)
        case Phase.RESTART, (keeper, ball):
            return Restart(keeper, _target(ball))
    return None


def _target(ball: int) -> int | None:
    return None if ball == GOAL else ball


def _next(position: Position, board: Board, chosen: Chosen) -> int:
    """Return the squares that may follow ``chosen``, as a set: each leads to a legal move."""
    match position.phase, chosen:
        case Phase.KICKOFF, ():
            return kickoff_ends(board)
        case Phase.TURN, ():
            return mask_of(start for start in board.own if can_move(board, start))
        case Phase.TURN, (start, *walked) if start in board.own:
            return _next_in_turn(board, start, walked)
        case Phase.RESTART, ():
            return mask_of(s for s in KEEPER_SQUARES[board.seat] if restart_ends(board, s))
        case Phase.RESTART, (keeper,):
            return _shown(board, restart_ends(board, keeper))
    return 0


def _next_in_turn(board: Board, start: int, walked: list[int]) -> int:
    ends, lengths = paced(board, start)
    if walked and BIT[walked[0]] != board.ball:
        return 0
    found = [(kick.aside, kick.ends) for kick in kicks(board, start, lengths) if kick.ends]
    match walked:
        case []:
            walks = walk_ends(board, start, ends, known_way(board))
            return walks | (board.ball if found else 0)
        case [_]:
            return _shown(board, _union(ends for _, ends in found))
        case [_, ball]:
            target = MOUTH[OTHER[board.seat]] if ball == GOAL else BIT[ball] & FIELD
            return mask_of(aside for aside, ends in found if ends & target and aside is not None)
    return 0


def _union(sets: Iterable[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


def _shown(board: Board, ends: int) -> int:
    """Return where a kick can be seen to end: of a goal's squares those of the net."""
    goal = MOUTH[OTHER[board.seat]]
    return ends & FIELD | (NETS & goal if ends & goal else 0)


def _dead_end(position: Position, board: Board, chosen: Chosen) -> IllegalMove:
    """Return why no legal move begins with ``chosen``."""
    match position.phase, chosen:
        case Phase.TURN, (start,) if start not in board.own:
            return IllegalMove("not_own_player", square=NAMES[start])
        case Phase.TURN, (start, end):
            illegal = why_before_ball(board, start, end)
            return illegal or _why_no_kick(board, start)
        case Phase.RESTART, (keeper,) if keeper not in KEEPER_SQUARES[board.seat]:
            return refusal(position, board, Restart(keeper, None))
        case Phase.RESTART, (keeper,):
            return IllegalMove("no_kick_path", square=NAMES[keeper])
    return IllegalMove("no_legal_move")


def _why_no_kick(board: Board, start: int) -> IllegalMove:
    """Return why nothing can come of the walk from ``start`` to the ball."""
    if needs_aside(board, start) and not asides(board, start):
        return IllegalMove("no_aside")
    return IllegalMove("no_kick_path", square=NAMES[board.ball.bit_length() - 1])


def _text(position: Position, chosen: Chosen) -> str:
    """Return the draft of ``chosen``: the move if it is whole, else its beginning."""
    intent = _whole(position, chosen)
    if intent is not None:
        return write(intent)
    if not chosen:
        return ""
    return _FIRST_LETTER[position.phase] + "".join(NAMES[square] for square in chosen)
