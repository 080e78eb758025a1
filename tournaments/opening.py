"""When an event starts or closes, and whether it is full. Before the start, under its lock."""

from datetime import datetime, timedelta
from typing import Any

from tournaments import bounds, nudges, sense
from tournaments.document import most_of
from tournaments.models import Entry, Event


def instants(document: dict[str, Any], now: datetime) -> dict[str, datetime | None]:
    """Return the columns of an event made at ``now``: ``starts_at``, ``closes_at``, ``due_at``.

    One that starts when it is full closes, if nothing else is written down, 60 days later: no
    event waits for ever.
    """
    closes_at = sense.instant(document["entry"]["closes_at"])
    starts_at = sense.instant(document["start"]["at"])
    if document["start"]["when"] == "full" and document["kind"] in bounds.USER_KINDS:
        closes_at = closes_at or now + timedelta(days=bounds.OPEN_DAYS)
    return {"starts_at": starts_at, "closes_at": closes_at, "due_at": starts_at or closes_at}


def entered(event: Event) -> int:
    """Return how many have a place (one query)."""
    return Entry.objects.filter(event=event, status=Entry.Status.ENTERED).count()


def is_full(event: Event, number: int) -> bool:
    """Tell whether ``number`` entrants leave no place free."""
    most = most_of(event.rules)
    return most is not None and number >= most


def takes_entries(event: Event, now: datetime) -> bool:
    """Tell whether one may enter at ``now``, if there is a place."""
    over = any(at is not None and at <= now for at in (event.closes_at, event.starts_at))
    return event.status == Event.Status.ENTRY and event.entry_open and not over


def set_due(event: Event, number: int, now: datetime) -> None:
    """Set and save when the event is next to be looked at, now that ``number`` have a place.

    At once if it starts when it is full, and is; the workers get a hint.
    """
    starts_now = event.starts_at is None and is_full(event, number)
    due_at = now if starts_now else event.starts_at or event.closes_at
    if event.due_at != due_at:
        event.due_at = due_at
        event.save(update_fields=["due_at"])
    if starts_now:
        nudges.after_change(event)
