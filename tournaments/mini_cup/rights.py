"""Rights to groups of a mini cup: entered for, earned, waiting, used, given up.

Of several rights of one player to one level only one waits; the further ones wait, the oldest
first, when that one has been used. Everything here runs under the event's lock.
"""

from collections.abc import Iterable
from datetime import datetime

from tournaments.models import Entry, Event, Group, Right

BASIC = 1
"""The level that one enters for."""


def grant(
    entry: Entry, level: int, now: datetime, earned_in: Group | None = None
) -> tuple[Right, bool]:
    """Return a right of ``entry`` to ``level``, and whether it is new.

    A group earns one right for each player, however often this is asked.
    """
    if earned_in is not None:
        known = Right.objects.filter(entry=entry, earned_in=earned_in).first()
        if known is not None:
            return known, False
    right = Right.objects.create(
        event_id=entry.event_id,
        entry=entry,
        level=level,
        at=now,
        earned_in=earned_in,
        waits=not entry.rights.filter(level=level, waits=True).exists(),
    )
    return right, True


def waiting(event: Event) -> list[Right]:
    """Return the rights that wait, by level and then in the order in which they were earned, with
    their entries and users (one query)."""
    rows = event.rights.filter(waits=True).select_related("entry__user", "earned_in")
    return list(rows.order_by("level", "at", "pk"))


def use(rights: Iterable[Right], group: Group) -> None:
    """Spend rights on places in ``group``; then further ones to that level wait."""
    for right in rights:
        right.used_in, right.waits = group, False
        right.save(update_fields=["used_in", "waits"])
        call_up(right.entry, right.level)


def call_up(entry: Entry, level: int) -> None:
    """Let the oldest unused right of ``entry`` to ``level`` wait, unless one waits."""
    unused = Right.objects.filter(entry=entry, level=level, used_in=None, given_up_at=None)
    if unused.filter(waits=True).exists():
        return
    first = unused.order_by("at", "pk").first()
    if first is not None:
        first.waits = True
        first.save(update_fields=["waits"])


def give_up(entry: Entry, now: datetime, level: int | None = None) -> int:
    """Give up the unused rights of ``entry``, to one level or to all; return how many there were.

    They are not called up again.
    """
    unused = entry.rights.filter(used_in=None, given_up_at=None)
    if level is not None:
        unused = unused.filter(level=level)
    return unused.update(waits=False, given_up_at=now)


def take_back(group: Group, keep: Iterable[int]) -> int:
    """Delete the rights earned in ``group`` by others than the entries ``keep``, if they are not
    used yet; return how many. A group that has begun is not undone."""
    unused = group.rights_earned.filter(used_in=None).exclude(entry__in=list(keep))
    gone = list(unused.select_related("entry"))
    unused.delete()
    for right in gone:
        call_up(right.entry, right.level)
    return len(gone)
