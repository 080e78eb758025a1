"""Leaving an event that runs: by one's own will, by the organiser, or with one's account."""

from datetime import datetime
from functools import partial

from django.db.models import Q
from django.utils import timezone
from golem.matches.withdrawals import withdraw as withdraw_from_match

from accounts.models import User
from golem.matches.locks import lock_players
from golem.matches.models import Match, Seat
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Conflict, Missing
from tournaments import log
from tournaments.kinds import life_of
from tournaments.locks import lock_event
from tournaments.models import Board, Entry, Event, EventAct, Place
from tournaments.starting import forfeit

LEFT = {
    Entry.Status.WITHDRAWN: EventAct.Kind.WITHDREW,
    Entry.Status.REMOVED: EventAct.Kind.REMOVED,
}


def withdraw(event_id: int, user: User, clock: Clock = timezone.now) -> Entry:
    """Take ``user`` out of a running event, by their own will; return the entry.

    Running matches end at once as lost, matches that have not begun are forfeits, and the half
    rule of docs/tournament-rules.md says what counts. Raises ``Missing`` (``no_such_event``,
    ``not_entered``), ``Conflict`` (``event_not_running``, ``left_already``), ``Busy``.
    """
    return in_transaction(partial(_withdraw, event_id, user, clock))


def _withdraw(event_id: int, user: User, clock: Clock) -> Entry:
    event = lock_event(event_id)
    entry = event.entries.filter(user=user).first()
    if entry is None:
        raise Missing("not_entered")
    take_out(event, entry, Entry.Status.WITHDRAWN, clock, by=user)
    return entry


def take_out(
    event: Event,
    entry: Entry,
    status: Entry.Status,
    clock: Clock,
    *,
    by: User | None,
    reason: str = "",
) -> None:
    """Let ``entry`` play no more in a locked, running event; what follows comes with the next step.

    ``status`` says whether it left or was removed. Raises ``Conflict``.
    """
    if event.status != Event.Status.RUNNING:
        raise Conflict("event_not_running")
    if not entry.takes_part:
        raise Conflict("left_already")
    boards = list(_open_boards(entry))
    matches = [board.match_id for board in boards if board.match_id is not None]
    lock_players(Seat.objects.filter(match__in=matches).values_list("user", flat=True))
    now = clock()
    entry.status, entry.left_at = status, now
    entry.save(update_fields=["status", "left_at"])
    Place.objects.filter(entry=entry, withdrawn_at=None, group__ended_at=None).update(
        withdrawn_at=now
    )
    _end_matches(entry, matches, now)
    forfeit(event, [board for board in _open_boards(entry) if board.match_id is None], now)
    life_of(event).left(event, entry, now)
    log.note(event, LEFT[status], now, by=by, entry=entry, reason=reason)
    Event.objects.filter(pk=event.pk).update(due_at=now)
    event.due_at = now


def _open_boards(entry: Entry) -> list[Board]:
    """Return the boards of ``entry`` without a result, both sides at hand (one query)."""
    mine = Q(pairing__first__entry=entry) | Q(pairing__second__entry=entry)
    boards = Board.objects.filter(mine, result="").select_related("match")
    rows = boards.select_related("pairing__first", "pairing__second").order_by("pk")
    return [row for row in rows if row.match is None or row.match.status == Match.Status.RUNNING]


def _end_matches(entry: Entry, matches: list[int], now: datetime) -> None:
    """End the running matches as lost by whoever of ``entry`` sits there, in ascending order."""
    people = _people(entry)
    for match_id in sorted(matches):
        withdraw_from_match(match_id, people, clock=lambda: now)


def _people(entry: Entry) -> set[int]:
    if entry.user_id is not None:
        return {entry.user_id}
    return set(entry.members.values_list("user", flat=True))
