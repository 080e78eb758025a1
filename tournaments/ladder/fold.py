"""The order of a ladder as what has happened makes it. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from tournaments.pairing.ladder import Ladder, after_match, joined, left


class What(IntEnum):
    """Things that change a ladder, in the order in which they count if they share an instant."""

    JOINED = 0
    ENDED = 1
    LEFT = 2
    CAME_BACK = 3  # joined anew, perhaps in the very act in which the place of before came off


@dataclass(frozen=True, slots=True)
class Happening:
    """``one`` joined or left, or won a match against ``other``; nobody won if ``one`` is null."""

    at: datetime
    what: What
    one: int | None
    other: int | None = None
    key: int = 0

    @property
    def order(self) -> tuple[datetime, int, int]:
        """The key by which happenings are put in order."""
        return self.at, self.what, self.key


def after(ladder: Ladder, happening: Happening) -> Ladder:
    """Return the ladder after one happening."""
    one = happening.one
    if happening.what == What.ENDED:
        return after_match(ladder, one, happening.other)
    assert one is not None
    return left(ladder, {one}) if happening.what == What.LEFT else joined(ladder, one)


def fold(happenings: Iterable[Happening], start: Ladder = ()) -> Ladder:
    """Return the ladder after all of these, in the order of their instants."""
    ladder = start
    for happening in sorted(happenings, key=lambda one: one.order):
        ladder = after(ladder, happening)
    return ladder
