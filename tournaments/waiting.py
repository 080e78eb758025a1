"""When time alone brings something about in an event. Under the event's lock."""

from datetime import datetime

from tournaments import nudges
from tournaments.models import Event


def wait(event: Event, until: datetime | None) -> bool:
    """Let time do nothing before ``until``, or nothing at all; return false: nothing was done."""
    if event.due_at != until:
        event.due_at = until
        event.save(update_fields=["due_at"])
    return False


def at_once(event: Event, now: datetime) -> None:
    """Let the event be brought forward as soon as possible, and tell the workers."""
    event.due_at = now
    event.save(update_fields=["due_at"])
    nudges.after_change(event)
