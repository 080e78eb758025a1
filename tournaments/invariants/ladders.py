"""Ladders: the rungs are 1, 2, 3 without a gap, in the order that what happened makes."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from tournaments.ladder import results, rungs
from tournaments.models import Entry, Group, News


def check() -> Iterator[str]:
    """Yield wrong rungs and wrong orders."""
    ladders = Group.objects.filter(kind=Group.Kind.LADDER).order_by("pk")
    waiting = News.objects.filter(event=OuterRef("event"))
    for group in ladders.annotate(noted=Exists(waiting)).iterator():
        yield from _rungs(group)
        if not group.noted:
            yield from _order(group)


def _rungs(group: Group) -> Iterator[str]:
    numbers = list(rungs.on_rungs(group).values_list("number", flat=True))
    for right, number in enumerate(numbers, start=1):
        if number != right:
            yield f"group {group.pk}: rung {right} is missing, there is rung {number}"
            break
    parked = group.places.filter(number__gte=rungs.PARKED, withdrawn_at=None)
    here = parked.filter(entry__status=Entry.Status.ENTERED)
    for place in here.order_by("pk").iterator():
        yield f"place {place.pk} of group {group.pk}: it is off the ladder, and did not leave"


def _order(group: Group) -> Iterator[str]:
    stored, right = rungs.order_of(group), results.order_anew(group)
    for number, (one, other) in enumerate(zip(stored, right, strict=False), start=1):
        if one != other:
            yield f"group {group.pk}: place {one} is on rung {number}, by what happened {other}"
            return
    if len(stored) != len(right):
        yield f"group {group.pk}: {len(stored)} are on the ladder, by what happened {len(right)}"
