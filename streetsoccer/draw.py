"""Position -> shapes, as a seat sees the pitch: its own goal at the bottom."""

from collections.abc import Iterator
from typing import Final

from golem.play.pitch.markings import Pitch
from golem.play.pitch.squares import (
    ALL_KEEPER_FIELDS,
    BIT,
    COLUMNS,
    FIELD,
    MOUTH,
    NAMES,
    SEATS,
    squares_of,
)
from golem.play.protocol import Drawing, Piece, Seat
from streetsoccer.position import KICKOFF_SPOT, Phase, Position

_GOAL: Final = (1, COLUMNS - 1)
"""Where a goal begins and ends, in columns from the left."""
_BOX: Final = (2, COLUMNS - 2)
"""The same of the two keeper fields."""
_SHOWN: Final = squares_of(FIELD | MOUTH["yellow"] | MOUTH["red"])


def draw(position: Position, seat: Seat) -> Drawing:
    """Return ``position`` as ``seat`` sees it: for red everything is turned by 180 degrees."""
    pitch = Pitch(seat)
    return Drawing(
        width=pitch.width,
        height=pitch.height,
        cells=tuple(pitch.cell(square, _tone(square)) for square in _SHOWN),
        lines=(*pitch.field_lines(), *pitch.brackets(_BOX, 1), *pitch.brackets(_GOAL, -1, "goal")),
        rings=pitch.centre(),
        letters=tuple(pitch.letters()),
        pieces=tuple(_pieces(position)),
    )


def _tone(square: int) -> str:
    if not BIT[square] & FIELD:
        return "goal"
    return "keeper" if BIT[square] & ALL_KEEPER_FIELDS else "field"


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
