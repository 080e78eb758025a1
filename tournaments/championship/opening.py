"""The start of an edition: when, with whom, in which leagues; and the entry of the next one."""

from datetime import datetime, timedelta
from typing import Final

from golem import registry
from golem.matches.models import Match
from tournaments import log, messages_series
from tournaments.championship import dates, seating
from tournaments.kinds.staged import seeded
from tournaments.models import Entry, Event, EventAct
from tournaments.series import of_event, open_edition
from tournaments.waiting import wait

FEWEST: Final = 3
"""An edition starts with so many; with fewer it waits for the next date."""
AGAIN: Final = timedelta(days=1)
"""While the former edition runs, it is looked at so often: less than the rest between the two."""


def begin_or_wait(event: Event, now: datetime) -> bool:
    """Start an edition if its time has come and the former one is complete; tell whether."""
    if event.starts_at is None or now < event.starts_at:
        return wait(event, event.starts_at or now + AGAIN)
    former = former_of(event)
    if former is not None and not complete(former):
        return wait(event, now + AGAIN)
    start = dates.start_of(event.starts_at, former.ended_at if former else None)
    if now < start:
        return wait(event, start)
    return _begin(event, former, now)


def former_of(event: Event) -> Event | None:
    """Return the last edition before this one that was played, or is (one query)."""
    older = Event.objects.filter(series=event.series, edition__lt=event.edition or 0)
    return older.exclude(status=Event.Status.CANCELLED).order_by("-edition").first()


def upcoming(event: Event) -> Event | None:
    """Return the edition of the same championship that is open for entry (one query)."""
    open_ones = Event.objects.filter(series=event.series, status=Event.Status.ENTRY)
    return open_ones.order_by("edition").first()


def complete(former: Event) -> bool:
    """Tell whether an edition is over and none of its matches runs, not even again."""
    running = Match.objects.filter(board__pairing__group__event=former)
    return former.is_over and not running.filter(status=Match.Status.RUNNING).exists()


def _begin(event: Event, former: Event | None, now: datetime) -> bool:
    event.entries.exclude(status=Entry.Status.ENTERED, user__is_active=True).delete()
    there = list(event.entries.select_related("user").order_by("number"))
    if len(there) < FEWEST:
        event.starts_at = dates.next_date(registry.load(event.game).info.season, now)
        event.save(update_fields=["starts_at"])
        return wait(event, event.starts_at)
    event.status, event.started_at = Event.Status.RUNNING, now
    event.entry_open, event.due_at = False, now  # its groups come next
    event.save(update_fields=["status", "started_at", "entry_open", "due_at"])
    seating.seat(event, former, seeded(event, there), now)
    open_edition(of_event(event), (event.edition or 0) + 1, now, there)
    log.note(event, EventAct.Kind.STARTED, now, data={"entries": len(there)})
    messages_series.edition_started(event, now)
    return True
