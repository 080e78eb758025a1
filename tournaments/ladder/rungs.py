"""The rungs of a ladder: who stands where. Under the event's lock.

``Place.number`` is the rung. Who has left keeps the place, parked behind all rungs, so that the
matches that were played still name it. ``Place.fate["stays"]`` tells from when to when one was on
the ladder, so that the order can be made anew from what has happened.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db.models import F, Max, QuerySet

from tournaments.models import Entry, Event, Group, Place
from tournaments.pairing.ladder import Ladder

PARKED: Final = 1_000_000_000


def group_of(event: Event) -> Group:
    """Return the one group of a ladder (one query)."""
    return event.groups.get(kind=Group.Kind.LADDER)


def on_rungs(group: Group) -> QuerySet[Place]:
    """Return the places on the ladder, the top first."""
    return group.places.filter(number__lt=PARKED).order_by("number")


def order_of(group: Group) -> Ladder:
    """Return the keys of the places on the ladder, the top first (one query)."""
    return tuple(on_rungs(group).values_list("pk", flat=True))


def climb_on(group: Group, entry: Entry, now: datetime) -> Place:
    """Put ``entry`` on the last rung, for the first time or again; return the place."""
    last: int | None = on_rungs(group).aggregate(last=Max("number"))["last"]
    place, _ = Place.objects.get_or_create(
        group=group, entry=entry, defaults={"number": PARKED + entry.number}
    )
    place.number, place.withdrawn_at = (last or 0) + 1, None
    place.fate = {"stays": [*stays(place), [now.isoformat(), None]]}
    place.save(update_fields=["number", "withdrawn_at", "fate"])
    return place


def stays(place: Place) -> list[list[str | None]]:
    """Return from when to when, in ISO 8601, the place was on the ladder; the last may be open."""
    found: list[list[str | None]] = place.fate.get("stays", [])
    return found


def leaving(group: Group) -> list[Place]:
    """Return the places on rungs whose player has left and has no match here that runs."""
    gone = on_rungs(group).filter(withdrawn_at__isnull=False).select_related("entry")
    undecided = group.pairings.filter(decided_at=None).values_list("first", "second")
    playing = {place for sides in undecided for place in sides}
    return [place for place in gone if place.pk not in playing]


def take_off(group: Group, place: Place, now: datetime) -> None:
    """Park a place that its player left; all below it move up one."""
    below, found = place.number, stays(place)
    if found:
        found[-1][1] = now.isoformat()
    place.number, place.fate = PARKED + place.entry.number, {"stays": found}
    place.save(update_fields=["number", "fate"])
    on_rungs(group).filter(number__gt=below).update(number=F("number") - 1)


def put_in_order(group: Group, order: Sequence[int]) -> set[int]:
    """Give the places with these keys the rungs from the top, and park all others; return the
    keys of those that moved (two queries)."""
    wanted = {key: number for number, key in enumerate(order, start=1)}
    places = list(group.places.select_related("entry"))
    moved = [place for place in places if place.number != _number(place, wanted.get(place.pk))]
    return _renumber(moved, wanted)


def shift(group: Group, before: Sequence[int], after: Sequence[int]) -> set[int]:
    """Go from one order of the same places to another; return the keys of those that moved."""
    wanted = {
        key: number
        for number, (old, key) in enumerate(zip(before, after, strict=True), start=1)
        if old != key
    }
    places = list(group.places.filter(pk__in=wanted).select_related("entry"))
    return _renumber(places, wanted)


def _renumber(places: Iterable[Place], wanted: dict[int, int]) -> set[int]:
    moved = list(places)
    for place in moved:
        place.number = _number(place, wanted.get(place.pk))
    Place.objects.bulk_update(moved, ["number"], batch_size=500)
    return {place.pk for place in moved}


def _number(place: Place, rung: int | None) -> int:
    return PARKED + place.entry.number if rung is None else rung
