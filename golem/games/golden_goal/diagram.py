"""Position <-> a drawing in plain letters, for tests, documents and terminals.

::

        z a b c d e f g
      a . . .     . . . a
      b . . . k . . . . b
      ...
      l . . .     . . . l
    y turn 4 17 0:0 - golden_goal single y -

``K`` and ``Y`` are yellow's keeper and outfielders, ``k`` and ``r`` red's, ``o`` is the ball. The
last line is the second part of the position's text (:mod:`golem.games.golden_goal.text`).
"""

from golem.games.golden_goal.position import Position
from golem.games.golden_goal.text import GRID, letters_on, read_status, write_status


def write(position: Position) -> str:
    """Return ``position`` drawn, without a line end after the last line."""
    return GRID.drawing(letters_on(position), write_status(position))


def read(drawing: str) -> Position:
    """Return the position of ``drawing``; raise ``BadPosition``.

    Blank lines, indents and what follows a row's eight squares do not matter.
    """
    letters, status = GRID.read_drawing(drawing)
    return read_status(status, letters)
