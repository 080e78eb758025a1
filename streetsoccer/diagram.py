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

from typing import Final

from golem.play.errors import BadPosition
from golem.play.pitch.squares import (
    COLUMN_LETTERS,
    COLUMNS,
    FIELD,
    MOUTH,
    ROW_LETTERS,
    ROWS,
    square_at,
)
from streetsoccer.position import Position
from streetsoccer.text import letters_of, read_status, write_status

_HEAD: Final = "    " + " ".join(COLUMN_LETTERS)
_SHOWN: Final = FIELD | MOUTH["yellow"] | MOUTH["red"]
_PIECES: Final = "KkYro"


def write(position: Position) -> str:
    """Return ``position`` drawn, without a line end after the last line."""
    letters = letters_of(position)
    rows = [_row(letters, row) for row in range(ROWS)]
    return "\n".join([_HEAD, *rows, write_status(position)])


def _row(letters: dict[int, str], row: int) -> str:
    squares = [square_at(column, row) for column in range(COLUMNS)]
    cells = [letters.get(s, "." if _SHOWN >> s & 1 else " ") for s in squares]
    name = ROW_LETTERS[row]
    return f"  {name} {' '.join(cells)} {name}"


def read(drawing: str) -> Position:
    """Return the position of ``drawing``; raise ``BadPosition``.

    Blank lines, indents and what follows a row's six squares do not matter.
    """
    lines = [line.strip() for line in drawing.splitlines() if line.strip()]
    if len(lines) != ROWS + 2:
        raise BadPosition("bad_diagram", expected=f"{ROWS + 2} lines")
    letters: dict[int, str] = {}
    for row, line in enumerate(lines[1:-1]):
        letters |= _letters(row, line)
    return read_status(lines[-1], letters)


def _letters(row: int, line: str) -> dict[int, str]:
    name, _, rest = line.partition(" ")
    if name != ROW_LETTERS[row]:
        raise BadPosition("bad_diagram", expected=f"row {ROW_LETTERS[row]}")
    cells = rest.ljust(2 * COLUMNS)[: 2 * COLUMNS : 2]
    if row in (0, ROWS - 1):
        return {}
    if set(cells) - set(_PIECES + "."):
        raise BadPosition("bad_diagram", expected=f"six of {_PIECES}. in row {name}")
    return {square_at(column, row): cell for column, cell in enumerate(cells) if cell != "."}
