"""A board in letters: ``K`` and ``Y`` are yellow's keeper and players, ``k`` and ``r`` red's, ``o``
is the ball. In one line, in the manner of chess's FEN, or drawn row by row.

What the board does not show (phase, die, score...) is each game's to write beside it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeVar

from golem.play.errors import BadPosition
from golem.play.pitch.squares import BIT, NAMES, RED, ROW_LETTERS, ROWS, YELLOW, square_at
from golem.play.protocol import Seat

BALL: Final = "o"
PIECES: Final = "KkYro"
SIDES: Final[dict[Seat, tuple[str, str]]] = {YELLOW: ("K", "Y"), RED: ("k", "r")}
"""The letters of a side's keeper and of its other players."""
SEAT_LETTERS: Final[dict[str, Seat | None]] = {"y": YELLOW, "r": RED, "-": None}
LETTER_OF_SEAT: Final = {seat: letter for letter, seat in SEAT_LETTERS.items()}

P = TypeVar("P")
_LONGEST: Final = 200
"""No text of a position is longer."""
Letters = dict[int, str]
"""The letter on each square that holds something."""


def letters_of(sides: Mapping[Seat, Iterable[int]], ball: int | None) -> Letters:
    """Return the letters of ``sides``, each with the keeper's square first, and of the ball."""
    letters: Letters = {} if ball is None else {ball: BALL}
    for seat, (keeper, player) in SIDES.items():
        first, *others = sides[seat]
        letters |= {first: keeper, **dict.fromkeys(others, player)}
    return letters


def side_of(letters: Letters, seat: Seat) -> tuple[list[int], list[int]]:
    """Return the squares of the keepers and of the other players of ``seat``."""
    keeper, player = SIDES[seat]
    found = letters.items()
    return [s for s, it in found if it == keeper], [s for s, it in found if it == player]


def ball_of(letters: Letters) -> int | None:
    """Return the ball's square, ``None`` if there is no ball; raise ``BadPosition`` for two."""
    balls = [square for square, letter in letters.items() if letter == BALL]
    if len(balls) > 1:
        raise BadPosition("bad_text", expected="one ball")
    return balls[0] if balls else None


def read_exactly(
    text: object, grid: "Grid", read: Callable[[str, Letters], P], write: Callable[[P], str]
) -> P:
    """Return the position that ``text`` describes; raise ``BadPosition``.

    The board comes first, then, after a space, what ``read`` makes a position of together with
    the letters on the board. Only the one text that ``write`` gives for a position is taken.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise BadPosition("bad_text", expected="position text")
    board, _, status = text.partition(" ")
    position = read(status, grid.read_line(board))
    if write(position) != text:
        raise BadPosition("bad_text", expected=write(position))
    return position


class Grid:
    """The part of the pitch that a game shows: ``columns`` and ``rows`` hold pieces.

    ``shown`` are the squares that a drawing marks, those of the goals perhaps among them.
    """

    def __init__(self, columns: range, rows: range, shown: int) -> None:
        self._columns, self._rows, self._shown = columns, rows, shown
        self._row = re.compile(rf"[{PIECES}1-{len(columns)}]{{1,{len(columns)}}}", re.ASCII)
        names = [NAMES[square_at(column, rows.start)][0] for column in columns]
        self._head = "    " + " ".join(names)

    def line(self, letters: Letters) -> str:
        """Return the board in one line."""
        return "/".join("".join(self._packed(letters, row)) for row in self._rows)

    def read_line(self, text: str) -> Letters:
        """Return the letters of a board in one line; raise ``BadPosition``."""
        rows = text.split("/")
        if len(rows) != len(self._rows) or not all(self._row.fullmatch(row) for row in rows):
            expected = f"{len(self._rows)} rows of {' '.join(PIECES)} 1-{len(self._columns)}"
            raise BadPosition("bad_text", expected=expected)
        letters: Letters = {}
        for row, packed in zip(self._rows, rows, strict=True):
            letters.update(self._unpacked(packed, row))
        return letters

    def _packed(self, letters: Letters, row: int) -> Iterator[str]:
        gap = 0
        for column in self._columns:
            letter = letters.get(square_at(column, row))
            if letter is None:
                gap += 1
                continue
            yield f"{gap or ''}{letter}"
            gap = 0
        if gap:
            yield str(gap)

    def _unpacked(self, packed: str, row: int) -> Iterator[tuple[int, str]]:
        column, end = self._columns.start, self._columns.stop
        for letter in packed:
            if letter.isdigit():
                column += int(letter)
                continue
            if column < end:
                yield square_at(column, row), letter
            column += 1
        if column != end:
            raise BadPosition("bad_text", expected=f"{len(self._columns)} squares in each row")

    def drawing(self, letters: Letters, status: str) -> str:
        """Return the board drawn, then ``status`` as the last line, without a line end."""
        rows = [self._drawn(letters, row) for row in range(ROWS)]
        return "\n".join([self._head, *rows, status])

    def _drawn(self, letters: Letters, row: int) -> str:
        squares = [square_at(column, row) for column in self._columns]
        cells = [letters.get(s, "." if BIT[s] & self._shown else " ") for s in squares]
        return f"  {ROW_LETTERS[row]} {' '.join(cells)} {ROW_LETTERS[row]}"

    def read_drawing(self, drawing: str) -> tuple[Letters, str]:
        """Return the letters and the last line of a drawing; raise ``BadPosition``.

        Blank lines, indents and what follows a row's squares do not matter.
        """
        lines = [line.strip() for line in drawing.splitlines() if line.strip()]
        if len(lines) != ROWS + 2:
            raise BadPosition("bad_diagram", expected=f"{ROWS + 2} lines")
        letters: Letters = {}
        for row, line in enumerate(lines[1:-1]):
            letters |= self._read_row(row, line)
        return letters, lines[-1]

    def _read_row(self, row: int, line: str) -> Letters:
        name, _, rest = line.partition(" ")
        if name != ROW_LETTERS[row]:
            raise BadPosition("bad_diagram", expected=f"row {ROW_LETTERS[row]}")
        if row not in self._rows:
            return {}
        width = len(self._columns)
        cells = dict(
            zip(
                (square_at(column, row) for column in self._columns),
                rest.ljust(2 * width)[: 2 * width : 2],
                strict=True,
            )
        )
        for square, cell in cells.items():
            if cell not in PIECES + ("." if BIT[square] & self._shown else " "):
                expected = f"{width} of {PIECES}. in row {name}"
                raise BadPosition("bad_diagram", expected=expected)
        return {square: cell for square, cell in cells.items() if cell not in ". "}
