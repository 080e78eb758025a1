"""The setup: which three squares a side may place its field players on."""

from typing import Final

from golem.play.errors import IllegalMove
from golem.play.pitch.squares import (
    ALL_KEEPER_FIELDS,
    BIT,
    CENTRE_CIRCLE,
    FIELD,
    HALF,
    NAMES,
    OTHER,
    mask_of,
)
from streetsoccer.position import PLACED, Position

_CLOSED: Final = (
    ("off_field", ~FIELD),
    ("centre_circle", CENTRE_CIRCLE),
    ("keeper_field", ALL_KEEPER_FIELDS),
)


def check(position: Position, places: tuple[int, ...]) -> None:
    """Raise ``IllegalMove`` unless the side to move may place players on ``places``.

    Fewer than three places are a setup in the making: it passes if it can still become one.
    """
    occupied = mask_of(position.yellow + position.red)
    for number, place in enumerate(places):
        _check_place(place, occupied, places[:number])
    if len(places) == PLACED and not mask_of(places) & HALF[OTHER[position.to_move]]:
        raise IllegalMove("half", squares=[NAMES[place] for place in places])


def _check_place(place: int, occupied: int, before: tuple[int, ...]) -> None:
    if place in before:
        raise IllegalMove("same_square", square=NAMES[place])
    for code, closed in _CLOSED:
        if BIT[place] & closed:
            raise IllegalMove(code, square=NAMES[place])
    if BIT[place] & occupied:
        raise IllegalMove("occupied", square=NAMES[place])


def open_places(position: Position, places: tuple[int, ...]) -> int:
    """Return the squares for the next player after ``places``, as a set."""
    taken = mask_of(position.yellow + position.red + places)
    open_ = FIELD & ~(taken | CENTRE_CIRCLE | ALL_KEEPER_FIELDS)
    theirs = HALF[OTHER[position.to_move]]
    last = len(places) == PLACED - 1
    return open_ & theirs if last and not mask_of(places) & theirs else open_
