"""The setup: where the computer player puts its players."""

from collections.abc import Sequence
from random import Random
from typing import Final

from golem.games.golden_goal import moves, placing, rules
from golem.games.golden_goal.guide import guide
from golem.games.golden_goal.notation import Move, Put, Setup
from golem.games.golden_goal.position import Phase, Position
from golem.games.golden_goal.prospects import Score
from golem.play.pitch.lookahead import Search
from golem.play.pitch.squares import (
    BIT,
    COLUMNS,
    FIELD,
    ROWS,
    SEATS,
    SQUARE,
    YELLOW,
    column_of,
    row_of,
    square_at,
    squares_of,
)
from golem.play.protocol import Seat
from golem.play.thinking import Spent

TRIES: Final = 200
"""So many hand-overs are compared at most."""
_LIKELY: Final = 2
"""A likely difference of the dice of the kick-off."""
_USUAL: Final = tuple(SQUARE[name] for name in ("dg", "ck", "bi", "de", "ei", "be"))
"""A setup of yellow: the circle, the keeper, two before the own net, one in the other half."""


def choose(position: Position, rng: Random, spent: Spent) -> Setup:
    """Return a legal hand-over: of those that time allows to compare, the one after which the
    kick-off, whosever it will be, is best for this side if both go on as usual."""
    search = Search(guide, spent)
    best, highest = usual(position), -1.0
    tried = best
    for _ in range(TRIES):
        if spent():
            break
        value = _worth(search, rules.play(position, tried), position.to_move)
        if value > highest:
            best, highest = tried, value
        tried = filled(position, rng.sample(squares_of(FIELD), FIELD.bit_count()))
    return best


def usual(position: Position) -> Setup:
    """Return the usual hand-over of the side to move, or one like it that is legal."""
    wished = _USUAL
    if position.to_move != YELLOW:
        wished = tuple(square_at(COLUMNS - 1 - column_of(s), ROWS - 1 - row_of(s)) for s in _USUAL)
    return filled(position, (*wished, *squares_of(FIELD)))


def filled(position: Position, wished: Sequence[int]) -> Setup:
    """Return a legal hand-over onto the first of ``wished`` that fit, where they fit.

    ``wished`` must hold all squares of the field.
    """
    puts: tuple[Put, ...] = ()
    after = position
    while len(puts) < placing.due(position):
        keeper, others = placing.keeper_places(after), placing.outfielder_places(after)
        square = next(square for square in wished if BIT[square] & (keeper | others))
        put = Put(square, keeper=bool(BIT[square] & keeper))
        puts, after = (*puts, put), placing.placed(after, put)
    return Setup(puts)


def _worth(search: Search[Position, Move, Score], position: Position, seat: Seat) -> float:
    """Return what ``position``, after a hand-over of ``seat``, is worth to it, if the rest of the
    setup is as usual and either side may kick off."""
    while position.phase is Phase.SETUP:
        position = rules.play(position, usual(position))
    values = []
    for kicker in SEATS:
        before = position._replace(kicker=kicker, die=_LIKELY)
        kicks = moves.legal(before) or ()
        best = max((search.glance(rules.play(before, kick)) for kick in kicks), default=0.5)
        values.append(best if kicker == seat else 1 - best)
    return sum(values) / len(values)
