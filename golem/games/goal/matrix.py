"""Matrix games: two sides choose at once, one gains what the other loses."""

from collections.abc import Sequence
from typing import Final

_TINY: Final = 1e-11
_STEEP_PIVOTS: Final = 100
"""After so many steps the choice of columns changes to one that cannot go in a circle."""
_MOST_PIVOTS: Final = 300

Matrix = Sequence[Sequence[float]]


def solve(gains: Matrix) -> tuple[float, list[float]]:
    """Return the value of a matrix game and the mixed strategy with which the rows secure it.

    ``gains`` are what the rows' side gains, by row and column. The strategy holds a probability
    for each row. By the simplex method for the columns' side, whose dual prices are the rows'
    strategy. It ends even if it should go in a circle, with a strategy that is then not the best.
    """
    shift = 1.0 - min(map(min, gains))
    rows, columns = len(gains), len(gains[0])
    table = [
        [value + shift for value in line] + [float(at == row) for at in range(rows)] + [1.0]
        for row, line in enumerate(gains)
    ]
    goal = [-1.0] * columns + [0.0] * (rows + 1)
    for turn in range(_MOST_PIVOTS):
        column = _entering(goal, steepest=turn < _STEEP_PIVOTS)
        if column is None:
            break
        _pivot(table, goal, _leaving(table, column), column)
    prices = [max(0.0, price) for price in goal[columns : columns + rows]]
    total = sum(prices)
    return 1.0 / total - shift, [price / total for price in prices]


def _entering(goal: list[float], *, steepest: bool) -> int | None:
    """Return the column that pays most to take in, or the first that pays; ``None``: none does."""
    prices = goal[:-1]
    if steepest:
        least = min(prices)
        return prices.index(least) if least < -_TINY else None
    return next((at for at, price in enumerate(prices) if price < -_TINY), None)


def _leaving(table: list[list[float]], column: int) -> int:
    """Return the row that first limits ``column``. There is one: every gain is above zero."""
    best, least = 0, float("inf")
    for row, line in enumerate(table):
        if line[column] > _TINY and line[-1] / line[column] < least:
            best, least = row, line[-1] / line[column]
    return best


def _pivot(table: list[list[float]], goal: list[float], row: int, column: int) -> None:
    pivot = table[row][column]
    taken = table[row] = [value / pivot for value in table[row]]
    for line in (*table, goal):
        factor = line[column]
        if line is not taken and factor:
            line[:] = [value - factor * unit for value, unit in zip(line, taken, strict=True)]
