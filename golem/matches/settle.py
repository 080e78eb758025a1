"""Bringing stored matches up to the present: what was due happens at its own instant, in order.

The unit is the player: whoever changes a match of theirs holds their clock row, so under that
lock all their matches stand still. Settling late, often or in parallel gives the same rows.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import BigIntegerField, DateTimeField, Q, QuerySet, Value

from golem.matches import brake, clocks, shown_zeros
from golem.matches.circles import Circle, circle_of, due_seats
from golem.matches.errors import ClocksBraked
from golem.matches.locks import lock_players
from golem.matches.models import Match, Seat, VacationDay
from golem.matches.standing import Settled, Standing, settle_all, standings
from golem.matches.transactions import DueFirst
from golem.play.clock import Event
from golem.rest.prepared import Prepared, Row

__all__ = [
    "braked_for",
    "due_seats",
    "horizon",
    "is_due",
    "settle",
    "settle_locked",
    "settle_match",
    "settled_first",
]


def is_due(player_ids: Collection[int], match_id: int | None, now: datetime) -> bool:
    """Tell, by index, whether anything is due for these players, or in this match.

    While no heartbeat comes, nothing that lies after the last one is: an outage may be going on.
    """
    mine = Q(user__in=player_ids) | Q(match=match_id)
    found = due_seats(now).filter(mine)
    if not found.exists():
        return False
    return found.filter(zero_at__lte=horizon(now)).exists()


def horizon(now: datetime) -> datetime:
    """Return up to which instant things are due at ``now``: the last heartbeat, if none has come
    for long (one query)."""
    silent_since = clocks.silence(now)
    return now if silent_since is None else silent_since


DUE: Final = "due"
SPENT: Final = "spent"


def _due_and_pauses(match_id: Any, now: Any, since: Any) -> "QuerySet[Any, Row]":
    """Return what is due in a match, or for a person who plays there, as ("due", zero, None); the
    vacation days of these people that lie after ``now``, as ("spent", day, None); then the rows of
    :func:`golem.matches.clocks.pause_rows`."""
    people = Seat.objects.filter(match=match_id, user__is_bot=False).values("user")
    due = due_seats(now).filter(Q(match=match_id) | Q(user__in=people)).order_by()
    rows = due.values_list(Value(DUE), "zero_at", clocks.NO_END)
    spent = VacationDay.objects.filter(player__in=people, at__gt=now).order_by()
    later = spent.values_list(Value(SPENT), "at", clocks.NO_END)
    # Last: the first rows have no ends, and PostgreSQL takes two columns without a type for text.
    return rows.union(*clocks.pause_rows(since), later, all=True)


_look = Prepared(_due_and_pauses, BigIntegerField(), DateTimeField(), DateTimeField())


def settle(player_ids: Collection[int], now: datetime) -> tuple[Event, ...]:
    """Settle all that is due for these players by ``now``; return what happened, in order.

    Runs inside a transaction; takes the locks itself. Nothing happens while the brake is on.
    """
    return _settle(player_ids, (), now)


def settle_match(match_id: int, now: datetime) -> tuple[Event, ...]:
    """Settle a clock that is due in one match, and with it all that is due for the people who
    play there: a person's clocks are never settled one match at a time."""
    return _settle((), [match_id], now)


def _settle(people: Collection[int], matches: Collection[int], now: datetime) -> tuple[Event, ...]:
    until = horizon(now)
    circle = circle_of(people, matches, until)
    lock_players(circle.people)
    while not (found := _again([circle], until)).people <= circle.people:
        # Somebody came to sit at a match meanwhile; a deadlock over their row is tried again.
        circle = found
        lock_players(circle.people)
    present = standings(found.people, found.matches)
    if not _any_due(present, until) or brake.holds(until):
        return ()
    done = settle_all(present, until)
    events = done.events
    while done.more:
        done = settle_all(standings(found.people, found.matches), until)
        events += done.events
    return events


def _again(circles: Iterable[Circle], now: datetime) -> Circle:
    """Return what these circles have come to, now that their people are locked, as one."""
    known = list(circles)
    people = frozenset[int]().union(*(circle.people for circle in known))
    of_bots = (circle.matches for circle in known if not circle.people)
    return circle_of(people, frozenset[int]().union(*of_bots), now)


def settle_locked(circles: Iterable[Circle], now: datetime, at_most: int) -> Settled:
    """Settle circles whose people are locked, as :func:`settle` does, at most so many events.

    ``now`` is no later than the :func:`horizon`, and the caller has asked the brake. Circles that
    have grown meanwhile are left as they are.
    """
    known = list(circles)
    found = _again(known, now)
    if not found.people <= frozenset[int]().union(*(circle.people for circle in known)):
        return Settled()
    present = standings(found.people, found.matches)
    return settle_all(present, now, at_most) if _any_due(present, now) else Settled()


def _any_due(present: Iterable[Standing], now: datetime) -> bool:
    return any(one.zero_at is not None and one.zero_at <= now for one in present)


def settled_first(match: Match, seats: Sequence[Seat], now: datetime) -> clocks.Pauses:
    """Make sure, under the locks of ``match``, that nothing is due for its players at ``now``;
    return the pauses that bear on its present turns (one query, if nothing is due).

    Raises ``DueFirst`` if something must be settled, and ``ClocksBraked`` if the brake keeps a
    clock of this match at zero. Where the clock of this machine is behind that of one which has
    spent a day, the act is tried again, as its own instant may have come by then; else ``Busy``.
    """
    rows = _look(match.pk, now, clocks.turns_since(seats, now))
    kinds = {kind for kind, _, _ in rows}
    if SPENT in kinds:
        raise DueFirst(lambda: None)
    if DUE in kinds:
        _settled_or_braked(match, seats, now)
    pauses = clocks.pauses_from([row for row in rows if row[0] != DUE], now)
    if shown_zeros.over(seats, now, pauses) and brake.is_on():
        raise ClocksBraked
    return pauses


def braked_for(people: Collection[int], match_id: int, now: datetime) -> bool:
    """Tell whether the brake keeps a clock of these people, or of this match, at zero."""
    if not brake.is_on():
        return False
    if is_due(people, match_id, now):
        return True
    return bool(shown_zeros.waiting(horizon(now), Q(user__in=people) | Q(match=match_id)))


def _settled_or_braked(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    people = [seat.user_id for seat in seats if not seat.user.is_bot]
    if not is_due(people, match.pk, now):
        return
    if not brake.is_on():
        raise DueFirst(lambda: _settle(people, [match.pk], now))
    if any(seat.zero_at is not None and seat.zero_at <= now for seat in seats):
        raise ClocksBraked
