"""The rows of who enters events that the server holds by itself. Under the event's lock."""

from datetime import datetime

from django.db.models import Max

from accounts.models import User
from golem.rest.refusals import Conflict
from tournaments.models import Entry, Event


def entry_of(event: Event, user: User) -> Entry | None:
    """Return the entry of ``user``, whatever became of it (one query)."""
    return event.entries.filter(user=user).first()


def enter(event: Event, user: User, now: datetime) -> Entry:
    """Return the entry of ``user``, who takes part from now on, perhaps again.

    Raises ``Conflict``: ``entry_closed``, or ``removed_from_event`` for whom an operator took out.
    """
    if event.is_over or not event.entry_open:
        raise Conflict("entry_closed")
    found = entry_of(event, user)
    if found is None:
        return Entry.objects.create(
            event=event, user=user, number=next_number(event), entered_at=now
        )
    if found.status == Entry.Status.REMOVED:
        raise Conflict("removed_from_event")
    if not found.takes_part:
        found.status, found.entered_at, found.left_at = Entry.Status.ENTERED, now, None
        found.save(update_fields=["status", "entered_at", "left_at"])
    return found


def next_number(event: Event) -> int:
    """Return the number of the event's next entry (one query)."""
    last: int | None = event.entries.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1
