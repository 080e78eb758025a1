"""What time alone would bring to a player: vacation days, and matches lost, if nobody moves.

It is for the player's own eyes. What others have sealed plays no part in it: to the player their
clocks run on, and a forecast must not tell otherwise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import User
from golem.matches import clocks, settle
from golem.matches.models import Match, SealedMove, Seat
from golem.play import clock
from golem.play.clock import Event, LostOnTime

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

    A fixed number of queries, however many matches.
    """
    players = settle.coupled([user.pk])
    seats = _clocks_that_matter(players)
    since = min((seat.runs_since for seat in seats if seat.runs_since), default=None)
    if since is None:
        return
    sealed = _sealed_by(user, seats)
    present = [clocks.clock_of(seat, seat.match, sealed.get(seat.pk)) for seat in seats]
    yield from clock.events(present, clocks.allowance(players), clocks.pauses(since, since))


def _clocks_that_matter(players: set[int]) -> list[Seat]:
    """Return the seats whose clocks run in matches where a clock of ``players`` runs.

    Others cannot bring anything about for these players.
    """
    theirs = Seat.objects.filter(user__in=players, runs_since__isnull=False).order_by()
    running = Seat.objects.filter(
        Q(match__in=theirs.values("match")),
        runs_since__isnull=False,
        match__status=Match.Status.RUNNING,
    )
    return list(running.select_related("match", "user").order_by("match", "number"))


def _sealed_by(user: User, seats: list[Seat]) -> dict[int, timedelta]:
    """Return what is left on the clocks that ``user`` has stopped by a sealed move, by seat."""
    mine = {seat.match_id: seat for seat in seats if seat.user_id == user.pk}
    rows = SealedMove.objects.filter(match__in=mine)
    return {
        mine[row.match_id].pk: row.left
        for row in rows
        if row.seat == mine[row.match_id].name and row.ply == mine[row.match_id].match.ply
    }


def lost_at(user: User, match: Match) -> datetime | None:
    """Return when ``match`` is lost for ``user`` if nobody moves anywhere.

    ``None``: something else ends it first, or their clock does not run.
    """
    for event in events_of(user):
        if isinstance(event, LostOnTime) and event.match == match.pk:
            own = next((seat for seat in match.seats.all() if seat.user_id == user.pk), None)
            return event.at if own is not None and own.name in event.seats else None
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
