"""What time alone would bring to a player: vacation days, and matches lost, if nobody moves.

It is for the player's own eyes. What others have sealed plays no part in it: to the player their
clocks run on, and a forecast must not tell otherwise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from golem.matches import clocks
from golem.matches.models import Match, SealedMove, Seat
from golem.play import clock
from golem.play.clock import Clock, Event, LostOnTime

LOSSES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Coming:
    """A thing to come: ``days`` vacation days from ``at`` to ``until``, if any; else the end of
    ``match`` at ``at``, ``lost``, or ended for both seats."""

    at: datetime
    match: int
    days: int = 0
    until: datetime | None = None
    lost: bool = True


def events_of(user: User) -> Iterator[Event]:
    """Yield what happens, in order, if nobody moves; see :func:`golem.play.clock.events`.

    A fixed number of queries, however many matches, unless others' clocks run beside the user's.
    """
    present = _clocks_that_matter(user.pk)
    if not present:
        return
    since = min(one.at for one in present)
    people = {one.player for one in present if one.player is not None}
    yield from clock.events(present, clocks.allowance(people), clocks.pauses(since, since))


def _clocks_that_matter(player: int) -> list[Clock]:
    """Return the clocks that run where one of the player's does; where others' run there, too,
    also those that run beside theirs, and so on. No other brings anything about."""
    known, fresh = {player}, {player}
    while fresh:
        rows = _running_beside(known)
        fresh = {row.user for row in rows if not row.user__is_bot} - known
        known |= fresh
    sealed = _sealed_by(player, rows)
    own = {row: sealed[row.match] for row in rows if row.user == player and row.match in sealed}
    return [clocks.clock_of_row(row, own.get(row), running=row not in own) for row in rows]


def _running_beside(players: set[int]) -> list[Any]:
    """Return the columns of the clocks that run in the matches where one of ``players``' does."""
    theirs = Seat.objects.filter(user__in=players, runs_since__isnull=False).order_by()
    beside = Seat.objects.filter(runs_since__isnull=False, match__in=theirs.values("match"))
    return list(beside.order_by("match", "number").values_list(*clocks.ROW, named=True))


def _sealed_by(player: int, rows: list[Any]) -> dict[int, timedelta]:
    """Return what is left on the player's clocks that a sealed move has stopped, by match.

    There is one only where another clock runs beside it: no query if there is no such match.
    """
    mine = {row.match: row for row in rows if row.user == player}
    shared = {row.match for row in rows if row.user != player} & set(mine)
    found = SealedMove.objects.filter(match__in=shared) if shared else ()
    return {
        seal.match_id: seal.left
        for seal in found
        if (seal.seat, seal.ply) == (mine[seal.match_id].name, mine[seal.match_id].match__ply)
    }


def lost_at(user: User, match: Match) -> datetime | None:
    """Return when ``match`` is lost for ``user`` if nobody moves anywhere.

    ``None``: something else ends it first, or their clock does not run. Without vacation, and if
    no other clock runs there, it is when the clock is at zero (no query).
    """
    running = [seat for seat in match.seats.all() if seat.runs_since is not None]
    own = next((seat for seat in running if seat.user_id == user.pk), None)
    if own is None:
        return None
    if len(running) == 1 and not match.vacation:
        return own.zero_at
    for event in events_of(user):
        if isinstance(event, LostOnTime) and event.match == match.pk:
            return event.at if own.name in event.seats else None
    return None


def coming(user: User, now: datetime) -> list[Coming]:
    """Return what comes for ``user`` after ``now``: days, those in a row as one, and the first
    losses."""
    running = Seat.objects.filter(user=user, runs_since__isnull=False)
    mine = dict(running.values_list("match", "name"))
    found: list[Coming] = []
    for event in events_of(user):
        if event.at <= now:
            continue
        if isinstance(event, LostOnTime):
            if mine.get(event.match) in event.seats:
                lost = len(event.seats) == 1
                found.append(Coming(event.at, event.match, lost=lost))
        elif event.player == user.pk:
            _add_day(found, event)
        if sum(not thing.days for thing in found) == LOSSES_SHOWN:
            break
    return found


def _add_day(found: list[Coming], day: clock.VacationDay) -> None:
    """Add ``day`` to the run of days at the end of ``found``, or begin one."""
    if found and found[-1].days:
        last = found.pop()
        found.append(Coming(last.at, last.match, last.days + 1, until=day.at))
    else:
        found.append(Coming(day.at, day.match, 1, until=day.at))
