"""Where players and ball can legally end: the only oracle of legality.

Four functions decide: :func:`walk_ends` and :func:`kicks` in a turn, :func:`restart_ends` and
:func:`kickoff_ends` (the setup has :mod:`golem.games.golden_goal.placing`). The list of legal
moves, the check of one move, the clicks on the board and the search for a ply without a move all
ask them.
"""

from collections.abc import Iterable
from typing import NamedTuple

from golem.games.golden_goal import ends
from golem.games.golden_goal.field import (
    ASIDE,
    BOX,
    MOST_IN_BOX,
    OPEN_TO_KEEPER,
    OPEN_TO_OUTFIELDERS,
    OWN_CIRCLE,
    WALKABLE,
)
from golem.games.golden_goal.position import Position, Variant
from golem.play.pitch.kicks import Source, first_kick, kick_ends
from golem.play.pitch.squares import (
    ALL_KEEPER_FIELDS,
    BIT,
    FIELD,
    KEEPER_FIELDS,
    KEEPER_SQUARES,
    MOUTH,
    OTHER,
    beside,
    mask_of,
    squares_of,
)
from golem.play.pitch.walks import open_ends, region, shortest_way, walk
from golem.play.protocol import Seat


class Board(NamedTuple):
    """A position as the side to move looks at it; squares in tuples, sets as numbers.

    ``own`` are all own players, the keeper first; ``mates`` and ``others`` are the own and the
    opponent's ones on the field: the ball meets no player on the ring. ``beside_others`` are the
    squares beside an opponent, wherever it stands. ``boxed`` are the own outfielders in the own
    box. ``golden``: nothing is moved after a goal. ``last``: a goal ends the match; looked into
    only where it matters, with the ball in front of a net.
    """

    seat: Seat
    die: int
    ball: int
    own: tuple[int, ...]
    mates: tuple[int, ...]
    others: tuple[int, ...]
    occupied: int
    beside_others: int
    boxed: int
    golden: bool
    last: bool


class Kicks(NamedTuple):
    """Where the ball can go when the kicker goes to ``aside`` (``None``: stays).

    ``ends`` are field squares, and any squares of the opponent's goal mouth for a goal.
    """

    aside: int | None
    ends: int


def board_of(position: Position) -> Board:
    """Return ``position`` as the side to move looks at it; its die must be drawn."""
    seat = position.to_move
    own, theirs = position.players(seat), position.players(OTHER[seat])
    ball = 0 if position.ball is None else BIT[position.ball]
    mine, opponents = mask_of(own), mask_of(theirs)
    golden = position.variant is Variant.GOLDEN_GOAL
    return Board(
        seat=seat,
        die=position.die or 0,
        ball=ball,
        own=own,
        mates=own if mine & FIELD == mine else tuple([p for p in own if BIT[p] & FIELD]),
        others=squares_of(opponents & FIELD),
        occupied=mine | opponents,
        beside_others=beside(opponents),
        boxed=mine & ~BIT[own[0]] & BOX[seat],
        golden=golden,
        last=golden or bool(ball & ALL_KEEPER_FIELDS and ends.goal_ends(position)),
    )


def paced(board: Board, start: int) -> tuple[int, int]:
    """Return where the die takes the own player on ``start``: squares, and lengths of a kick.

    A kick may be shorter than the pips allow. Nothing is legal yet.
    """
    free = WALKABLE & ~(board.occupied ^ BIT[start])
    # (decided) Pips may be left over after a kick, but not after a walk without one.
    squares, lengths = walk(BIT[start], board.die, free, board.ball)
    return squares, up_to(lengths.bit_length())


def up_to(length: int) -> int:
    """Return the lengths of kick from 1 to ``length`` as a set: bit n-1 is n."""
    return (1 << length) - 1


def known_way(board: Board) -> int | None:
    """Return a path of an opponent to the ball, as :func:`walk_ends` wants it."""
    return shortest_way(board.ball, FIELD & ~board.occupied, board.beside_others)


def walk_ends(board: Board, start: int, squares: int, way: int | None) -> int:
    """Return those of ``squares`` where a walk from ``start`` without a kick may end.

    ``squares`` come from :func:`paced`, ``way`` is :func:`known_way`.
    """
    squares &= allowed(board, start)
    if not squares:
        return 0
    # (decided) The opponent's way is asked for after a walk, too; it may have any length, begin on
    # the ring, and lead over the front of a net.
    free = FIELD & ~(board.occupied ^ BIT[start])
    return open_ends(squares, board.ball, free, board.beside_others, way)


def allowed(board: Board, start: int) -> int:
    """Return where the player from ``start`` may stand at the end of a turn, whatever the ball."""
    boxed = (board.boxed & ~BIT[start]).bit_count()
    if start == board.own[0]:
        return OPEN_TO_KEEPER[board.seat] if boxed <= MOST_IN_BOX else 0
    if boxed < MOST_IN_BOX:
        return OPEN_TO_OUTFIELDERS
    return OPEN_TO_OUTFIELDERS & ~BOX[board.seat] if boxed == MOST_IN_BOX else 0


