"""Position -> shapes, as a seat sees the pitch: its own goal at the bottom."""

from collections.abc import Iterator
from typing import Final

from golem.play.pitch.squares import (
    ALL_KEEPER_FIELDS,
    BIT,
    COLUMN_LETTERS,
    COLUMNS,
    FIELD,
    MOUTH,
    NAMES,
    RED,
    ROW_LETTERS,
    ROWS,
    SEATS,
    column_of,
    row_of,
    squares_of,
)
from golem.play.protocol import Cell, Drawing, Letter, Line, Piece, Ring, Seat
from streetsoccer.position import KICKOFF_SPOT, Phase, Position

MARGIN: Final = 0.5
"""The room around the squares, for the coordinates."""
WIDTH: Final = COLUMNS + 2 * MARGIN
HEIGHT: Final = ROWS + 2 * MARGIN
_CIRCLE_RADIUS: Final = 1.0
_SPOT_RADIUS: Final = 0.08
_GOAL: Final = (1, COLUMNS - 1)
"""Where a goal begins and ends, in columns from the left."""
_BOX: Final = (2, COLUMNS - 2)
"""The same of the two keeper fields."""
_SHOWN: Final = squares_of(FIELD | MOUTH["yellow"] | MOUTH["red"])


def draw(position: Position, seat: Seat) -> Drawing:
    """Return ``position`` as ``seat`` sees it: for red everything is turned by 180 degrees."""
    turned = seat == RED
    return Drawing(
        width=WIDTH,
        height=HEIGHT,
        cells=tuple(_cell(square, turned) for square in _SHOWN),
        lines=_lines(),
        rings=(
            Ring(WIDTH / 2, HEIGHT / 2, _CIRCLE_RADIUS),
            Ring(WIDTH / 2, HEIGHT / 2, _SPOT_RADIUS, "spot"),
        ),
        letters=tuple(_letters(turned)),
        pieces=tuple(_pieces(position)),
    )


def _cell(square: int, turned: bool) -> Cell:
    column, row = column_of(square), row_of(square)
    if turned:
        column, row = COLUMNS - 1 - column, ROWS - 1 - row
    return Cell(NAMES[square], column + MARGIN, row + MARGIN, _tone(square))


def _tone(square: int) -> str:
    if not BIT[square] & FIELD:
        return "goal"
    return "keeper" if BIT[square] & ALL_KEEPER_FIELDS else "field"


def _lines() -> tuple[Line, ...]:
    """Return all straight markings; they look alike from both sides."""
    top, bottom = MARGIN + 1, MARGIN + ROWS - 1
    return (
        *_field_lines(top, bottom),
        *_bracket(_BOX, top, top + 1, "line"),
        *_bracket(_BOX, bottom, bottom - 1, "line"),
        *_bracket(_GOAL, top, top - 1, "goal"),
        *_bracket(_GOAL, bottom, bottom + 1, "goal"),
    )


def _field_lines(top: float, bottom: float) -> tuple[Line, ...]:
    """Return the lines around the field and across its middle."""
    left, right, middle = MARGIN, MARGIN + COLUMNS, MARGIN + ROWS / 2
    return (
        Line(left, top, right, top),
        Line(left, middle, right, middle),
        Line(left, bottom, right, bottom),
        Line(left, top, left, bottom),
        Line(right, top, right, bottom),
    )


def _bracket(sides: tuple[int, int], end_line: float, back: float, tone: str) -> tuple[Line, ...]:
    """Return three sides of a box on an end line: of a goal, or of the keeper fields."""
    left, right = MARGIN + sides[0], MARGIN + sides[1]
    return (
        Line(left, end_line, left, back, tone),
        Line(left, back, right, back, tone),
        Line(right, back, right, end_line, tone),
    )


def _letters(turned: bool) -> Iterator[Letter]:
    columns = COLUMN_LETTERS[::-1] if turned else COLUMN_LETTERS
    rows = ROW_LETTERS[::-1] if turned else ROW_LETTERS
    for at, text in enumerate(columns):
        for y in (MARGIN / 2, HEIGHT - MARGIN / 2):
            yield Letter(at + 2 * MARGIN, y, text)
    for at, text in enumerate(rows):
        for x in (MARGIN / 2, WIDTH - MARGIN / 2):
            yield Letter(x, at + 2 * MARGIN, text)


def _pieces(position: Position) -> Iterator[Piece]:
    for seat in SEATS:
        keeper, *others = position.players(seat)
        yield Piece(NAMES[keeper], seat, "keeper")
        for other in others:
            yield Piece(NAMES[other], seat, "player")
    ball = position.ball
    if position.phase in (Phase.SETUP, Phase.KICKOFF):
        ball = KICKOFF_SPOT
    if ball is not None:
        yield Piece(NAMES[ball], None, "ball")
