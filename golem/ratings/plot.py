"""The plot of a player's ratings: shapes only, which a template draws."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from golem.play.rating import POINT

WIDTH: Final = 640
HEIGHT: Final = 280
LEFT: Final = 54
"""Room for the numbers at the left."""
RIGHT: Final = 10
TOP: Final = 10
BOTTOM: Final = 28
MOST: Final = 400
"""Points of the line; of a longer history each stretch shows its last one."""
STEPS: Final = (25, 50, 100, 200, 500)
LINES: Final = 6
"""At most so many lines across."""

Mark = tuple[datetime, int]
"""An instant, and the rating from then on in ten-thousandths of a point."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across: its height, and the rating that it stands for."""

    y: float
    rating: int


@dataclass(frozen=True, slots=True)
class Day:
    """An instant on the axis of time."""

    x: float
    at: datetime
    anchor: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A line of ratings from the first match to the last, in a box of ``WIDTH`` by ``HEIGHT``."""

    points: str
    ticks: Sequence[Tick]
    days: Sequence[Day]
    last: tuple[float, float]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def plot_of(marks: Sequence[Mark]) -> Plot | None:
    """Return the plot of ratings in the order of time; ``None`` for fewer than two."""
    if len(marks) < 2:
        return None
    shown = _thinned(marks)
    low, high, step = _range(min(r for _, r in marks) // POINT, max(r for _, r in marks) // POINT)
    begin, end = shown[0][0], shown[-1][0]
    places = [(_x(at, begin, end), _y(rating / POINT, low, high)) for at, rating in shown]
    return Plot(
        points=" ".join(f"{x},{y}" for x, y in places),
        ticks=[Tick(_y(value, low, high), value) for value in range(low, high + 1, step)],
        days=_days(begin, end),
        last=places[-1],
    )


def _thinned(marks: Sequence[Mark]) -> list[Mark]:
    """Return at most ``MOST`` marks, the first and the last among them."""
    if len(marks) <= MOST:
        return list(marks)
    last = len(marks) - 1
    return [marks[number * last // (MOST - 1)] for number in range(MOST)]


def _range(low: int, high: int) -> tuple[int, int, int]:
    """Return bounds around whole points that fall on lines, and how far the lines are apart."""
    for step in STEPS:
        bottom, top = low // step * step, (high // step + 1) * step
        if (top - bottom) // step <= LINES:
            break
    return bottom, top, step


def _x(at: datetime, begin: datetime, end: datetime) -> float:
    span = max(end - begin, timedelta(seconds=1))
    return round(LEFT + (WIDTH - LEFT - RIGHT) * ((at - begin) / span), 1)


def _y(value: float, low: int, high: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - low) / (high - low), 1)


def _days(begin: datetime, end: datetime) -> list[Day]:
    """Return the instants that are named: the first, the last, and the middle of a long time."""
    days = [Day(_x(begin, begin, end), begin, "start")]
    if end - begin > timedelta(days=7):
        middle = begin + (end - begin) / 2
        days.append(Day(_x(middle, begin, end), middle, "middle"))
    if end - begin > timedelta(days=1):
        days.append(Day(_x(end, begin, end), end, "end"))
    return days
