"""Numbered things in the order of an instant each, where instants only ever move to later."""

from collections.abc import Callable
from datetime import datetime
from heapq import heappop, heappush

Instant = Callable[[int], datetime | None]


class Rising:
    """``size`` things, numbered from 0; ``instant`` gives the present instant of each, or ``None``.

    It is asked again for what was :meth:`moved`, and only when that comes to the top: with many
    things that move together, most of them never do.
    """

    def __init__(self, size: int, instant: Instant) -> None:
        self._instant = instant
        self._moves = [0] * size
        self._heap: list[tuple[datetime, int, int]] = []
        for number in range(size):
            self._push(number)

    def first(self) -> datetime | None:
        """Return the next instant of all, or ``None``."""
        while self._heap:
            at, number, moves = self._heap[0]
            if moves == self._moves[number]:
                return at
            heappop(self._heap)
            self._push(number)
        return None

    def take(self, at: datetime) -> dict[int, int]:
        """Take off what is at ``at``, the first instant; return it in order of the numbers, for
        :meth:`stayed`."""
        taken = {}
        while self.first() == at:
            _, number, moves = heappop(self._heap)
            taken[number] = moves
        return taken

    def moved(self, number: int) -> None:
        """Note that the instant of a thing is a later one now, or that it has none any more."""
        self._moves[number] += 1

    def stayed(self, taken: dict[int, int]) -> list[int]:
        """Return what was taken off and has not moved since; put back what has."""
        for number, moves in taken.items():
            if moves != self._moves[number]:
                self._push(number)
        return [number for number, moves in taken.items() if moves == self._moves[number]]

    def _push(self, number: int) -> None:
        at = self._instant(number)
        if at is not None:
            heappush(self._heap, (at, number, self._moves[number]))
