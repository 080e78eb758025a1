"""Leaving a team whose cup has begun: the substitute takes the board, if there is one.

The running matches of the leaver are lost, by the next steps of the event. A captain is followed by
the next member. A team that cannot man half of its boards any more is out.
"""

from datetime import datetime

from django.db.models import F

from accounts.models import User
from golem.matches.services import Clock
from golem.rest.refusals import Conflict, Missing
from tournaments import log, teams, waiting
from tournaments.locks import lock_event
from tournaments.models import Entry, Event, EventAct, Member
from tournaments.unfinished import OPEN
from tournaments.withdrawals import take_out


def leave(event_id: int, user: User, clock: Clock) -> None:
    """Let ``user`` leave their team, before the start or after it. In a transaction.

    Raises ``Missing`` (``no_such_event``, ``not_entered``), ``Conflict`` (``event_over``,
    ``left_already``), ``Busy``.
    """
    event = lock_event(event_id)
    member = member_of(event, user)
    if member is None:
        raise Missing("not_entered")
    if event.status == Event.Status.ENTRY:
        teams.part(member.entry_id, user, member.pk, clock)
    else:
        leave_team(event, member, clock())


def leave_team(event: Event, member: Member, now: datetime) -> EventAct:
    """Take a player out of a team of a locked, running event, by their own will; return the act.

    Raises ``Conflict`` (``event_over``, ``left_already``).
    """
    if event.is_over:
        raise Conflict("event_over", event_status=event.status)
    entry = member.entry
    if not entry.takes_part:
        raise Conflict("left_already")
    user, board = member.user, member.board
    member.delete()
    act = log.note(
        event,
        EventAct.Kind.WITHDREW,
        now,
        by=user,
        entry=entry,
        user=user,
        data={"board": board, OPEN: True},
    )
    _close_up(event, entry, board, captain=member.is_captain)
    if too_few(event, entry):
        take_out(event, entry, Entry.Status.WITHDRAWN, lambda: now, by=None)
    waiting.at_once(event, now)
    return act


def _close_up(event: Event, entry: Entry, board: int | None, *, captain: bool) -> None:
    """Put the first substitute on the free board, and make the next member captain."""
    members = list(
        entry.members.filter(agreed=True).order_by(F("board").asc(nulls_last=True), "pk")
    )
    substitute = next((one for one in members if one.board is None), None)
    if board is not None and substitute is not None:
        substitute.board = board
        substitute.save(update_fields=["board"])
    if captain and members:
        members[0].is_captain = True
        members[0].save(update_fields=["is_captain"])


def too_few(event: Event, entry: Entry) -> bool:
    """Tell whether fewer than half of the team's boards have a player (one query)."""
    manned = entry.members.filter(agreed=True, board__isnull=False).count()
    return 2 * manned < int(event.rules["teams"]["players"]) or manned == 0


def member_of(event: Event, user: User) -> Member | None:
    """Return the place of ``user`` in a team of the event, team and user at hand."""
    found = event.members.select_related("entry", "user")
    return found.filter(user=user, agreed=True).first()
