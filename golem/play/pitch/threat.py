"""How near a side is to a goal: the least die with which it could score.

A longer kick can do all that a shorter one can, for a goal need not use up the length. So the
dice that score are all dice from a least one on, and that one is the length of a shortest way:
the steps of a walk to the ball, and the steps of the ball over any number of passes into the
goal, the first one of each kick being free.
"""

from typing import Final

from golem.play.pitch.lines import DISTANCE, paths
from golem.play.pitch.squares import (
    BIT,
    FIELD,
    KEEPER_FIELDS,
    MOUTH,
    OTHER,
    SEATS,
    SQUARES,
    STEP,
    all_squares_of,
    mask_of,
    squares_of,
)
from golem.play.protocol import Seat

NO_WAY: Final = 10
"""The answer where no way is shorter: dice end at 6, but 7 to 9 still tell what is near."""

_FIELD_SQUARES: Final = squares_of(FIELD)
_Ways = tuple[tuple[int, int], ...]


def _ways_in(start: int, mouth: int, doors: int) -> _Ways:
    """Return the ways of the ball from ``start`` into a goal, shortest first: length, squares
    that must be empty. A way is left out if another is as short and needs no more squares."""
    ways: list[tuple[int, int]] = []
    for target in sorted(squares_of(mouth), key=lambda target: DISTANCE[start][target]):
        for path in paths(start, target):
            if BIT[(start, *path)[-1]] & doors:
                length, needed = DISTANCE[start][target], mask_of(path)
                if not any(known & needed == known for _, known in ways):
                    ways.append((length, needed))
    return tuple(ways)


def _between(start: int) -> tuple[tuple[int, int, int], ...]:
    """Return for each square what a pass from ``start`` costs, and the squares of both paths."""
    rows = [(SQUARES, 0, 0)] * SQUARES
    for target in _FIELD_SQUARES:
        if target != start:
            one, other = (mask_of(path) for path in paths(start, target))
            rows[target] = (DISTANCE[start][target] - 1, one, other)
    return tuple(rows)


_WAYS: Final[dict[Seat, dict[int, _Ways]]] = {
    seat: {
        start: _ways_in(start, MOUTH[OTHER[seat]], KEEPER_FIELDS[OTHER[seat]])
        for start in _FIELD_SQUARES
    }
    for seat in SEATS
}
_PASSES: Final = {start: _between(start) for start in _FIELD_SQUARES}


def least_die(
    seat: Seat, own: tuple[int, ...], others: int, ball: int, walkable: int = FIELD
) -> int:
    """Return the least die with which ``seat``, if it were to move, could score.

    ``own`` are its players' squares, ``others`` the opponent's as a set, ``ball`` the ball's
    square; players walk over ``walkable``. More than 6 means that no die does; ``NO_WAY`` that
    there is no way below that.
    """
    standing = mask_of(own)
    occupied, best = standing | others, NO_WAY
    free = walkable & ~occupied
    layer = unseen = BIT[ball]
    unseen = free & ~layer
    for steps in range(1, NO_WAY):
        if steps >= best:
            break
        layer = layer << 1 | layer >> 1 | layer << STEP | layer >> STEP
        arriving = layer & standing
        if arriving:
            standing ^= arriving
            for walker in all_squares_of(arriving):
                friends = [player for player in own if player != walker]
                spare = best - steps + 1
                kick = _shortest_kick(_WAYS[seat], ball, friends, occupied ^ BIT[walker], spare)
                best = min(best, steps + kick - 1)
            if not standing:
                break
        layer &= unseen
        if not layer:
            break
        unseen ^= layer
    return best


def _shortest_kick(
    ways: dict[int, _Ways], kicker: int, friends: list[int], occupied: int, limit: int
) -> int:
    """Return the least length of a kick that scores, ``limit`` if it is not below that.

    Dijkstra's search over the kicker and its friends: a pass of n steps costs n - 1.
    """
    player, spent, best = kicker, 0, limit
    costs = dict.fromkeys(friends, SQUARES)
    while True:
        for length, needed in ways[player]:
            if spent + length >= best:
                break
            if not needed & occupied:
                best = spent + length
                break
        passes = _PASSES[player]
        for friend, known in costs.items():
            cost, one, other = passes[friend]
            cost += spent
            if cost < known and cost + 1 < best and not (one & occupied and other & occupied):
                costs[friend] = cost
        if not costs:
            return best
        player = min(costs, key=costs.__getitem__)
        spent = costs.pop(player)
        if spent + 1 >= best:
            return best
