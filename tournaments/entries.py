"""Entering an event and leaving it before it starts; one seat never goes to two.

Each act runs in one transaction under the event's lock and raises a ``Refused`` if it does
nothing. Leaving an event that runs is in :mod:`tournaments.withdrawals`.
"""

from datetime import datetime
from decimal import Decimal
from typing import Protocol, runtime_checkable

from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from accounts.strengths import rating_of
from golem.matches import boundaries
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.play.rating import POINT
from golem.rest.refusals import Conflict, Forbidden, Missing, Refused
from tournaments import bounds, messages, nudges, passwords
from tournaments.creation import require_entry
from tournaments.document import most_of
from tournaments.kinds import life_of
from tournaments.locks import lock_event
from tournaments.models import Entry, Event, Member
from tournaments.opening import entered, is_full, set_due, takes_entries

WITH_TEAMS = Event.Kind.TEAM_CUP


@runtime_checkable
class OwnEntry(Protocol):
    """What the life of an event answers whose entries are not a list with an end.

    Both are called under the event's lock, and raise ``Conflict`` if it cannot be.
    """

    def enter(self, event: Event, user: User, now: datetime) -> Entry:
        """Let ``user``, who may enter, take part."""

    def leave(self, event: Event, user: User, now: datetime) -> None:
        """Let ``user`` go before they are paired."""


def enter(event_id: int, user: User, password: str = "", clock: Clock = timezone.now) -> Entry:
    """Return the entry of ``user``, with a place or on the waiting list.

    Raises ``Missing`` (``no_such_event``), ``Forbidden`` (``bots_only``, ``people_only``,
    ``rating_outside``, ``blocked_by_organiser``, ``account_closed``, and what
    :func:`tournaments.passwords.prove` raises), ``Conflict`` (``entry_closed``,
    ``entered_already``, ``event_full``, ``event_started``, ``event_over``), ``Refused``
    (``teams_enter``).
    """
    proven = _proven(event_id, user, password)
    return in_transaction(lambda: _enter(event_id, user, proven, clock))


def _proven(event_id: int, user: User, password: str) -> str:
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise Missing("no_such_event")
    return passwords.prove(event, user.pk, password)


def _enter(event_id: int, user: User, proven: str, clock: Clock) -> Entry:
    event = lock_event(event_id)
    now = clock()
    if event.password != proven:
        raise Forbidden("wrong_event_password")
    require_fit(event, user)
    if event.kind == WITH_TEAMS:
        raise Refused("teams_enter")
    if event.kind in bounds.SERVER_KINDS:
        life = life_of(event)
        assert isinstance(life, OwnEntry), event.kind
        entry = life.enter(event, user, now)
        nudges.after_change(event)
        return entry
    return _add(event, user, now)


def require_fit(event: Event, user: User) -> None:
    """Raise ``Forbidden`` unless ``user`` is one of those for whom the event is (three queries).

    The account is locked: it is not closed, nor made a bot's, until the entry is there to be seen.
    """
    account = User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
    if account is None or not account.is_active:
        raise Forbidden("account_closed")
    if event.bots != account.is_bot:
        raise Forbidden("bots_only" if event.bots else "people_only")
    if event.organiser is not None and boundaries.blocks(event.organiser, user):
        raise Forbidden("blocked_by_organiser")
    low, high = (event.rules["entry"][name] for name in ("rating_from", "rating_to"))
    rating = Decimal(rating_of(user, event.game)) / POINT
    if (low is not None and rating < low) or (high is not None and rating > high):
        raise Forbidden("rating_outside", rating=float(round(rating, 1)), least=low, most=high)


def require_open(event: Event, now: datetime) -> None:
    """Raise ``Conflict`` unless the event takes entries at ``now``."""
    require_entry(event)
    if not takes_entries(event, now):
        raise Conflict("entry_closed")


def _add(event: Event, user: User, now: datetime) -> Entry:
    require_open(event, now)
    if event.entries.filter(user=user).exists():
        raise Conflict("entered_already")
    number = entered(event)
    waits = is_full(event, number)
    if waits and not event.rules["entry"]["waiting_list"]:
        raise Conflict("event_full", most=most_of(event.rules))
    status = Entry.Status.WAITING if waits else Entry.Status.ENTERED
    entry = Entry.objects.create(
        event=event, user=user, number=next_number(event), status=status, entered_at=now
    )
    if not waits:
        set_due(event, number + 1, now)
    return entry


def next_number(event: Event) -> int:
    """Return the number of the event's next entry (one query)."""
    last: int | None = event.entries.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def leave(event_id: int, user: User, clock: Clock = timezone.now) -> None:
    """Take back the entry of ``user`` before the start; whoever waits first gets the place.

    Raises ``Missing`` (``no_such_event``, ``not_entered``), ``Conflict`` (``event_started``,
    ``event_over``).
    """
    in_transaction(lambda: _leave(event_id, user, clock))


def _leave(event_id: int, user: User, clock: Clock) -> None:
    event = lock_event(event_id)
    now = clock()
    if event.kind in bounds.SERVER_KINDS:
        life = life_of(event)
        assert isinstance(life, OwnEntry), event.kind
        life.leave(event, user, now)
        nudges.after_change(event)
        return
    require_entry(event)
    entry = event.entries.filter(user=user).first()
    if entry is None:
        raise Missing("not_entered")
    drop(event, entry, now)


def drop(event: Event, entry: Entry, now: datetime) -> None:
    """Delete an entry of a locked event that has not started, and let others move up."""
    entry.delete()
    fill_up(event, now)


def fill_up(event: Event, now: datetime) -> None:
    """Give free places of a locked event to those who have waited longest, and tell them.

    A team that is not complete waits on.
    """
    number = entered(event)
    for entry in waiting(event):
        if is_full(event, number):
            break
        entry.status = Entry.Status.ENTERED
        entry.save(update_fields=["status"])
        messages.moved_up(entry, now)
        number += 1
    set_due(event, number, now)


def waiting(event: Event) -> list[Entry]:
    """Return the entries that could have a place, those who wait longest first (1 or 2 queries)."""
    rows = list(event.entries.filter(status=Entry.Status.WAITING).order_by("number"))
    if event.kind != WITH_TEAMS:
        return rows
    complete = complete_teams(event)
    return [entry for entry in rows if entry.pk in complete]


def complete_teams(event: Event) -> set[int]:
    """Return the teams that have a player for every board, by number of entry (one query)."""
    boards = event.rules["teams"]["players"]
    members = Member.objects.filter(event=event, agreed=True, board__isnull=False)
    found: dict[int, int] = {}
    for entry_id in members.values_list("entry", flat=True):
        found[entry_id] = found.get(entry_id, 0) + 1
    return {entry_id for entry_id, number in found.items() if number >= boards}
