"""The rights of mini cups: one waits for each level, each is used once."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q

from tournaments.models import Entry, Event, Group, Place, Right


def check() -> Iterator[str]:
    """Yield what is wrong with rights, and groups that were not played by right."""
    yield from _waiting()
    yield from _used()
    yield from _by_right()
    yield from _earned()


def _waiting() -> Iterator[str]:
    same = Right.objects.filter(waits=True).order_by().values("entry", "level")
    yield from doubled(same.annotate(times=Count("pk")).filter(times__gt=1).order_by("entry"))
    waits = Right.objects.filter(entry=OuterRef("entry"), level=OuterRef("level"), waits=True)
    unused = Right.objects.filter(used_in=None, given_up_at=None, waits=False)
    for right in unused.filter(~Exists(waits)).order_by("pk").iterator():
        yield f"right {right.pk}: it is unused, and neither it nor another to that level waits"
    here = Q(entry__status=Entry.Status.ENTERED)
    for right in Right.objects.filter(waits=True).exclude(here).order_by("pk").iterator():
        yield f"right {right.pk}: it waits, and entry {right.entry_id} does not take part"


def doubled(twice: Iterable[Any]) -> Iterator[str]:
    """Yield a line for each level at which an entry waits several times."""
    for row in twice:
        yield f"entry {row['entry']}: {row['times']} rights to level {row['level']} wait"


def _used() -> Iterator[str]:
    used = Right.objects.filter(used_in__isnull=False)
    for right in used.exclude(used_in__level=F("level")).order_by("pk").iterator():
        yield f"right {right.pk}: it is to level {right.level}, and used in one of another"
    seat = Place.objects.filter(group=OuterRef("used_in"), entry=OuterRef("entry"))
    for right in used.filter(~Exists(seat)).order_by("pk").iterator():
        yield f"right {right.pk}: it is used in group {right.used_in_id}, which has no place for it"
    for right in used.filter(given_up_at__isnull=False).order_by("pk").iterator():
        yield f"right {right.pk}: it is used, and given up"


def _by_right() -> Iterator[str]:
    """Yield places of mini cups for which not exactly one right was used."""
    places = Place.objects.filter(group__event__kind=Event.Kind.MINI_CUP)
    mine = Q(entry__rights__used_in=F("group"))
    counted = places.annotate(used=Count("entry__rights", filter=mine)).exclude(used=1)
    for pk, group, used in counted.order_by("pk").values_list("pk", "group", "used").iterator():
        yield f"place {pk} of group {group}: {used} rights were used for it"


def _earned() -> Iterator[str]:
    """Yield rights earned in a group that has not ended, or of whom it had no place."""
    earned = Right.objects.filter(earned_in__isnull=False)
    going = earned.filter(earned_in__ended_at=None)
    for right in going.order_by("pk").iterator():
        yield f"right {right.pk}: it was earned in group {right.earned_in_id}, which has not ended"
    seat = Place.objects.filter(group=OuterRef("earned_in"), entry=OuterRef("entry"))
    for right in earned.filter(~Exists(seat)).order_by("pk").iterator():
        yield f"right {right.pk}: it was earned in group {right.earned_in_id} by one not of it"
    basic = Right.objects.filter(earned_in=None, level__gt=1)
    for right in basic.order_by("pk").iterator():
        yield f"right {right.pk}: it is to level {right.level}, and was earned nowhere"
    unfinished = Group.objects.filter(event__kind=Event.Kind.MINI_CUP, ended_at__isnull=False)
    for group in unfinished.annotate(three=Count("places")).exclude(three=3).order_by("pk"):
        yield f"group {group.pk}: it is not of three"
