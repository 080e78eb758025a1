"""Position <-> a drawing in plain letters, for tests, documents and terminals.

::

        a b c d e f
      a   . . . .      a
      b . . . k . .    b
      ...
      y turn 4 17 1:0 y

``K`` and ``Y`` are yellow's keeper and players, ``k`` and ``r`` red's, ``o`` is the ball. The
last line is the second part of the position's text (:mod:`streetsoccer.text`).
"""

from streetsoccer.position import Position
from streetsoccer.text import GRID, letters_on, read_status, write_status


def write(position: Position) -> str:
    """Return ``position`` drawn, without a line end after the last line."""
    return GRID.drawing(letters_on(position), write_status(position))


def read(drawing: str) -> Position:
    """Return the position of ``drawing``; raise ``BadPosition``.

    Blank lines, indents and what follows a row's six squares do not matter.
    """
    letters, status = GRID.read_drawing(drawing)
    return read_status(status, letters)
