"""The ends of an event, once and for all."""

from datetime import datetime

from accounts.models import User
from tournaments import log, messages
from tournaments.models import Event, EventAct, Group


def finish(event: Event, now: datetime) -> None:
    """End an event of which every group has ended."""
    _over(event, Event.Status.FINISHED, now)
    log.note(event, EventAct.Kind.ENDED, now)
    messages.ended(event, now)


def cancel(event: Event, now: datetime, reason: str, by: User | None = None) -> None:
    """End an event that has not started; ``reason`` is a code if the server does it, else the
    organiser's words."""
    _over(event, Event.Status.CANCELLED, now)
    data = {} if by else {"code": reason}
    log.note(event, EventAct.Kind.CANCELLED, now, by=by, reason=reason if by else "", data=data)
    messages.cancelled(event, now)


def _over(event: Event, status: Event.Status, now: datetime) -> None:
    event.status, event.ended_at = status, now
    event.due_at, event.entry_open = None, False
    event.save(update_fields=["status", "ended_at", "due_at", "entry_open"])


def run_again(event: Event, group: Group) -> None:
    """Let a group, and its event, go on that had ended and of which a match runs again.

    :mod:`tournaments.later_stages` allows that only while nothing was made of the group.
    """
    if group.open == 0 or group.ended_at is None:
        return
    group.ended_at = None
    group.save(update_fields=["ended_at"])
    if event.status == Event.Status.FINISHED:
        event.status, event.ended_at = Event.Status.RUNNING, None
        event.save(update_fields=["status", "ended_at"])
