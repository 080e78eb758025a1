"""Where pieces and ball can legally end: the only oracle of legality.

Three functions decide: :func:`turn_ends`, :func:`restart_ends` and :func:`kickoff_ends` (the
setup has :mod:`streetsoccer.placing`). The list of legal moves, the check of one move, the
clicks on the board and the search for a ply without a move all ask them.
"""

from typing import NamedTuple

from golem.play.protocol import Seat
from streetsoccer.kicks import kick_ends
from streetsoccer.pitch import (
    ALL_KEEPER_FIELDS,
    BIT,
    FIELD,
    KEEPER_FIELDS,
    KEEPER_SQUARES,
    MOUTH,
    OTHER,
    beside,
    mask_of,
)
from streetsoccer.position import KICKOFF_SPOT, Position
from streetsoccer.walks import open_ends, region, shortest_way, walk


class Board(NamedTuple):
    """A position as the side to move looks at it; squares in tuples, sets as numbers.

    ``beside_others`` are the squares beside an opponent, ``way`` those of a path from there to
    the ball, if there is one, ``None`` else (and in phases without a ball on the field).
    """

    seat: Seat
    die: int
    ball: int
    own: tuple[int, ...]
    others: tuple[int, ...]
    occupied: int
    beside_others: int
    way: int | None


def board_of(position: Position) -> Board:
    """Return ``position`` as the side to move looks at it; its die must be drawn."""
    seat = position.to_move
    own, others = position.players(seat), position.players(OTHER[seat])
    ball = 0 if position.ball is None else BIT[position.ball]
    opponents = mask_of(others)
    occupied = opponents | mask_of(own)
    near = beside(opponents)
    way = shortest_way(ball, FIELD & ~occupied, near) if ball else None
    return Board(seat, position.die or 0, ball, own, others, occupied, near, way)


def turn_ends(board: Board, start: int) -> tuple[int, int]:
    """Return where the own player on ``start`` can walk without a kick, and where it can kick.

    The first set holds the ends of walks that leave the ball alone; the second one where the
    ball can end, goals included, when the player walks onto it. Empty sets: no such move.
    """
    free = FIELD & ~(board.occupied ^ BIT[start])
    ends, lengths = walk(BIT[start], board.die, free, board.ball)
    ends &= ~_closed(board, start)
    if ends:
        ends = open_ends(ends, board.ball, free, board.beside_others, board.way)
    if not lengths:
        return ends, 0
    kicker = board.ball.bit_length() - 1
    return ends, _kicked(board, start, kicker, lengths, MOUTH[OTHER[board.seat]])


def _closed(board: Board, start: int) -> int:
    """Return the keeper fields on which the player on ``start`` may not end a walk."""
    if start == board.own[0]:
        return ALL_KEEPER_FIELDS ^ KEEPER_FIELDS[board.seat]
    return ALL_KEEPER_FIELDS


def restart_squares(board: Board) -> tuple[int, ...]:
    """Return the squares from which the keeper may restart."""
    keeper = board.own[0]
    held = board.occupied ^ BIT[keeper]
    open_ = tuple(s for s in KEEPER_SQUARES[board.seat] if not BIT[s] & held)
    # (decided) With both keeper fields held by others, the keeper kicks from where it stands.
    return open_ or (keeper,)


def restart_ends(board: Board, kicker: int) -> int:
    """Return where the keeper's restart from ``kicker`` can send the ball, goals included."""
    if kicker not in restart_squares(board):
        return 0
    return _kicked(board, board.own[0], kicker, BIT[board.die - 1], MOUTH[OTHER[board.seat]])


def kickoff_ends(board: Board) -> int:
    """Return where the kick-off can send the ball: never into a goal."""
    return _kicked(board, KICKOFF_SPOT, KICKOFF_SPOT, BIT[board.die - 1], 0)


def _kicked(board: Board, start: int, kicker: int, lengths: int, mouth: int) -> int:
    """Return where the player from ``start``, now on ``kicker``, can send the ball.

    That is into ``mouth``, or onto an empty square that an opponent has a path to.
    """
    friends = tuple(kicker if player == start else player for player in board.own)
    ends = kick_ends(kicker, lengths, friends, friends + board.others)
    free = FIELD & ~(board.occupied ^ BIT[start] | BIT[kicker])
    return ends & (mouth | region(board.beside_others, free))
