"""Who takes part: once in an event, in one team, in one group of a stage."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Count, F, Q
from django.db.models.functions import Lower

from tournaments.models import Entry, Event, Member, Place

Row = dict[str, Any]


def check() -> Iterator[str]:
    """Yield what stands there twice, or in two places, or in another event than its own."""
    yield from numbers(_twice(Entry.objects, "event", "number"))
    people = Entry.objects.filter(user__isnull=False)
    yield from seats(_twice(people, "event", "user"))
    teams = Entry.objects.exclude(team="").annotate(name=Lower("team"))
    yield from names(_twice(teams, "event", "name"))
    yield from in_teams(_twice(Member.objects.filter(agreed=True), "event", "user"))
    yield from _strangers()
    yield from _two_groups()
    yield from _too_many()


def _twice(rows: Any, *fields: str) -> Iterable[Row]:
    counted = rows.order_by().values(*fields).annotate(times=Count("pk"))
    found: Iterable[Row] = counted.filter(times__gt=1).order_by(*fields).iterator()
    return found


# The first four look for what constraints keep out: an index that is broken lets it in.


def numbers(twice: Iterable[Row]) -> Iterator[str]:
    """Yield a line for each number that several entries of an event have."""
    for row in twice:
        yield f"event {row['event']}: {row['times']} entries have number {row['number']}"


def seats(twice: Iterable[Row]) -> Iterator[str]:
    """Yield a line for each player with several entries in an event."""
    for row in twice:
        yield f"event {row['event']}: player {row['user']} has {row['times']} entries"


def names(twice: Iterable[Row]) -> Iterator[str]:
    """Yield a line for each name that several teams of an event have."""
    for row in twice:
        yield f"event {row['event']}: {row['times']} teams have the same name"


def in_teams(twice: Iterable[Row]) -> Iterator[str]:
    """Yield a line for each player of several teams of an event."""
    for row in twice:
        yield f"event {row['event']}: player {row['user']} is in {row['times']} teams"


def _strangers() -> Iterator[str]:
    for member in Member.objects.exclude(event=F("entry__event")).order_by("pk").iterator():
        yield f"event {member.event_id}: member {member.pk} is in a team of another event"
    foreign = Place.objects.exclude(group__event=F("entry__event")).order_by("pk")
    for place in foreign.select_related("group").iterator():
        yield f"event {place.group.event_id}: place {place.pk} is that of another event's entry"


def _two_groups() -> Iterator[str]:
    """Yield who plays in two groups of a stage. In a mini cup one may, as often as one likes."""
    places = Place.objects.exclude(group__event__kind=Event.Kind.MINI_CUP).order_by()
    by_entry = places.values("group__event", "group__stage", "entry")
    counted = by_entry.annotate(times=Count("pk"), leagues=Count("group__level", distinct=True))
    for row in counted.filter(times__gt=1).order_by("entry").iterator():
        what = "leagues" if row["leagues"] > 1 else "groups"
        number = row["leagues"] if row["leagues"] > 1 else row["times"]
        yield (
            f"event {row['group__event']}: entry {row['entry']} plays in {number} {what} "
            f"of stage {row['group__stage']}"
        )


def _too_many() -> Iterator[str]:
    """Yield events in which more have a place than there are."""
    here = Q(entries__status=Entry.Status.ENTERED)
    limited = Event.objects.filter(status=Event.Status.ENTRY, document__entry__most__gt=0)
    for event in limited.annotate(there=Count("entries", filter=here)).order_by("pk").iterator():
        most = event.rules["entry"]["most"]
        if event.there > most:
            yield f"event {event.pk}: {event.there} have a place, of {most}"
