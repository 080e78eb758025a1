"""Where pieces and ball can legally end: the only oracle of legality.

Four functions decide: :func:`walk_ends` and :func:`ball_ends` in a turn, :func:`restart_ends`
and :func:`kickoff_ends` (the setup has :mod:`streetsoccer.placing`). The list of legal moves,
the check of one move, the clicks on the board and the search for a ply without a move all ask
them.
"""

from typing import Final, NamedTuple

from golem.play.pitch.kicks import kick_ends
from golem.play.pitch.squares import (
    ALL_KEEPER_FIELDS,
    BIT,
    FIELD,
    KEEPER_FIELDS,
    KEEPER_SQUARES,
    MOUTH,
    OTHER,
    SEATS,
    beside,
    mask_of,
)
from golem.play.pitch.walks import open_ends, region, shortest_way, walk
from golem.play.protocol import Seat
from streetsoccer.position import KICKOFF_SPOT, Position

_OPEN_TO_PLAYERS: Final = FIELD & ~ALL_KEEPER_FIELDS
_OPEN_TO_KEEPER: Final = {seat: _OPEN_TO_PLAYERS | KEEPER_FIELDS[seat] for seat in SEATS}


class Board(NamedTuple):
    """A position as the side to move looks at it; squares in tuples, sets as numbers.

    ``beside_others`` are the squares beside an opponent.
    """

    seat: Seat
    die: int
    ball: int
    own: tuple[int, ...]
    others: tuple[int, ...]
    occupied: int
    beside_others: int


def board_of(position: Position) -> Board:
    """Return ``position`` as the side to move looks at it; its die must be drawn."""
    seat = position.to_move
    own, others = position.players(seat), position.players(OTHER[seat])
    ball = 0 if position.ball is None else BIT[position.ball]
    opponents = mask_of(others)
    occupied = opponents | mask_of(own)
    return Board(seat, position.die or 0, ball, own, others, occupied, beside(opponents))


def paced(board: Board, start: int) -> tuple[int, int]:
    """Return where the die takes the own player on ``start``: squares, and lengths of a kick.

    See :func:`golem.play.pitch.walks.walk`. Nothing is legal yet.
    """
    free = FIELD & ~(board.occupied ^ BIT[start])
    return walk(BIT[start], board.die, free, board.ball)


def known_way(board: Board) -> int | None:
    """Return a path of an opponent to the ball, as :func:`walk_ends` wants it."""
    return shortest_way(board.ball, FIELD & ~board.occupied, board.beside_others)


def walk_ends(board: Board, start: int, ends: int, way: int | None) -> int:
    """Return those of ``ends`` where a walk from ``start`` without a kick may end.

    ``ends`` are squares from :func:`paced`, ``way`` is :func:`known_way`.
    """
    ends &= _OPEN_TO_KEEPER[board.seat] if start == board.own[0] else _OPEN_TO_PLAYERS
    if not ends:
        return 0
    free = FIELD & ~(board.occupied ^ BIT[start])
    return open_ends(ends, board.ball, free, board.beside_others, way)


def ball_ends(board: Board, start: int, lengths: int, wanted: int = 0) -> int:
    """Return where the player from ``start`` can kick the ball when it walks onto it.

    Goals are included. ``lengths`` are those from :func:`paced`; for ``wanted`` see
    :func:`golem.play.pitch.kicks.kick_ends`.
    """
    if not lengths:
        return 0
    kicker = board.ball.bit_length() - 1
    return _kicked(board, start, kicker, lengths, MOUTH[OTHER[board.seat]], wanted)


def restart_squares(board: Board) -> tuple[int, ...]:
    """Return the squares from which the keeper may restart."""
    keeper = board.own[0]
    held = board.occupied ^ BIT[keeper]
    open_ = tuple(s for s in KEEPER_SQUARES[board.seat] if not BIT[s] & held)
    # (decided) With both keeper fields held by others, the keeper kicks from where it stands.
    return open_ or (keeper,)


def restart_ends(board: Board, kicker: int, wanted: int = 0) -> int:
    """Return where the keeper's restart from ``kicker`` can send the ball, goals included."""
    if kicker not in restart_squares(board):
        return 0
    mouth = MOUTH[OTHER[board.seat]]
    return _kicked(board, board.own[0], kicker, BIT[board.die - 1], mouth, wanted)


def kickoff_ends(board: Board, wanted: int = 0) -> int:
    """Return where the kick-off can send the ball: never into a goal."""
    return _kicked(board, KICKOFF_SPOT, KICKOFF_SPOT, BIT[board.die - 1], 0, wanted)


def _kicked(board: Board, start: int, kicker: int, lengths: int, mouth: int, wanted: int) -> int:
    """Return where the player from ``start``, now on ``kicker``, can send the ball.

    That is into ``mouth``, or onto an empty square that an opponent has a path to.
    """
    friends = tuple([kicker if player == start else player for player in board.own])
    ends = kick_ends([(kicker, lengths)], friends, friends + board.others, wanted)
    free = FIELD & ~(board.occupied ^ BIT[start] | BIT[kicker])
    return ends & (mouth | region(board.beside_others, free))
