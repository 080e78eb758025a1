"""The pitch: squares, their names, and what lies where.

A square is a number, 12 x column + row, so that the order of the numbers is the order of the
names (``ab`` < ``ac`` < ``bb``). A set of squares is an ``int`` with bit ``square`` set. The
rows 0 and 11 hold only the goals, so a step up or down never runs into the next column.
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
SQUARES: Final = COLUMNS * ROWS

NAMES: Final = tuple(column + row for column in COLUMN_LETTERS for row in ROW_LETTERS)
SQUARE: Final = {name: number for number, name in enumerate(NAMES)}
BIT: Final = tuple(1 << square for square in range(SQUARES))


def square_at(column: int, row: int) -> int:
    """Return the square in ``column`` and ``row``, both from 0."""
    return column * ROWS + row


def column_of(square: int) -> int:
    """Return the column of ``square``, 0 to 5 for ``a`` to ``f``."""
    return square // ROWS


def row_of(square: int) -> int:
    """Return the row of ``square``, 0 to 11 for ``a`` to ``l``."""
    return square % ROWS


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
# (decided) Rows a and l are the insides of the goals; there are no squares beside the field.
MOUTH: Final[dict[Seat, int]] = {YELLOW: named("bl cl dl el"), RED: named("ba ca da ea")}
"""The mouth of the goal that a seat defends."""
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
    """Return every square one orthogonal step from a square of ``mask``; some off the field."""
    return mask << 1 | mask >> 1 | mask << ROWS | mask >> ROWS


_COLUMN_BITS: Final = (1 << ROWS) - 1
_LISTED: Final[Sequence[Sequence[tuple[int, ...]]]] = tuple(
    tuple(
        tuple(square_at(column, row) for row in range(ROWS) if bits >> row & 1)
        for bits in range(_COLUMN_BITS + 1)
    )
    for column in range(COLUMNS)
)
_L0, _L1, _L2, _L3, _L4, _L5 = _LISTED


def squares_of(mask: int) -> tuple[int, ...]:
    """Return the squares of ``mask`` in the order of their names."""
    return (
        _L0[mask & _COLUMN_BITS]
        + _L1[mask >> 12 & _COLUMN_BITS]
        + _L2[mask >> 24 & _COLUMN_BITS]
        + _L3[mask >> 36 & _COLUMN_BITS]
        + _L4[mask >> 48 & _COLUMN_BITS]
        + _L5[mask >> 60 & _COLUMN_BITS]
    )