def kicks(board: Board, start: int, lengths: int, wanted: int = 0) -> Iterable[Kicks]:
    """Return where the player from ``start`` can kick the ball when it walks onto it.

    ``lengths`` are those from :func:`paced`. A search for ``wanted``, a set, may end with its
    first square and leave out others.
    """
    if not lengths:
        return ()
    kicker = board.ball.bit_length() - 1
    if needs_aside(board, start):
        return _kicks_in_front(board, start, lengths, wanted)
    mates = (kicker, *[mate for mate in board.mates if mate != start])
    found = kick_ends([(kicker, lengths)], mates, mates + board.others, wanted)
    return (Kicks(None, found & (_ends(board, start, kicker) | _goal(board))),)


def needs_aside(board: Board, start: int) -> bool:
    """Return whether the player from ``start`` may not stay where it kicks: in front of a net.

    (decided) The other side's keeper is an outfielder there; the own one may stay.
    """
    if not board.ball & ALL_KEEPER_FIELDS:
        return False
    return start != board.own[0] or not board.ball & KEEPER_FIELDS[board.seat]


def asides(board: Board, start: int) -> tuple[int, ...]:
    """Return where the player from ``start`` may go after its kick in front of a net."""
    kicker = board.ball.bit_length() - 1
    return squares_of(ASIDE[kicker] & ~(board.occupied ^ BIT[start]))


def _kicks_in_front(board: Board, start: int, lengths: int, wanted: int) -> list[Kicks]:
    """Return the kicks of a player that goes aside right after its own, before the next of a chain.

    (decided) Without a square to go to only a goal of its own that ends the match is possible.
    """
    kicker = board.ball.bit_length() - 1
    mates = tuple([mate for mate in board.mates if mate != start])
    first, passes = first_kick(kicker, lengths, mates, mates + board.others)
    found = [
        Kicks(aside, _ends_aside(board, start, aside, mates, first, list(passes), wanted))
        for aside in asides(board, start)
    ]
    goal = _goal(board)
    if board.golden:  # the goal has one text, whatever way leads to it
        goals = first & goal
        for kick in found:
            goals |= kick.ends & goal
        return [Kicks(None, goals), *(Kicks(aside, ends & FIELD) for aside, ends in found)]
    return found or [Kicks(None, first & goal if board.last else 0)]


def _ends_aside(
    board: Board,
    start: int,
    aside: int,
    mates: tuple[int, ...],
    first: int,
    passes: list[Source],
    wanted: int,
) -> int:
    """Return where the ball can end if the kicker goes to ``aside``: ``first`` are the ends of
    its own kick, ``passes`` the kicks of mates that follow from it."""
    found = first
    if passes:
        friends = (*mates, aside)
        found |= kick_ends(passes, friends, friends + board.others, wanted)
    return found & (_ends(board, start, aside) | _goal(board))


def _goal(board: Board) -> int:
    # (decided) No own goals. From the front of a net all three ways over the line score.
    return MOUTH[OTHER[board.seat]]


def _ends(board: Board, start: int, stand: int) -> int:
    """Return the squares where the ball may lie when the player from ``start`` stands on ``stand``:
    free ones that an opponent has a path to, if the own box is not too full."""
    if box_is_full(board, start, stand):
        return 0
    free = FIELD & ~(board.occupied ^ BIT[start] | BIT[stand])
    return region(board.beside_others, free)


def box_is_full(board: Board, start: int, stand: int) -> bool:
    """Return whether too many outfielders are in the own box when the player from ``start`` stands
    on ``stand``."""
    boxed = board.boxed & ~BIT[start]
    if start != board.own[0]:
        boxed |= BIT[stand] & BOX[board.seat]
    return boxed.bit_count() > MOST_IN_BOX


def restart_ends(board: Board, keeper: int, wanted: int = 0) -> int:
    """Return where the keeper's restart from ``keeper`` can send the ball, a goal included.

    (decided) It counts from the keeper's square like the kick-off, and may score.
    """
    if keeper not in KEEPER_SQUARES[board.seat]:
        return 0
    mates = (keeper, *[mate for mate in board.mates if mate != board.own[0]])
    found = kick_ends([(keeper, up_to(board.die))], mates, mates + board.others, wanted)
    return found & (_ends(board, board.own[0], keeper) | _goal(board))


def kickoff_ends(board: Board, wanted: int = 0) -> int:
    """Return where the kick-off can send the ball: never into a goal.

    (decided) It may be shorter than its die, but not shorter than a square; nobody walks.
    """
    kicker = kickoff_kicker(board)
    source = kicker, up_to(board.die)
    found = kick_ends([source], board.mates, board.mates + board.others, wanted)
    return found & _ends(board, kicker, kicker)


def kickoff_kicker(board: Board) -> int:
    """Return the square from which the side to move kicks off: its outfielder in its circle."""
    circle = OWN_CIRCLE[board.seat]
    return next(square for square in board.own[1:] if BIT[square] & circle)
