"""The squares of the pitch, their names, and what lies where.

The field has the columns ``a`` to ``f`` and the rows ``b`` to ``k``. A ring of squares lies around
it: the columns ``z`` and ``g`` beside it, the rows ``a`` and ``l`` behind it. The ball knows of the
ring only the insides of the goals; whether players may walk there is each game's to say.

A square is a number, 13 x column + row, ``z`` being the first column, so that the order of the
numbers is the order of the names (``ab`` < ``ac`` < ``bb``) but for column ``z``, whose names
come last. A set of squares is an ``int`` with bit ``square`` set. The thirteenth number of a
column is no square: a step down from row ``l`` leads there and not into the next column.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from golem.play.protocol import Seat

YELLOW: Final[Seat] = "yellow"
RED: Final[Seat] = "red"
SEATS: Final[tuple[Seat, Seat]] = (YELLOW, RED)
OTHER: Final[dict[Seat, Seat]] = {YELLOW: RED, RED: YELLOW}

COLUMN_LETTERS: Final = "abcdef"
ROW_LETTERS: Final = "abcdefghijkl"
COLUMNS: Final = len(COLUMN_LETTERS)
ROWS: Final = len(ROW_LETTERS)
STEP: Final = ROWS + 1
"""What a step to the next column adds to a square's number."""
_ALL_COLUMNS: Final = f"z{COLUMN_LETTERS}g"
SQUARES: Final = STEP * len(_ALL_COLUMNS)
"""One more than the greatest number of a square."""

NAMES: Final = tuple(
    column + row if row else "" for column in _ALL_COLUMNS for row in (*ROW_LETTERS, "")
)
ANY_SQUARE: Final = {name: number for number, name in enumerate(NAMES) if name}
SQUARE: Final = {name: n for name, n in ANY_SQUARE.items() if name[0] in COLUMN_LETTERS}
"""The squares by name: all of them, and those of the columns ``a`` to ``f``."""
BIT: Final = tuple(1 << square for square in range(SQUARES))


def square_at(column: int, row: int) -> int:
    """Return the square in ``column`` (0 to 5 for ``a`` to ``f``, -1 for ``z``, 6 for ``g``) and
    ``row`` (from 0)."""
    return (column + 1) * STEP + row


def column_of(square: int) -> int:
    """Return the column of ``square``, as :func:`square_at` counts."""
    return square // STEP - 1


def row_of(square: int) -> int:
    """Return the row of ``square``, 0 to 11 for ``a`` to ``l``."""
    return square % STEP


def mask_of(squares: Iterable[int]) -> int:
    """Return the set of ``squares``."""
    mask = 0
    for square in squares:
        mask |= BIT[square]
    return mask


def named(names: str) -> int:
    """Return the set of the squares in ``names``, such as ``"cb db"``."""
    return mask_of(SQUARE[name] for name in names.split())


FIELD: Final = mask_of(
    square_at(column, row) for column in range(COLUMNS) for row in range(1, ROWS - 1)
)
CENTRE_CIRCLE: Final = named("cf df cg dg")
MOUTH: Final[dict[Seat, int]] = {YELLOW: named("bl cl dl el"), RED: named("ba ca da ea")}
"""Where the ball is once it is in the goal that a seat defends: squares of the ring."""
KEEPER_SQUARES: Final[dict[Seat, tuple[int, int]]] = {
    YELLOW: (SQUARE["ck"], SQUARE["dk"]),
    RED: (SQUARE["cb"], SQUARE["db"]),
}
"""The two squares in front of the goal that a seat defends, in the order of their names."""
KEEPER_FIELDS: Final[dict[Seat, int]] = {seat: mask_of(KEEPER_SQUARES[seat]) for seat in SEATS}
ALL_KEEPER_FIELDS: Final = KEEPER_FIELDS[YELLOW] | KEEPER_FIELDS[RED]
HALF: Final[dict[Seat, int]] = {
    RED: mask_of(square_at(c, r) for c in range(COLUMNS) for r in range(1, ROWS // 2)),
    YELLOW: mask_of(square_at(c, r) for c in range(COLUMNS) for r in range(ROWS // 2, ROWS - 1)),
}
"""The field squares of a seat's own half."""


def beside(mask: int) -> int:
    """Return every square one orthogonal step from a square of ``mask``; and some numbers that are
    no squares."""
    return mask << 1 | mask >> 1 | mask << STEP | mask >> STEP


_COLUMN_BITS: Final = (1 << ROWS) - 1


def _listed(column: int) -> Sequence[tuple[int, ...]]:
    """Return for each set of rows their squares in ``column``."""
    return tuple(
        tuple(square_at(column, row) for row in range(ROWS) if bits >> row & 1)
        for bits in range(_COLUMN_BITS + 1)
    )


_Z, _A, _B, _C, _D, _E, _F, _G = (_listed(column) for column in range(-1, COLUMNS + 1))


def squares_of(mask: int) -> tuple[int, ...]:
    """Return the squares of ``mask`` in the columns ``a`` to ``f``, in the order of their names."""
    return (
        _A[mask >> 13 & _COLUMN_BITS]
        + _B[mask >> 26 & _COLUMN_BITS]
        + _C[mask >> 39 & _COLUMN_BITS]
        + _D[mask >> 52 & _COLUMN_BITS]
        + _E[mask >> 65 & _COLUMN_BITS]
        + _F[mask >> 78 & _COLUMN_BITS]
    )


def all_squares_of(mask: int) -> tuple[int, ...]:
    """Return all squares of ``mask`` in the order of their names: those of ``z`` last."""
    return squares_of(mask) + _G[mask >> 91 & _COLUMN_BITS] + _Z[mask & _COLUMN_BITS]
