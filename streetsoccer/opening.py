"""The setup: where the computer player puts its three players."""

from collections.abc import Iterable
from random import Random
from typing import Final

from golem.play.pitch.lookahead import Search
from golem.play.pitch.squares import (
    BIT,
    COLUMNS,
    FIELD,
    ROWS,
    SQUARE,
    YELLOW,
    column_of,
    row_of,
    square_at,
    squares_of,
)
from golem.play.thinking import Spent
from streetsoccer import moves, placing, rules
from streetsoccer.guide import guide
from streetsoccer.notation import Move, Setup
from streetsoccer.position import PLACED, Phase, Position
from streetsoccer.prospects import Score

TRIES: Final = 200
"""So many setups are compared at most."""
_USUAL: Final = tuple(SQUARE[name] for name in ("bi", "ei", "de"))
"""A setup of yellow: two players before the own goal, one in the other half."""
_KEPT: Final = 2
"""How many squares of the best setup so far a new try keeps, every second time."""


def choose(position: Position, rng: Random, spent: Spent) -> Setup:
    """Return a legal setup: of those that time allows to compare, the one after which yellow's
    best kick-off is best for this side."""
    search = Search(guide, spent)
    best, highest = usual(position), -1.0
    tried = best
    for number in range(1, TRIES + 1):
        if spent():
            break
        value = _worth(search, rules.play(position, Setup(tried)), position.to_move)
        if value > highest:
            best, highest = tried, value
        kept = rng.sample(best, _KEPT) if number % 2 else ()
        tried = filled(position, kept, rng.sample(squares_of(FIELD), FIELD.bit_count()))
    return Setup(best)


def usual(position: Position) -> tuple[int, int, int]:
    """Return the usual setup of the side to move, or one like it that is legal."""
    wished = _USUAL
    if position.to_move != YELLOW:
        wished = tuple(square_at(COLUMNS - 1 - column_of(s), ROWS - 1 - row_of(s)) for s in _USUAL)
    return filled(position, (), (*wished, *squares_of(FIELD)))


def filled(position: Position, kept: Iterable[int], wished: Iterable[int]) -> tuple[int, int, int]:
    """Return a legal setup: ``kept``, then the first of ``wished`` that fit, where they fit.

    ``wished`` must hold all squares of the field.
    """
    order = (*kept, *wished)
    places: tuple[int, ...] = ()
    while len(places) < PLACED:
        open_ = placing.open_places(position, places)
        places = (*places, next(square for square in order if BIT[square] & open_))
    first, second, third = places
    return first, second, third


def _worth(search: Search[Position, Move, Score], position: Position, seat: str) -> float:
    """Return what ``position``, after a setup of ``seat``, is worth to it; if red has not placed
    its players yet, they are taken to stand as usual."""
    if position.phase is Phase.SETUP:
        position = rules.play(position, Setup(usual(position)))
    kicks = moves.legal(position) or ()
    glances = [search.glance(rules.play(position, kick)) for kick in kicks]
    best = max(glances, default=0.5)
    return best if seat == YELLOW else 1 - best
