"""Position -> shapes, as a seat sees the pitch: its own net at the bottom."""

from collections.abc import Iterator
from typing import Final

from golem.games.golden_goal.field import BOX_COLUMNS, BOX_DEPTH, NETS
from golem.games.golden_goal.position import ABSENT, Phase, Position
from golem.play.pitch.markings import Pitch, piece
from golem.play.pitch.squares import (
    ALL_KEEPER_FIELDS,
    ANY_SQUARE,
    BIT,
    CENTRE_CIRCLE,
    COLUMNS,
    FIELD,
    MOUTH,
    OTHER,
    SEATS,
    squares_of,
)
from golem.play.protocol import Drawing, Piece, Ring, Seat

MARGIN: Final = 0.34
"""The room for the coordinates: narrow, so that eight columns fit on a phone."""
_BOX: Final = (BOX_COLUMNS.start, BOX_COLUMNS.stop)
"""Where a penalty box begins and ends, in columns from the left."""
_NET: Final = (2, COLUMNS - 2)
"""The same of a net, and of the two squares in front of it."""
_NET_DEPTH: Final = 0.94
"""A little less than a square, so that the coordinates behind it stay clear."""
_BALL_RADIUS: Final = 0.235


def draw(position: Position, seat: Seat) -> Drawing:
    """Return ``position`` as ``seat`` sees it: for red everything is turned by 180 degrees."""
    pitch = Pitch(seat, MARGIN, ring=True)
    return Drawing(
        width=pitch.width,
        height=pitch.height,
        cells=tuple(pitch.cell(square, _tone(square)) for square in ANY_SQUARE.values()),
        lines=(
            *pitch.field_lines(),
            *pitch.brackets(_BOX, BOX_DEPTH),
            *pitch.brackets(_NET, 1),
            *pitch.brackets(_NET, -_NET_DEPTH, "goal"),
        ),
        rings=(*pitch.centre(), *_ball_in_the_centre(position, pitch)),
        letters=tuple(pitch.letters()),
        pieces=tuple(_pieces(position)),
    )


def _tone(square: int) -> str:
    if BIT[square] & NETS:
        return "goal"
    if not BIT[square] & FIELD:
        return "ring"
    return "keeper" if BIT[square] & ALL_KEEPER_FIELDS else "field"


def _ball_in_the_centre(position: Position, pitch: Pitch) -> Iterator[Ring]:
    """Yield the ball while it waits where four squares meet, on none of them."""
    if _waits(position):
        yield Ring(pitch.width / 2, pitch.height / 2, _BALL_RADIUS, "ball")


def _waits(position: Position) -> bool:
    before_the_dice = position.phase is Phase.KICKOFF and position.kicker is None
    return position.phase is Phase.SETUP or before_the_dice


def _pieces(position: Position) -> Iterator[Piece]:
    for seat in SEATS:
        keeper, *others = position.players(seat)
        if keeper != ABSENT:
            yield piece(seat, "keeper", keeper)
        for other in others:
            yield piece(seat, "player", other)
    ball = _ball(position)
    if ball is not None:
        yield piece(None, "ball", ball)


def _ball(position: Position) -> int | None:
    """Return the square on which the ball is drawn: on the field, with who kicks off, or in the
    net into which it has just gone."""
    if position.ball is not None or _waits(position):
        return position.ball
    seat = position.to_move
    if position.phase is Phase.KICKOFF:
        return next(square for square in position.players(seat) if BIT[square] & CENTRE_CIRCLE)
    if position.last_scorer != OTHER[seat]:
        return None
    return squares_of(NETS & MOUTH[seat])[0]
