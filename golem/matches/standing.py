"""The running clocks that a settlement looks at, and what it writes of what happens to them."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from golem.matches import clocks
from golem.matches.late_days import correct_late, first_late
from golem.matches.models import Match, SealedMove, Seat, VacationDay
from golem.matches.progress import Ending, end_all
from golem.play import clock
from golem.play.clock import Clock, Event, LostOnTime
from golem.play.endings import BOTH_TIMED_OUT, TIMEOUT

log = logging.getLogger(__name__)

Credits = Mapping[int, Sequence[datetime]]
"""When vacation days were spent, by player."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A clock of a match, the row of its seat, and the row of the sealed move that stopped it."""

    pk: int
    clock: Clock
    zero_at: datetime | None
    sealed: int | None


@dataclass(frozen=True, slots=True)
class Settled:
    """What happened, in order; how many matches could not be ended; and whether there is more."""

    events: tuple[Event, ...] = ()
    failed: int = 0
    more: bool = False


# --- reading ---


def standings(people: Iterable[int], matches: Iterable[int]) -> list[Standing]:
    """Return the running clocks of these people, and all that run in these matches.

    At most two queries, and no row object: nothing else is needed as long as no match ends. A
    clock with no zero (frozen, sealed, or put aside) is shown as one that stands still.
    """
    mine = Q(user__in=list(people)) | Q(match__in=list(matches))
    running = Seat.objects.filter(mine, runs_since__isnull=False)
    columns = ("pk", "zero_at", *clocks.ROW)
    rows = list(running.order_by("match", "number").values_list(*columns, named=True))
    # A seat with a sealed move has no zero to reach; nor has any in a freeze.
    still = {row.match for row in rows if row.zero_at is None}
    sealed = _sealed_in(still) if still else {}
    return [_standing(row, sealed.get((row.match, row.match__ply, row.name))) for row in rows]


def _sealed_in(matches: Iterable[int]) -> dict[tuple[int, int, str], tuple[int, timedelta]]:
    rows = SealedMove.objects.filter(match__in=list(matches)).values_list(
        "match", "ply", "seat", "pk", "left"
    )
    return {(match, ply, seat): (pk, left) for match, ply, seat, pk, left in rows}


def _standing(row: Any, seal: tuple[int, timedelta] | None) -> Standing:
    pk, left = seal or (None, None)
    shown = clocks.clock_of_row(row, left, running=row.zero_at is not None)
    return Standing(row.pk, shown, row.zero_at, pk)


# --- what happens ---


def settle_all(present: Sequence[Standing], now: datetime, at_most: int | None = None) -> Settled:
    """Let happen what is due by ``now`` for these clocks, or the first ``at_most`` things of it.

    Runs under the locks of their people. A match that cannot be ended, because its log is broken,
    is reported and put aside: its clock is due no more until ``rebuild_matches`` mends it.
    """
    since = min((one.clock.at for one in present), default=now)
    people = {one.clock.player for one in present if one.clock.player is not None}
    pauses, allowance = clocks.pauses(since, now), clocks.allowance(people)
    coming = clock.events([one.clock for one in present], allowance, pauses, now)
    found = tuple(islice(coming, at_most))
    late = first_late(found)
    found = found[: late.number] if late else found
    lost = [(event, days) for event, days in _with_credits(found) if isinstance(event, LostOnTime)]
    _store_days(found)
    _credit(present, _credits(found), {event.match for event, _ in lost}, pauses)
    failed = _end_all(lost, pauses)
    if late:
        correct_late(late)
    return Settled(found, failed, more=late is not None or len(found) == at_most)


def _credits(found: Iterable[Event]) -> Credits:
    days: dict[int, list[datetime]] = defaultdict(list)
    for event in found:
        if isinstance(event, clock.VacationDay):
            days[event.player].append(event.at)
    return days


def _with_credits(found: Iterable[Event]) -> Iterator[tuple[Event, Credits]]:
    """Yield each event with the days that were spent before it."""
    days: dict[int, tuple[datetime, ...]] = {}
    for event in found:
        yield event, days
        if isinstance(event, clock.VacationDay):
            days = {**days, event.player: (*days.get(event.player, ()), event.at)}


def _store_days(found: Iterable[Event]) -> None:
    rows = [
        VacationDay(
            player_id=day.player, year=day.year, number=day.number, at=day.at, match_id=day.match
        )
        for day in found
        if isinstance(day, clock.VacationDay)
    ]
    VacationDay.objects.bulk_create(rows)


