"""The organiser opens and closes entry, and starts the event before its time."""

from functools import partial

from django.utils import timezone

from accounts.models import User
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Conflict
from tournaments import bounds, log, waiting
from tournaments.creation import require_entry
from tournaments.kinds import staged
from tournaments.models import Event, EventAct
from tournaments.organising.rights import at_desk, require_not_over


def close_entry(event_id: int, by: User, clock: Clock = timezone.now) -> Event:
    """Let nobody enter any more; when the event starts stays as it was.

    Raises ``Missing``, ``Forbidden``, ``Conflict`` (``event_started``, ``event_over``,
    ``entry_closed``).
    """
    return in_transaction(partial(_close, event_id, by, clock))


def _close(event_id: int, by: User, clock: Clock) -> Event:
    event, now = at_desk(event_id, by, clock)
    _require_before(event)
    if not event.entry_open:
        raise Conflict("entry_closed")
    event.entry_open = False
    event.save(update_fields=["entry_open"])
    log.note(event, EventAct.Kind.ENTRY_CLOSED, now, by=by)
    return event


def _require_before(event: Event) -> None:
    """Raise ``Conflict`` if it is too late; ladders and mini cups take entries as they run."""
    if event.kind in bounds.SERVER_KINDS:
        require_not_over(event)
    else:
        require_entry(event)


def open_entry(event_id: int, by: User, clock: Clock = timezone.now) -> Event:
    """Let people enter again, until the event starts; raises what :func:`close_entry` does, with
    ``entry_open`` in the place of ``entry_closed``."""
    return in_transaction(partial(_open, event_id, by, clock))


def _open(event_id: int, by: User, clock: Clock) -> Event:
    event, now = at_desk(event_id, by, clock)
    _require_before(event)
    passed = event.closes_at is not None and event.closes_at <= now
    if event.entry_open and not passed:
        raise Conflict("entry_open")
    if passed and event.starts_at is not None:
        event.closes_at = None  # the date of the start is the end of entry then
    event.entry_open = True
    event.save(update_fields=["entry_open", "closes_at"])
    log.note(event, EventAct.Kind.ENTRY_OPENED, now, by=by)
    return event


def start_now(event_id: int, by: User, clock: Clock = timezone.now) -> Event:
    """Start the event with those who have a place, before its time; its matches follow at once.

    Raises ``Missing``, ``Forbidden``, ``Conflict`` (``event_started``, ``event_over``;
    ``too_few_entered``: fewer than ``least``).
    """
    return in_transaction(partial(_start, event_id, by, clock))


def _start(event_id: int, by: User, clock: Clock) -> Event:
    event, now = at_desk(event_id, by, clock)
    require_entry(event)
    if event.kind in bounds.SERVER_KINDS:
        raise Conflict("starts_by_itself")
    there = staged.entrants(event)
    least = event.rules["entry"]["least"]
    if len(there) < least:
        raise Conflict("too_few_entered", least=least)
    staged.begin(event, there, now, by=by)
    waiting.at_once(event, now)
    return event
