"""What all stages share: starting a group's matches, and telling when all have ended."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from tournaments import bounds, desk_mails, starting
from tournaments.models import Board, Event, Group, Pairing
from tournaments.tables import recompute


def started(event: Event, group: Group, now: datetime) -> bool:
    """Start matches that the group waits for; tell whether there were any.

    The first that start, or are forfeits at once, start the group.
    """
    begun = starting.start(event, group, now)
    if begun is None:
        return False
    if event.kind in bounds.USER_KINDS and (group.stage > 1 or group.started_at is not None):
        desk_mails.round_begun(group, begun, now)  # the first is told with the start
    if group.started_at is None:
        group.started_at = now
        group.save(update_fields=["started_at"])
    recompute(event, group)
    return True


def next_group(event: Event) -> Group | None:
    """Return a group of the event that may have something to do, or nothing (one query).

    A tie of a knock-out may be decided, or go on, while others are being played.
    """
    going_on = event.groups.filter(ended_at=None).exclude(kind=Group.Kind.LADDER)
    over = ~Exists(Board.objects.filter(pairing=OuterRef("pk"), result=""))
    ties = Pairing.objects.filter(over, group=OuterRef("pk"), decided_at=None)
    due = Q(open=0) | Q(to_start__gt=0) | Q(kind=Group.Kind.KNOCK_OUT) & Exists(ties)
    return going_on.filter(due).first()


def end(event: Event, group: Group, now: datetime) -> None:
    """End the group with a table made anew."""
    if group.started_at is None:
        group.started_at = now
    group.ended_at = now
    group.save(update_fields=["started_at", "ended_at"])
    recompute(event, group)
