"""Stored tables: what comes out if they are made anew, without storing it."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from tournaments.models import Group, News
from tournaments.recheck import wrong_table


def check() -> Iterator[str]:
    """Yield places whose stored row is not what the boards of the group come to.

    A ladder has no table; an event that has still to take results over is not looked at.
    """
    noted = News.objects.filter(event=OuterRef("event"))
    groups = Group.objects.exclude(kind=Group.Kind.LADDER).filter(~Exists(noted))
    # A group that has not begun has the columns of a new place: its table is not made yet.
    begun = groups.filter(started_at__isnull=False).select_related("event").order_by("pk")
    for group in begun.iterator():
        yield from _of_group(group)


def _of_group(group: Group) -> Iterator[str]:
    try:
        wrong = wrong_table(group.event, group, list(group.places.order_by("number")))
    except ValueError as error:  # its boards contradict themselves, too
        yield f"group {group.pk}: no table can be made of its boards: {error}"
        return
    for one in wrong:
        yield f"{one.what}: {one.column} is {one.stored!r}, by the boards {one.right!r}"
