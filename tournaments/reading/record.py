"""The events of a player: those that go on, and how the others ended for them."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from golem import registry
from tournaments.models import Entry, Event, Member, Place

OVER = (Event.Status.FINISHED, Event.Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Taken:
    """An event that somebody plays or played in: ``title`` of the game; ``place`` in the last
    group that they reached, of ``players``; nothing before the first group, or on a ladder."""

    entry: Entry
    title: str
    place: Place | None
    players: int

    @property
    def event(self) -> Event:
        """The event."""
        return self.entry.event


def going_on(user: User) -> QuerySet[Entry]:
    """Return the entries of a player, or of their teams, in events that are not over."""
    return _entries(user).exclude(event__status__in=OVER).order_by("-event_id")


def past(user: User) -> QuerySet[Entry]:
    """Return those in events that have ended, the last first."""
    ended = _entries(user).filter(event__status=Event.Status.FINISHED)
    return ended.order_by("-event__ended_at", "-event_id")


def _entries(user: User) -> QuerySet[Entry]:
    teams = Member.objects.filter(entry=OuterRef("pk"), user=user, agreed=True)
    return Entry.objects.filter(Q(user=user) | Exists(teams)).select_related("event")


def with_places(entries: list[Entry]) -> list[Taken]:
    """Return entries with the place that each reached (two queries)."""
    last: dict[int, Place] = {}
    places = Place.objects.filter(entry__in=entries).select_related("group")
    for place in places.exclude(group__kind="ladder").order_by("group__stage", "group_id"):
        last[place.entry_id] = place
    sizes: dict[int, int] = {}
    of_groups = Place.objects.filter(group__in=[place.group_id for place in last.values()])
    for group in of_groups.values_list("group", flat=True):
        sizes[group] = sizes.get(group, 0) + 1
    return [_taken(entry, last.get(entry.pk), sizes) for entry in entries]


def _taken(entry: Entry, place: Place | None, sizes: dict[int, int]) -> Taken:
    title = registry.load(entry.event.game).info.title
    return Taken(entry, title, place, sizes.get(place.group_id, 0) if place else 0)
