"""Making an event, and calling it off before it starts. What is entered is in entries.py."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from accounts.models import User
from golem.matches.locks import lock_players
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Conflict, Forbidden, Refused, Unprocessable
from tournaments import bounds, log, sense
from tournaments.document import Document, check
from tournaments.kinds import ending
from tournaments.locks import lock_event
from tournaments.models import Event, EventAct
from tournaments.models.event import LONGEST_NAME
from tournaments.opening import instants
from tournaments.organising.rights import require_organiser
from tournaments.wording import told

WAITING_AT_MOST = 5
"""Events of one organiser that take entries at the same time."""
LONGEST_REASON = 200  # characters


def create(
    organiser: User, document: object, password: str = "", clock: Clock = timezone.now
) -> Event:
    """Return the new event of ``organiser``, open for entry.

    Raises ``Unprocessable`` (``bad_event``, with all ``problems``), ``Refused``
    (``bad_event_password``), ``Forbidden`` (``server_event``, ``bots_make_bot_events``),
    ``Conflict`` (``too_many_events``).
    """
    return in_transaction(lambda: _create(organiser, document, password, clock))


def _create(organiser: User, document: object, password: str, clock: Clock) -> Event:
    now = clock()
    full = checked(document, now)
    _may_make(organiser, full)
    hashed = _hashed(password)
    lock_players([organiser.pk])
    waiting = Event.objects.filter(organiser=organiser, status=Event.Status.ENTRY)
    if waiting.count() >= WAITING_AT_MOST:
        raise Conflict("too_many_events", most=WAITING_AT_MOST)
    return make(full, now, organiser=organiser, password=hashed)


def checked(document: object, now: datetime) -> Document:
    """Return the full document; raise ``Unprocessable`` (``bad_event``) with all problems."""
    found = check(document, now)
    if found.problems:
        raise Unprocessable("bad_event", problems=[told(problem) for problem in found.problems])
    return found.document


def _may_make(organiser: User, full: Document) -> None:
    if full["kind"] not in bounds.USER_KINDS:
        raise Forbidden("server_event", kind=full["kind"])
    if organiser.is_bot and not full["bots"]:
        raise Forbidden("bots_make_bot_events")


def _hashed(password: str) -> str:
    if not password:
        return ""
    if len(password) > bounds.LONGEST_PASSWORD or not sense.one_line(password):
        raise Refused("bad_event_password", most=bounds.LONGEST_PASSWORD)
    return make_password(password)


def make(
    full: Document,
    now: datetime,
    *,
    organiser: User | None = None,
    password: str = "",
    series: str = "",
    edition: int | None = None,
) -> Event:
    """Return a new event of a full document, with its first act; asks nothing of anybody.

    In a transaction; ``password`` is hashed. The server's own events are made by this, too.
    """
    event = Event.objects.create(
        kind=full["kind"],
        game=full["game"],
        name=full["name"],
        document=full,
        bots=full["bots"],
        organiser=organiser,
        password=password,
        series=series,
        edition=edition,
        created_at=now,
        **instants(full, now),
    )
    log.note(event, EventAct.Kind.CREATED, now, by=organiser)
    return event


def export(event: Event) -> Document:
    """Return the event's document as it is written down; it makes the same event anew."""
    return dict(event.rules)


def clone(event: Event, changes: Mapping[str, Any] | None = None) -> Document:
    """Return the document of a further event of the same kind, for its organiser to change.

    Dates do not repeat themselves: they are left out, and one that starts by date needs another.
    ``changes`` are fields that replace those of the event.
    """
    found = export(event)
    found["entry"] = found["entry"] | {"closes_at": None}
    found["start"] = found["start"] | {"at": None}
    return found | dict(changes or {})


def cancel(event_id: int, user: User, reason: str = "", clock: Clock = timezone.now) -> Event:
    """Call an event off before it starts, as its organiser; everybody entered is told.

    Raises ``Missing``, ``Forbidden`` (``not_the_organiser``), ``Conflict`` (``event_started``,
    ``event_over``), ``Refused`` (``bad_reason``).
    """
    return in_transaction(lambda: _cancel(event_id, user, reason, clock))


def _cancel(event_id: int, user: User, reason: str, clock: Clock) -> Event:
    event = lock_event(event_id)
    now = clock()
    require_organiser(event, user)
    require_entry(event)
    if reason and (len(reason) > LONGEST_REASON or not sense.one_line(reason)):
        raise Refused("bad_reason", most=LONGEST_REASON)
    ending.cancel(event, now, reason, by=user)
    return event


def require_entry(event: Event) -> None:
    """Raise ``Conflict`` (``event_over``, ``event_started``) unless it has still to start."""
    if event.is_over:
        raise Conflict("event_over", event_status=event.status)
    if event.status != Event.Status.ENTRY:
        raise Conflict("event_started")


assert LONGEST_NAME == bounds.LONGEST_NAME, "the column and the document agree"
