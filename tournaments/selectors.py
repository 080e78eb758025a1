"""Questions about events for pages, lists and the API; each a fixed number of queries."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404

from accounts.models import User
from golem.rest.refusals import Missing
from tournaments.models import Entry, Event, Member

Status = Entry.Status


def events() -> QuerySet[Event]:
    """Return all events, the newest first: organiser at hand; ``players`` have a place,
    ``waiting`` have none yet."""
    there = Count("entries", filter=~Q(entries__status=Status.WAITING))
    waiting = Count("entries", filter=Q(entries__status=Status.WAITING))
    rows = Event.objects.select_related("organiser")
    return rows.annotate(players=there, waiting=waiting).order_by("-id")


def event_or_missing(event_id: int) -> Event:
    """Return one event as :func:`events` does; raise ``Missing`` (``no_such_event``)."""
    found = events().filter(pk=event_id).first()
    if found is None:
        raise Missing("no_such_event")
    return found


def event_or_404(event_id: int) -> Event:
    """Return one event as :func:`events` does; raise ``Http404``."""
    found = events().filter(pk=event_id).first()
    if found is None:
        raise Http404
    return found


def of_user(found: QuerySet[Event], user: User) -> QuerySet[Event]:
    """Keep the events in which ``user`` takes or took part, waits, or that they organise."""
    entries = Entry.objects.filter(event=OuterRef("pk"), user=user)
    teams = Member.objects.filter(event=OuterRef("pk"), user=user)
    return found.filter(Q(organiser=user) | Exists(entries) | Exists(teams))


def coming(now: datetime) -> QuerySet[Event]:
    """Return the events that have still to start, the next to start or to close first."""
    rows = events().filter(status=Event.Status.ENTRY)
    return rows.order_by(Coalesce("starts_at", "closes_at").asc(nulls_last=True), "pk")


def entries(event: Event) -> QuerySet[Entry]:
    """Return the entries of an event in order, users and members at hand (two more queries)."""
    rows = event.entries.select_related("user").prefetch_related("members__user")
    return rows.order_by("number")


def entry(entry_id: int) -> Entry:
    """Return one entry, user and members at hand; raise ``Missing`` (``no_such_team``)."""
    found = Entry.objects.select_related("user").prefetch_related("members__user")
    row = found.filter(pk=entry_id).first()
    if row is None:
        raise Missing("no_such_team")
    return row


@dataclass(frozen=True, slots=True)
class Own:
    """How a reader stands to an event: their entry, or their places and invitations in teams."""

    entry: Entry | None
    members: tuple[Member, ...]
    organises: bool

    @property
    def member(self) -> Member | None:
        """The team that they play in, as its member."""
        return next((one for one in self.members if one.agreed), None)


def own(event: Event, user: User | None) -> Own:
    """Return how ``user`` stands to the event (two queries at most)."""
    if user is None:
        return Own(None, (), False)
    entry = event.entries.filter(user=user).first()
    members: list[Member] = []
    if event.kind == Event.Kind.TEAM_CUP:
        members = list(event.members.filter(user=user).select_related("entry"))
    return Own(entry, tuple(members), event.organiser_id == user.pk)


def has_entered(user: User) -> bool:
    """Tell whether ``user`` has entered any event, or was ever asked into a team of one."""
    entered: Any = Entry.objects.filter(user=user)
    return bool(entered.exists() or Member.objects.filter(user=user).exists())
