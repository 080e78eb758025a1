"""Reading the fields of a position that come from outside; each refusal names its field."""

from collections.abc import Mapping
from typing import NoReturn

from golem.play.errors import BadPosition
from golem.play.pitch.squares import BIT, NAMES, SEATS, mask_of
from golem.play.protocol import Json, Seat


def refuse(field: str, expected: str) -> NoReturn:
    """Raise ``BadPosition``: ``field`` is not what is ``expected``."""
    raise BadPosition("bad_position", field=field, expected=expected)


def whole(field: str, value: Json) -> int:
    """Return ``value`` if it is a whole number."""
    if type(value) is not int:  # a bool is no number here
        refuse(field, "a whole number")
    return value


def seat_of(field: str, value: Json) -> Seat:
    """Return ``value`` if it is a seat."""
    if not isinstance(value, str) or value not in SEATS:
        refuse(field, "yellow or red")
    return value


def choice(field: str, value: Json, choices: tuple[str, ...]) -> str:
    """Return ``value`` if it is one of ``choices``."""
    if not isinstance(value, str) or value not in choices:
        *others, last = choices
        refuse(field, f"{', '.join(others)} or {last}")
    return value


def square_of(field: str, value: Json, squares: Mapping[str, int]) -> int:
    """Return the square of ``squares`` that is named ``value``."""
    if not isinstance(value, str) or value not in squares:
        refuse(field, "a square")
    return squares[value]


def five_of(field: str, value: Json, squares: Mapping[str, int]) -> list[int]:
    """Return the squares of a side, as they are listed."""
    if not isinstance(value, list) or len(value) != 5:
        refuse(field, "5 squares")
    return [square_of(field, name, squares) for name in value]


def check_apart(pieces: tuple[int, ...], places: int) -> None:
    """Raise ``BadPosition`` unless ``pieces`` stand on different squares of ``places``."""
    for piece in pieces:
        if not BIT[piece] & places:
            raise BadPosition("off_field", square=NAMES[piece])
    if len(set(pieces)) < len(pieces):
        twice = min(piece for piece in pieces if pieces.count(piece) > 1)
        raise BadPosition("same_square", square=NAMES[twice])


def check_ball(ball: int | None, phase: str, pieces: tuple[int, ...], field: int) -> None:
    """Raise ``BadPosition`` unless ``ball`` lies on a square of ``field`` without a piece, and
    ``phase`` is one with a ball: it must lie there in a turn, and may once the match is over."""
    if ball is None:
        if phase == "turn":
            refuse("ball", "a square")
        return
    if phase not in ("turn", "over"):
        refuse("ball", "none")
    if not BIT[ball] & field:
        raise BadPosition("off_field", square=NAMES[ball])
    if BIT[ball] & mask_of(pieces):
        raise BadPosition("occupied", square=NAMES[ball])
