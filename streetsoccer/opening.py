"""The setup: where the computer player puts its three players."""

from collections.abc import Iterator
from random import Random
from typing import Final

from streetsoccer import moves, placing, rules
from streetsoccer.notation import Setup
from streetsoccer.pitch import COLUMNS, NAMES, RED, ROWS, SQUARE, column_of, row_of, square_at, squares_of
from streetsoccer.position import KICKOFF_PLY, PLACED, Position
from streetsoccer.search import Search, Spent

_USUAL: Final = tuple(SQUARE[name] for name in ("bi", "ei", "de"))
"""A setup of yellow: two players before the goal, one in the other half."""
TRIES: Final = 200
"""So many setups are compared at most."""


def choose(position: Position, rng: Random, spent: Spent) -> Setup:
    """Return a legal setup: of those that time allows to compare, the one after which yellow's
    best kick-off is best for this side."""
    search = Search(spent)
    best, highest = _usual(position), -1.0
    for tried, places in enumerate(_candidates(position, rng)):
        if tried == TRIES or spent():
            break
        value = _worth(search, position, Setup(places))
        if value > highest:
            best, highest = places, value
    return Setup(best)
