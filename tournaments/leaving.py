"""Leaving an event, whatever has become of it."""

from django.utils import timezone

from accounts.models import User
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Missing
from tournaments import members, withdrawals
from tournaments.entries import leave
from tournaments.models import Event

ENDLESS = (Event.Kind.LADDER, Event.Kind.MINI_CUP)


def leave_or_withdraw(event_id: int, user: User, clock: Clock = timezone.now) -> None:
    """Take the entry of ``user`` back, or withdraw them if the event runs and has a start.

    Of a team only they go, and a substitute takes the board; before the start the captain
    dissolves the team. Raises what :func:`tournaments.entries.leave` and
    :func:`tournaments.withdrawals.withdraw` do.
    """
    in_transaction(lambda: _either(event_id, user, clock))


def _either(event_id: int, user: User, clock: Clock) -> None:
    # Not locked yet: if it starts at this moment the act below finds so, and refuses.
    event = Event.objects.filter(pk=event_id).only("status", "kind").first()
    if event is None:
        raise Missing("no_such_event")
    if event.kind == Event.Kind.TEAM_CUP:
        members.leave(event_id, user, clock)
    elif event.status == Event.Status.RUNNING and event.kind not in ENDLESS:
        withdrawals.withdraw(event_id, user, clock)
    else:
        leave(event_id, user, clock)
