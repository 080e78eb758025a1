"""The line-up of a team: who plays on which board, as its captain says."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.utils import timezone

from accounts.models import User
from golem.matches.models import Seat
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Conflict, Forbidden, Missing, Refused
from tournaments import log
from tournaments.locks import lock_event
from tournaments.models import Board, Entry, Event, EventAct, Member

Lineup = Sequence[int | None]
"""The members, by key, from the first board on; ``None``: a board that nobody can play on."""


def set_lineup(
    entry_id: int, captain: User, lineup: Lineup, clock: Clock = timezone.now
) -> EventAct | None:
    """Put a team's players on its boards; who is not named is a substitute.

    Boards that have begun are not touched. Before the start everything can be changed; after it
    one player may be exchanged with a substitute between two team matches. Return the act in the
    log, nothing before the start (that is nobody else's affair).

    Raises ``Missing`` (``no_such_team``), ``Forbidden`` (``not_the_captain``), ``Conflict``
    (``event_over``, ``left_already``, ``one_exchange``), ``Refused`` (``bad_lineup``: not a number
    of ``boards`` players of the team, each once; a board stays empty only if there are too few).
    """
    return in_transaction(partial(_set, entry_id, captain, tuple(lineup), clock))


def _set(entry_id: int, captain: User, lineup: Lineup, clock: Clock) -> EventAct | None:
    event, entry, now = _locked(entry_id, clock)
    members = {row.pk: row for row in entry.members.filter(agreed=True)}
    if not any(row.user_id == captain.pk and row.is_captain for row in members.values()):
        raise Forbidden("not_the_captain")
    running = event.status == Event.Status.RUNNING
    _require_whole(event, members, lineup, gaps=running)
    if running and exchanged(entry, members, lineup) > 1:
        raise Conflict("one_exchange")
    _store(members, lineup)
    if not running:
        return None
    data = {"boards": [members[pk].user_id if pk else None for pk in lineup]}
    return log.note(event, EventAct.Kind.LINEUP, now, by=captain, entry=entry, data=data)


def _locked(entry_id: int, clock: Clock) -> tuple[Event, Entry, datetime]:
    teams = Entry.objects.exclude(team="").filter(pk=entry_id)
    event_id = teams.values_list("event", flat=True).first()
    if event_id is None:
        raise Missing("no_such_team")
    event = lock_event(event_id)
    entry = teams.first()
    if entry is None:
        raise Missing("no_such_team")
    if event.is_over:
        raise Conflict("event_over", event_status=event.status)
    if entry.status not in (Entry.Status.ENTERED, Entry.Status.WAITING):
        raise Conflict("left_already")
    return event, entry, clock()


def _require_whole(event: Event, members: dict[int, Member], lineup: Lineup, *, gaps: bool) -> None:
    """Refuse a line-up that is not one of so many boards, filled as far as there are players."""
    boards = int(event.rules["teams"]["players"])
    named = [pk for pk in lineup if pk is not None]
    whole = len(lineup) == boards and len(named) == len({*named}) and {*named} <= members.keys()
    filled = len(named) == min(boards, len(members))
    first = gaps or all(pk is not None for pk in lineup[: len(named)])
    if not (whole and filled and first):
        raise Refused("bad_lineup", boards=boards)


def exchanged(entry: Entry, members: dict[int, Member], lineup: Lineup) -> int:
    """Return on how many boards somebody else would play than in the last team match, of those
    whose player of then is still in the team; none before the first (two queries)."""
    of_user = {row.user_id: pk for pk, row in members.items()}
    last = last_played(entry)
    then = {board: of_user[user] for board, user in last.items() if user in of_user}
    return sum(lineup[board - 1] != pk for board, pk in then.items() if board <= len(lineup))


def last_played(entry: Entry) -> dict[int, int]:
    """Return who sits on which board of the team match that began last, by user (two queries)."""
    own = Board.objects.filter(match__isnull=False)
    sides = [own.filter(**{f"pairing__{side}__entry": entry}) for side in ("first", "second")]
    last = (sides[0] | sides[1]).order_by("-match").values_list("pairing", flat=True).first()
    if last is None:
        return {}
    boards = Board.objects.filter(pairing=last, match__isnull=False).select_related(
        "pairing__first"
    )
    by_match = {board.match_id: board for board in boards}
    found = {}
    for seat in Seat.objects.filter(match__in=list(by_match)):
        board = by_match[seat.match_id]
        first = board.pairing.first.entry_id == entry.pk
        if (seat.name == board.first_seat) == first:
            found[board.number] = seat.user_id
    return found


def _store(members: dict[int, Member], lineup: Lineup) -> None:
    wanted = {pk: board for board, pk in enumerate(lineup, start=1) if pk is not None}
    for pk, member in members.items():
        if member.board != wanted.get(pk):
            member.board = wanted.get(pk)
            member.save(update_fields=["board"])
