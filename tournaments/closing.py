"""What becomes of a person's places in events when their account is closed."""

from contextlib import suppress
from functools import partial

from django.utils import timezone

from accounts.models import User
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Conflict, Missing
from tournaments import teams
from tournaments.leaving import leave_or_withdraw
from tournaments.locks import lock_event
from tournaments.models import Entry, Event, Member
from tournaments.withdrawals import withdraw

OVER = (Event.Status.FINISHED, Event.Status.CANCELLED)
HERE = (Entry.Status.ENTERED, Entry.Status.WAITING)


def leave_all(user: User, clock: Clock = timezone.now) -> None:
    """Take ``user`` out of every event that is not over, and out of the teams of those.

    Each event has a transaction of its own; doing it again does what is left. Whoever waits moves
    up. What they organise goes on: events start and end by themselves.
    """
    tried: set[int] = set()
    while (event_id := _next_event(user, tried)) is not None:
        tried.add(event_id)
        with suppress(Missing, Conflict):  # it went, or ended, in between
            in_transaction(partial(_take_out, event_id, user, clock))
    running = Member.objects.filter(
        user=user,
        agreed=True,
        event__status=Event.Status.RUNNING,
        entry__status=Entry.Status.ENTERED,
    )
    for event_id in list(running.order_by("event").values_list("event", flat=True)):
        with suppress(Missing, Conflict):
            leave_or_withdraw(event_id, user, clock)
    members = Member.objects.filter(user=user, event__status=Event.Status.ENTRY)
    for entry_id, member_id in list(members.order_by("event").values_list("entry", "pk")):
        with suppress(Missing, Conflict):
            teams.part(entry_id, user, member_id, clock)


def _next_event(user: User, tried: set[int]) -> int | None:
    """Return an event that ``user`` is still in: the start of an edition enters for the next."""
    entries = Entry.objects.filter(user=user, status__in=HERE).exclude(event__status__in=OVER)
    rows = entries.exclude(event__in=tried).order_by("event")
    return rows.values_list("event", flat=True).first()


def _take_out(event_id: int, user: User, clock: Clock) -> None:
    """Take ``user`` out of one event: whether it runs is looked at under its lock, as it may start
    at this moment."""
    event = lock_event(event_id)
    leave = withdraw if event.status == Event.Status.RUNNING else leave_or_withdraw
    leave(event_id, user, clock)
