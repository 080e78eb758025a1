"""The markings of a pitch as shapes, as a seat sees them: its own goal at the bottom.

The field is drawn with its end lines, halfway line and centre circle; what lies on it (boxes,
goals, cells, pieces) is each game's to say. Around the field there may be a ring of squares on
which players walk; the rows behind the end lines are drawn in any case, for the goals.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from golem.play.pitch.squares import (
    COLUMN_LETTERS,
    COLUMNS,
    NAMES,
    RED,
    ROW_LETTERS,
    ROWS,
    column_of,
    row_of,
)
from golem.play.protocol import Cell, Letter, Line, Piece, Ring, Seat

_CIRCLE_RADIUS: Final = 1.0
_SPOT_RADIUS: Final = 0.08


@dataclass(frozen=True, slots=True)
class Pitch:
    """A pitch and the side from which it is seen.

    ``margin`` is the room around all squares, for the coordinates, in squares. ``ring``:
    whether there are squares beside the field too. ``seat`` sees it; for red everything is
    turned by 180 degrees.
    """

    seat: Seat
    margin: float = 0.5
    ring: bool = False

    @property
    def left(self) -> float:
        """Where the field begins, from the left edge of the drawing."""
        return self.margin + self.ring

    @property
    def right(self) -> float:
        """Where the field ends, from the left edge of the drawing."""
        return self.left + COLUMNS

    @property
    def top(self) -> float:
        """The upper end line."""
        return self.margin + 1

    @property
    def bottom(self) -> float:
        """The lower end line."""
        return self.margin + ROWS - 1

    @property
    def width(self) -> float:
        """The width of the drawing."""
        return self.left + self.right

    @property
    def height(self) -> float:
        """The height of the drawing."""
        return self.top + self.bottom

    def cell(self, square: int, tone: str) -> Cell:
        """Return ``square`` as a cell of ``tone``."""
        column, row = column_of(square), row_of(square)
        if self.seat == RED:
            column, row = COLUMNS - 1 - column, ROWS - 1 - row
        return Cell(NAMES[square], column + self.left, row + self.margin, tone)

    def field_lines(self) -> tuple[Line, ...]:
        """Return the lines around the field and across its middle."""
        left, right, top, bottom = self.left, self.right, self.top, self.bottom
        middle = (top + bottom) / 2
        return (
            Line(left, top, right, top),
            Line(left, middle, right, middle),
            Line(left, bottom, right, bottom),
            Line(left, top, left, bottom),
            Line(right, top, right, bottom),
        )

    def brackets(self, sides: tuple[int, int], depth: float, tone: str = "line") -> Iterator[Line]:
        """Yield the three sides of a box on each end line, the upper one's first.

        ``sides`` are the columns, counted from 0, at which it begins and ends; ``depth`` how
        far it goes into the field, or, below 0, behind the end line.
        """
        left, right = self.left + sides[0], self.left + sides[1]
        for end_line, into in ((self.top, depth), (self.bottom, -depth)):
            back = end_line + into
            yield Line(left, end_line, left, back, tone)
            yield Line(left, back, right, back, tone)
            yield Line(right, back, right, end_line, tone)

    def centre(self) -> tuple[Ring, Ring]:
        """Return the centre circle and the spot in its middle."""
        x, y = self.width / 2, self.height / 2
        return Ring(x, y, _CIRCLE_RADIUS), Ring(x, y, _SPOT_RADIUS, "spot")

    def letters(self) -> Iterator[Letter]:
        """Yield the coordinates: the columns above and below, the rows on both sides."""
        columns = f"z{COLUMN_LETTERS}g" if self.ring else COLUMN_LETTERS
        turn = -1 if self.seat == RED else 1
        for at, text in enumerate(columns[::turn]):
            for y in (self.margin / 2, self.height - self.margin / 2):
                yield Letter(self.margin + at + 0.5, y, text)
        for at, text in enumerate(ROW_LETTERS[::turn]):
            for x in (self.margin / 2, self.width - self.margin / 2):
                yield Letter(x, self.margin + at + 0.5, text)


def piece(seat: Seat | None, role: str, square: int) -> Piece:
    """Return what stands on ``square``: ``role`` is keeper, player or ball."""
    return Piece(NAMES[square], seat, role)
