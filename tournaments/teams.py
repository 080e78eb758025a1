"""Teams before the start of a team cup: made by a captain, joined by those who are invited.

A team is an entry with members. It waits until every board has a player who agreed; then it
gets a place if one is free, or goes on waiting for one. One person is in one team of an event.
"""

from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Conflict, Forbidden, Missing, Refused
from tournaments import messages, sense
from tournaments.creation import require_entry
from tournaments.entries import (
    WITH_TEAMS,
    complete_teams,
    drop,
    fill_up,
    next_number,
    require_fit,
    require_open,
)
from tournaments.locks import lock_event
from tournaments.models import Entry, Event, Member
from tournaments.models.event import LONGEST_NAME
from tournaments.passwords import prove


def create(
    event_id: int, captain: User, name: str, password: str = "", clock: Clock = timezone.now
) -> Entry:
    """Return the new team of ``captain``, who plays on its first board.

    Raises what :func:`tournaments.entries.enter` does, ``Refused`` (``bad_team_name``,
    ``no_teams``), ``Conflict`` (``team_name_taken``, ``in_a_team``).
    """
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise Missing("no_such_event")
    proven = prove(event, captain.pk, password)
    return in_transaction(lambda: _create(event_id, captain, name, proven, clock))


def _create(event_id: int, captain: User, name: str, proven: str, clock: Clock) -> Entry:
    event = lock_event(event_id)
    now = clock()
    if event.password != proven:
        raise Forbidden("wrong_event_password")
    _require_teams(event)
    if len(name) > LONGEST_NAME or not sense.one_line(name):
        raise Refused("bad_team_name", most=LONGEST_NAME)
    require_fit(event, captain)
    require_open(event, now)
    _require_free(event, captain)
    if event.entries.filter(team__iexact=name).exists():
        raise Conflict("team_name_taken")
    entry = Entry.objects.create(
        event=event,
        team=name,
        number=next_number(event),
        status=Entry.Status.WAITING,
        entered_at=now,
    )
    Member.objects.create(
        event=event, entry=entry, user=captain, board=1, is_captain=True, agreed=True
    )
    return entry


def _require_teams(event: Event) -> None:
    if event.kind != WITH_TEAMS:
        raise Refused("no_teams")


def _require_free(event: Event, user: User) -> None:
    if Member.objects.filter(event=event, user=user, agreed=True).exists():
        raise Conflict("in_a_team")


def _locked(entry_id: int, clock: Clock) -> tuple[Event, Entry, datetime]:
    """Return the team's event, locked and not started, the team, and the present instant."""
    found = Entry.objects.exclude(team="").filter(pk=entry_id).values_list("event", flat=True)
    event_id = found.first()
    if event_id is None:
        raise Missing("no_such_team")
    event = lock_event(event_id)
    entry = event.entries.filter(pk=entry_id).first()
    if entry is None:
        raise Missing("no_such_team")
    require_entry(event)
    return event, entry, clock()


def invite(entry_id: int, captain: User, user: User, clock: Clock = timezone.now) -> Member:
    """Ask ``user`` to play in the captain's team; they are told, and agree or decline.

    Raises ``Missing`` (``no_such_team``), ``Forbidden`` (``not_the_captain``, and those of
    :func:`tournaments.entries.require_fit`), ``Conflict`` (``in_a_team``, ``invited_already``,
    ``team_full``, ``entry_closed``).
    """
    return in_transaction(lambda: _invite(entry_id, captain, user, clock))


def _invite(entry_id: int, captain: User, user: User, clock: Clock) -> Member:
    event, entry, now = _locked(entry_id, clock)
    _require_captain(entry, captain)
    require_open(event, now)
    require_fit(event, user)
    _require_free(event, user)
    if entry.members.filter(user=user).exists():
        raise Conflict("invited_already")
    most = event.rules["teams"]["players"] + event.rules["teams"]["substitutes"]
    if entry.members.count() >= most:
        raise Conflict("team_full", most=most)
    member = Member.objects.create(event=event, entry=entry, user=user)
    messages.invited_to_team(member, now)
    return member


def _require_captain(entry: Entry, user: User) -> None:
    if not entry.members.filter(user=user, is_captain=True).exists():
        raise Forbidden("not_the_captain")


def agree(entry_id: int, user: User, clock: Clock = timezone.now) -> Member:
    """Take the place in the team to which ``user`` was invited, on its next free board.

    Raises ``Missing`` (``no_such_team``, ``not_invited``), ``Conflict`` (``in_a_team``,
    ``entry_closed``), ``Forbidden``.
    """
    return in_transaction(lambda: _agree(entry_id, user, clock))


def _agree(entry_id: int, user: User, clock: Clock) -> Member:
    event, entry, now = _locked(entry_id, clock)
    member = entry.members.filter(user=user, agreed=False).first()
    if member is None:
        raise Missing("not_invited")
    require_open(event, now)
    require_fit(event, user)
    _require_free(event, user)
    member.agreed, member.board = True, _free_board(event, entry)
    member.save(update_fields=["agreed", "board"])
    _settle(event, entry, now)
    return member


def _free_board(event: Event, entry: Entry) -> int | None:
    last: int = entry.members.aggregate(last=Max("board"))["last"] or 0
    return last + 1 if last < event.rules["teams"]["players"] else None


def _settle(event: Event, entry: Entry, now: datetime) -> None:
    """Give places to complete teams, and take that of a team that is complete no more."""
    if entry.takes_part and entry.pk not in complete_teams(event):
        entry.status = Entry.Status.WAITING
        entry.save(update_fields=["status"])
    fill_up(event, now)


def part(entry_id: int, user: User, member_id: int, clock: Clock = timezone.now) -> None:
    """Let a member go, before the start: an invitation is declined or taken back, a player leaves
    or is let go by the captain. If it is the captain, the team is dissolved.

    Raises ``Missing`` (``no_such_team``, ``no_such_member``), ``Forbidden`` (``not_the_captain``),
    ``Conflict`` (``event_started``, ``event_over``).
    """
    in_transaction(lambda: _part(entry_id, user, member_id, clock))


def _part(entry_id: int, user: User, member_id: int, clock: Clock) -> None:
    event, entry, now = _locked(entry_id, clock)
    member = entry.members.filter(pk=member_id).first()
    if member is None:
        raise Missing("no_such_member")
    if member.user_id != user.pk:
        _require_captain(entry, user)
    if member.is_captain:
        drop(event, entry, now)
        return
    member.delete()
    _close_ranks(entry)
    _settle(event, entry, now)


def _close_ranks(entry: Entry) -> None:
    """Number the boards again without a gap; a substitute takes the last one."""
    boards = entry.event.rules["teams"]["players"]
    agreed = sorted(
        entry.members.filter(agreed=True), key=lambda one: (one.board is None, one.board, one.pk)
    )
    for number, member in enumerate(agreed, start=1):
        board = number if number <= boards else None
        if member.board != board:
            member.board = board
            member.save(update_fields=["board"])
