"""What events hold of one person, for the export of their account."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q, QuerySet

from accounts.hooks import Section
from accounts.models import User
from tournaments.models import Announcement, Entry, Event, EventAct, Member, Place, Right


def own_data(user: User) -> Iterator[Section]:
    """Yield the sections of this room: what ``user`` entered, played, was given and organised."""
    entries = Entry.objects.filter(user=user)
    yield "event_entries", _rows(entries, "number", "status", "entered_at")
    members = Member.objects.filter(user=user)
    yield "event_teams", _rows(members, "entry__team", "board", "agreed")
    yield "event_places", _places(user)
    rights = Right.objects.filter(entry__user=user)
    yield "event_rights", _rows(rights, "level", "at", "used_in", "given_up_at")
    acts = EventAct.objects.filter(Q(user=user) | Q(by=user) | Q(entry__user=user))
    yield "event_acts", _rows(acts, "kind", "match", "reason", "at")
    organised = Event.objects.filter(organiser=user).order_by("pk")
    columns = ("id", "name", "status", "created_at", "document")
    yield "events_organised", map(dict, organised.values(*columns).iterator())
    said = Announcement.objects.filter(event__organiser=user)
    yield "event_announcements", _rows(said, "text", "at")


def _places(user: User) -> Iterator[dict[str, Any]]:
    """Yield the places in groups and on ladders, those of the teams among them."""
    teams = Member.objects.filter(user=user, agreed=True).values("entry")
    places = Place.objects.filter(Q(entry__user=user) | Q(entry__in=teams)).order_by("pk")
    columns = ("number", "rank", "played", "points", "withdrawn_at")
    where = ("group__event", "group__event__name", "group__kind", "group__level", "group__number")
    for row in places.values(*where, *columns).iterator():
        yield {name.removeprefix("group__").replace("__", "_"): row[name] for name in where} | {
            "place" if name == "number" else name: row[name] for name in columns
        }


def _rows(found: QuerySet[Any], *fields: str) -> Iterator[dict[str, Any]]:
    for row in found.order_by("pk").values("event", "event__name", *fields).iterator():
        yield {name.replace("__", "_"): value for name, value in row.items()}
