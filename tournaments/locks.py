"""The lock of an event: it comes before those of golem.matches.locks."""

from golem.rest.refusals import Missing
from tournaments.models import Event


def lock_event(event_id: int) -> Event:
    """Return the event, locked until the end of the transaction; raise ``Missing``.

    Every act on an event takes it first, before any clock row and any match, and reads ``now``
    after it.
    """
    found = Event.objects.select_for_update(no_key=True, of=("self",)).filter(pk=event_id).first()
    if found is None:
        raise Missing("no_such_event")
    return found


def claim_event(event_id: int) -> Event | None:
    """Return the event, locked, or nothing if somebody else holds it: a task waits for nobody."""
    free = Event.objects.select_for_update(no_key=True, of=("self",), skip_locked=True)
    return free.filter(pk=event_id).first()
