"""Whether an event that takes entries is to start, to end without having started, or to wait."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from tournaments import bounds, sense
from tournaments.document import most_of
from tournaments.models import Entry, Event


class Verdict(StrEnum):
    """What is due for an event that takes entries."""

    START = "start"
    TOO_FEW = "too_few"  # at its date fewer than it needs have entered: cancel it
    NOT_FULL = "not_full"  # it starts when it is full, and its time to fill is over: cancel it
    CLOSE = "close"  # the time for entering is over, the start is still to come
    WAIT = "wait"


def instants(document: dict[str, Any], now: datetime) -> dict[str, datetime | None]:
    """Return the columns of an event made at ``now``: ``starts_at``, ``closes_at``, ``due_at``.

    One that starts when it is full closes, if nothing else is written down, 60 days later.
    """
    closes_at = sense.instant(document["entry"]["closes_at"])
    starts_at = sense.instant(document["start"]["at"])
    if document["start"]["when"] == "full" and document["kind"] in bounds.USER_KINDS:
        closes_at = closes_at or now + timedelta(days=bounds.OPEN_DAYS)
    due_at = min((at for at in (starts_at, closes_at) if at), default=None)
    return {"starts_at": starts_at, "closes_at": closes_at, "due_at": due_at}


def entered(event: Event) -> int:
    """Return how many have a place (one query)."""
    return Entry.objects.filter(event=event, status=Entry.Status.ENTERED).count()


def is_full(event: Event, number: int) -> bool:
    """Tell whether ``number`` entrants leave no place free."""
    most = most_of(event.rules)
    return most is not None and number >= most


def verdict(event: Event, number: int, now: datetime) -> Verdict:
    """Return what is due for an event in status ``entry`` in which ``number`` have a place."""
    when_full = event.rules["start"]["when"] == "full"
    if when_full and is_full(event, number):
        return Verdict.START
    if event.starts_at is not None and event.starts_at <= now:
        return Verdict.START if number >= event.rules["entry"]["least"] else Verdict.TOO_FEW
    if event.closes_at is not None and event.closes_at <= now:
        if when_full:
            return Verdict.NOT_FULL
        return Verdict.CLOSE if event.entry_open else Verdict.WAIT
    return Verdict.WAIT


def due_at(event: Event, number: int, now: datetime) -> datetime | None:
    """Return the next instant at which time alone brings something about before the start."""
    if verdict(event, number, now) is not Verdict.WAIT:
        return now
    return min((at for at in (event.starts_at, event.closes_at) if at and at > now), default=None)
