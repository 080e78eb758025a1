"""The lines a ball can take, as tables.

A kick goes straight or diagonally and may turn once by 45 degrees. Such a path of n steps
always ends n squares away as a chess king counts, and there are at most two of them to any
square: the straight part first, or the diagonal part first. So a kick of length n reaches just
the squares at king's distance n to which one of the two paths is clear.

Both paths are kept in one number: the lower half of its bits stands for the targets by the straight
part first, the upper half for the same targets by the diagonal part first.
"""

from itertools import accumulate
from operator import or_
from typing import Final

from golem.play.pitch.squares import (
    BIT,
    FIELD,
    KEEPER_FIELDS,
    MOUTH,
    SEATS,
    SQUARES,
    column_of,
    row_of,
    square_at,
    squares_of,
)

LONGEST_KICK: Final = 6
TARGETS: Final = FIELD | MOUTH["yellow"] | MOUTH["red"]

_FIELD_SQUARES: Final = squares_of(FIELD)
_TARGET_SQUARES: Final = squares_of(TARGETS)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def distance(start: int, target: int) -> int:
    """Return the number of steps of a kick from ``start`` to ``target``."""
    across = abs(column_of(target) - column_of(start))
    down = abs(row_of(target) - row_of(start))
    return max(across, down)


def paths(start: int, target: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the squares between: with the straight part first, and with the diagonal one first."""
    across = column_of(target) - column_of(start)
    down = row_of(target) - row_of(start)
    slant = min(abs(across), abs(down))
    diagonal = [(_sign(across), _sign(down))] * slant
    rest = max(abs(across), abs(down)) - slant
    straight = [(_sign(across - _sign(across) * slant), _sign(down - _sign(down) * slant))] * rest
    return _between(start, straight + diagonal), _between(start, diagonal + straight)


def _between(start: int, steps: list[tuple[int, int]]) -> tuple[int, ...]:
    squares, column, row = [], column_of(start), row_of(start)
    for across, down in steps[:-1]:
        column, row = column + across, row + down
        squares.append(square_at(column, row))
    return tuple(squares)


def _shadows(start: int) -> tuple[int, ...]:
    """Return, for each square, the targets that a piece on it hides from ``start``."""
    rows = [0] * SQUARES
    for target in _TARGET_SQUARES:
        if target != start:
            for shift, path in zip((0, SQUARES), paths(start, target), strict=True):
                for square in path:
                    rows[square] |= BIT[target] << shift
    return tuple(rows)


def _never(start: int) -> int:
    """Return the ways into a goal that do not come from a square in front of it."""
    mask = 0
    for seat in SEATS:
        for target in squares_of(MOUTH[seat]):
            for shift, path in zip((0, SQUARES), paths(start, target), strict=True):
                if not BIT[(start, *path)[-1]] & KEEPER_FIELDS[seat]:
                    mask |= BIT[target] << shift
    return mask


def _rings(start: int) -> tuple[int, ...]:
    """Return, for each set of lengths, the targets at such a distance; bit n-1 is length n.

    A goal counts from its distance on: the ball that is in need not use up its length.
    """
    exact, goals = [0] * LONGEST_KICK, [0] * LONGEST_KICK
    for target in _TARGET_SQUARES:
        steps = distance(start, target)
        if 1 <= steps <= LONGEST_KICK:
            (exact if BIT[target] & FIELD else goals)[steps - 1] |= BIT[target]
    up_to = tuple(accumulate(goals, or_))
    rings = [0]
    for lengths in range(1, 1 << LONGEST_KICK):
        longest = lengths.bit_length() - 1
        shorter = rings[lengths ^ 1 << longest]
        rings.append(shorter | exact[longest] | up_to[longest])
    return tuple(rings)


DISTANCE: Final = tuple(
    tuple(distance(start, target) for target in range(SQUARES)) for start in range(SQUARES)
)
SHADOWS: Final = {start: _shadows(start) for start in _FIELD_SQUARES}
NEVER: Final = {start: _never(start) for start in _FIELD_SQUARES}
RINGS: Final = {start: _rings(start) for start in _FIELD_SQUARES}
