"""All checks of this room, one after the other, over tables of any size."""

from collections.abc import Iterator
from datetime import datetime

from tournaments.invariants import boards, entries, going_on, groups, ladders, rights, tables


def check(now: datetime) -> Iterator[str]:
    """Yield each contradiction in the rows of events."""
    yield from entries.check()
    yield from groups.check()
    yield from boards.check()
    yield from tables.check()
    yield from going_on.check()
    yield from rights.check()
    yield from ladders.check()


def late(now: datetime) -> Iterator[str]:
    """Yield what should have been brought forward some time ago: no contradiction."""
    yield from going_on.late(now)