def _credit(
    present: Sequence[Standing],
    days: Credits,
    lost: set[int],
    pauses: Sequence[clock.Pause],
) -> None:
    """Add the days to all clocks of their players in matches that go on and allow vacation."""
    if not days:
        return
    own = Seat.objects.filter(match__vacation=True, match__status=Match.Status.RUNNING)
    _lift(own.filter(user__in=list(days)).exclude(match__in=lost), days)
    lifted = [
        one
        for one in present
        if one.clock.vacation and one.clock.player in days and one.clock.match not in lost
    ]
    for one in lifted:
        if one.sealed is not None:
            more = _days_for(one.clock, days)
            SealedMove.objects.filter(pk=one.sealed).update(left=F("left") + more)
    running = [one for one in lifted if one.clock.running]
    clocks.store_zeros(
        Seat(pk=one.pk, zero_at=_lifted(one, days).zero_at(pauses)) for one in running
    )


def _lift(seats: QuerySet[Seat], days: Credits) -> None:
    """Add their days to these players' clocks; what began to run only later gains nothing from
    those before. Two queries, unless some have more days than others or a match has just begun."""
    since = Coalesce("match__reopened_at", "match__started_at")
    first = min(at for instants in days.values() for at in instants)
    rows = seats.annotate(since=since).filter(since__gte=first)
    late = [row for row in rows.values_list("pk", "user", "since") if row[2] >= min(days[row[1]])]
    numbers: dict[int, list[int]] = defaultdict(list)
    for player, instants in days.items():
        numbers[len(instants)].append(player)
    whole = seats.exclude(pk__in=[pk for pk, _, _ in late])
    for number, players in numbers.items():
        gained = F("left") + number * clock.VACATION_DAY
        whole.filter(user__in=players).update(left=gained)
    for pk, player, began in late:
        number = sum(at > began for at in days[player])
        Seat.objects.filter(pk=pk).update(left=F("left") + number * clock.VACATION_DAY)


def _days_for(one: Clock, days: Credits) -> timedelta:
    instants = days.get(one.player or 0, ())
    return sum(one.counts(at) for at in instants) * clock.VACATION_DAY


def _lifted(one: Standing, days: Credits) -> Clock:
    return replace(one.clock, left=one.clock.left + _days_for(one.clock, days))


def _end_all(lost: Sequence[tuple[LostOnTime, Credits]], pauses: tuple[clock.Pause, ...]) -> int:
    """End the matches that are lost, all at once; if that fails, each on its own. Return how many
    could not be ended."""
    if not lost:
        return 0
    try:
        with transaction.atomic():
            _lose(lost, pauses)
    except (OperationalError, InterfaceError, SoftTimeLimitExceeded):
        raise
    except Exception:
        if len(lost) > 1:
            return sum(_end_all([one], pauses) for one in lost)
        match_id = lost[0][0].match
        log.exception("match %s is lost on time and could not be ended", match_id)
        Seat.objects.filter(match=match_id).update(zero_at=None)
        return 1
    return 0


def _lose(lost: Sequence[tuple[LostOnTime, Credits]], pauses: tuple[clock.Pause, ...]) -> None:
    """End these matches, in order; the number of queries does not depend on how many they are."""
    rows = Match.objects.select_for_update(no_key=True).filter(
        pk__in=[event.match for event, _ in lost]
    )
    locked = rows.order_by("pk").prefetch_related("seats__user", "moves", "draws")
    matches = {match.pk: match for match in locked}
    end_all([_ending(matches[event.match], event, days, pauses) for event, days in lost], pauses)


def _ending(
    match: Match, event: LostOnTime, days: Credits, pauses: tuple[clock.Pause, ...]
) -> Ending:
    """Return how the match ends, the clocks of its seats stopped at that instant."""
    seats = list(match.seats.all())
    for seat in seats:
        if match.vacation and not seat.user.is_bot:
            instants = days.get(seat.user_id, ())
            seat.left += sum(at > match.runs_from for at in instants) * clock.VACATION_DAY
        clocks.stop(match, seat, event.at, pauses, earned=False)
    others = [seat.name for seat in seats if seat.name not in event.seats]
    how, winner = (TIMEOUT, others[0]) if others else (BOTH_TIMED_OUT, "")
    return Ending(match, seats, how, winner, event.at)
