"""The log of an event: one row an act, written in the act's own transaction."""

from datetime import datetime
from typing import Any

from accounts.models import User
from golem.matches.models import Match
from tournaments.models import Entry, Event, EventAct


def note(
    event: Event,
    kind: EventAct.Kind,
    now: datetime,
    *,
    by: User | None = None,
    entry: Entry | None = None,
    user: User | None = None,
    match: Match | None = None,
    reason: str = "",
    data: dict[str, Any] | None = None,
) -> EventAct:
    """Write an act into the event's log; ``by`` nobody: the server did it by the rules."""
    return EventAct.objects.create(
        event=event,
        kind=kind,
        at=now,
        by=by,
        entry=entry,
        user=user,
        match=match,
        reason=reason,
        data=data or {},
    )
