"""Leaving an event that runs: by one's own will, by the organiser, or with one's account."""

from datetime import datetime
from functools import partial

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from golem.matches.models import Match, Seat
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.matches.withdrawals import withdraw as withdraw_from_match
from golem.rest.refusals import Conflict, Missing
from tournaments import log, waiting
from tournaments.kinds import life_of
from tournaments.locks import lock_event
from tournaments.models import Board, Entry, Event, EventAct, Place
from tournaments.starting import forfeit
from tournaments.tables import recompute

TOGETHER = 5
"""So many matches are ended in one transaction."""
SIDES = ("pairing__first__entry", "pairing__second__entry")
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
) -> EventAct:
    """Let ``entry`` play no more in a locked, running event; return the act in its log.

    ``status`` says whether it left or was removed. Its matches end with the next steps of the
    event, which is due at once. Raises ``Conflict``.
    """
    if event.status != Event.Status.RUNNING:
        raise Conflict("event_not_running")
    if not entry.takes_part:
        raise Conflict("left_already")
    now = clock()
    entry.status, entry.left_at = status, now
    entry.save(update_fields=["status", "left_at"])
    places = Place.objects.filter(entry=entry, withdrawn_at=None, group__ended_at=None)
    groups = [place.group for place in places.select_related("group")]
    places.update(withdrawn_at=now)
    for group in groups:
        recompute(event, group)  # there may be no match left that would make the table anew
    life_of(event).left(event, entry, now)
    act = log.note(event, LEFT[status], now, by=by, entry=entry, user=entry.user, reason=reason)
    waiting.at_once(event, now)
    return act


def end_matches(event: Event, now: datetime) -> bool:
    """End some matches, or boards without one, of those who have left a locked event; tell whether
    there were any."""
    boards = _left_open(event)
    forfeit(event, [board for board in boards if board.match is None], now)
    for board in boards:
        if board.match is not None:
            withdraw_from_match(board.match.pk, _people(board), clock=lambda: now)
    for group in {board.pairing.group for board in boards}:
        recompute(event, group)
    return bool(boards)


def _left_open(event: Event) -> list[Board]:
    """Return some boards without a result of which a side has left (one query)."""
    groups = Q(pairing__group__event=event, pairing__group__ended_at=None)
    left = Q(pairing__first__withdrawn_at__isnull=False)
    left |= Q(pairing__second__withdrawn_at__isnull=False)
    ended = Q(match__status=Match.Status.FINISHED)
    boards = Board.objects.filter(groups & left, result="").exclude(ended)
    rows = boards.select_related("match", "pairing__group", *SIDES)
    return list(rows.order_by("match", "pk")[:TOGETHER])


def _people(board: Board) -> set[int]:
    """Return who sits on ``board`` for the sides that have left: whoever that is by now."""
    pairing, found = board.pairing, set()
    for seat in Seat.objects.filter(match=board.match_id):
        place = pairing.first if seat.name == board.first_seat else pairing.second
        if place is not None and place.withdrawn_at is not None:
            found.add(seat.user_id)
    return found
