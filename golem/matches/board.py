"""A drawing made ready for the board template: texts for numbers, names for squares.

Knows shapes, never a rule: what may be clicked and what was touched comes from outside.
Numbers become text here, because a template would write them as the reader's language does.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from golem.matches.marks import Marks
from golem.matches.wording import say
from golem.play.protocol import Cell, Drawing, Line, Piece

WIDE: Final = 8
"""A drawing of more squares than so many from side to side is wide."""


@dataclass(frozen=True, slots=True)
class CellShape:
    """A cell as drawn: its place and the words for it.

    ``shade`` is 0 or 1 by turns from row to row (the mown stripes). ``spoken`` says its name
    and what stands there. ``left`` and ``came``: whether the last move touched it so.
    ``sealed``: whether the reader's sealed choice is made by a click on it.
    """

    name: str
    spoken: str
    x: str
    y: str
    width: str
    height: str
    middle_x: str
    middle_y: str
    tone: str
    shade: int
    held: bool
    left: bool
    came: bool
    choosable: bool
    chosen: bool
    sealed: bool


@dataclass(frozen=True, slots=True)
class PieceShape:
    """A piece as drawn, around the middle of its cell; ``colour`` is its seat's name or empty."""

    x: str
    y: str
    colour: str
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Shapes:
    """Everything that the board template draws, all numbers as text.

    ``wide``: its cells get small on a phone, unless it takes the whole width there.
    """

    width: str
    height: str
    wide: bool
    cells: tuple[CellShape, ...]
    lines: tuple[Mapping[str, str], ...]
    rings: tuple[Mapping[str, str], ...]
    letters: tuple[Mapping[str, str], ...]
    pieces: tuple[PieceShape, ...]


def shapes(
    drawing: Drawing,
    game: str = "",
    marks: Marks | None = None,
    squares: Iterable[str] = (),
    chosen: Iterable[str] = (),
    sealed: Iterable[str] = (),
) -> Shapes:
    """Return ``drawing`` ready for the template.

    ``game`` is the key whose words name seats and roles; ``marks`` what the last move touched;
    ``squares`` the names of the cells that may be clicked, ``chosen`` of those that were,
    ``sealed`` of those of the reader's sealed choice.
    """
    named = _Named(frozenset(squares), frozenset(chosen), frozenset(sealed))
    at = {cell.name: cell for cell in drawing.cells}
    held = _by_cell(drawing.pieces)
    return Shapes(
        width=_n(drawing.width),
        height=_n(drawing.height),
        wide=drawing.width > WIDE,
        cells=tuple(
            _cell(cell, game, held.get(cell.name, []), marks or Marks(), named)
            for cell in drawing.cells
        ),
        lines=tuple(_line(line) for line in drawing.lines),
        rings=tuple(
            {"x": _n(r.x), "y": _n(r.y), "radius": _n(r.radius), "tone": r.tone}
            for r in drawing.rings
        ),
        letters=tuple({"x": _n(t.x), "y": _n(t.y), "text": t.text} for t in drawing.letters),
        pieces=tuple(_piece(piece, at[piece.cell]) for piece in drawing.pieces),
    )


def spoken_square(name: str) -> str:
    """Return a square's name letter by letter, so that a voice does not read it as a word."""
    return " ".join(name) if name.isalpha() else name


def position_in_words(drawing: Drawing, game: str = "") -> tuple[str, ...]:
    """Return what stands where, a sentence for each kind of piece: "Yellow keeper: c k".

    Of pieces with a text on them it tells the texts: "Hearts card: 2, 3, J".
    """
    places: defaultdict[str, list[str]] = defaultdict(list)
    for piece in drawing.pieces:
        name = piece_words(game, piece.seat, piece.role)
        places[name].append(piece.text or spoken_square(piece.cell))
    return tuple(
        f"{name[:1].upper()}{name[1:]}: {', '.join(squares)}" for name, squares in places.items()
    )


def _by_cell(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    held: defaultdict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        held[piece.cell].append(piece)
    return held


@dataclass(frozen=True, slots=True)
class _Named:
    """The names of the cells that may be clicked, that were, and of the sealed choice."""

    choosable: frozenset[str]
    chosen: frozenset[str]
    sealed: frozenset[str]


def _cell(cell: Cell, game: str, held: list[Piece], marks: Marks, named: _Named) -> CellShape:
    sealed = cell.name in named.sealed
    spoken = f"{spoken_square(cell.name)}: {_what_stands(held, game)}"
    return CellShape(
        name=cell.name,
        spoken=f"{spoken}, {_('your sealed choice')}" if sealed else spoken,
        x=_n(cell.x),
        y=_n(cell.y),
        width=_n(cell.width),
        height=_n(cell.height),
        middle_x=_n(cell.x + cell.width / 2),
        middle_y=_n(cell.y + cell.height / 2),
        tone=cell.tone,
        shade=int(cell.y / cell.height) % 2,
        held=bool(held),
        left=cell.name in marks.left,
        came=cell.name in marks.came,
        choosable=cell.name in named.choosable,
        chosen=cell.name in named.chosen,
        sealed=sealed,
    )


def _what_stands(held: list[Piece], game: str) -> str:
    return ", ".join(piece_words(game, p.seat, p.role, p.text) for p in held) or say(
        game, "role", "empty"
    )


def piece_words(game: str, seat: str | None, role: str, text: str = "") -> str:
    """Return what a piece is called: "yellow keeper", "ball"."""
    parts = [say(game, "seat", seat)] if seat else []
    parts += [say(game, "role", role), text]
    return " ".join(part for part in parts if part)


def _piece(piece: Piece, cell: Cell) -> PieceShape:
    return PieceShape(
        x=_n(cell.x + cell.width / 2),
        y=_n(cell.y + cell.height / 2),
        colour=piece.seat or "",
        role=piece.role,
        text=piece.text,
    )


def _line(line: Line) -> Mapping[str, str]:
    return {
        "x1": _n(line.x1),
        "y1": _n(line.y1),
        "x2": _n(line.x2),
        "y2": _n(line.y2),
        "tone": line.tone,
    }


def _n(number: float) -> str:
    return f"{number:.4f}".rstrip("0").rstrip(".")
