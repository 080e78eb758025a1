"""Outages: what follows from a time in which no clock ran, as it is known only afterwards.

The heartbeat shows those in which the server was not well. If it was, and the world could not reach
it, an operator lays one over a time that is past. All that ran in it is computed anew, in batches
and under the locks of the players concerned; meanwhile the brake is on, so that nobody loses by
columns that are not right yet. A run that was broken off is finished by the same command again.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import QuerySet

from accounts.models import User
from golem.matches import acts, brake, clock_columns, clocks
from golem.matches.locks import lock_players
from golem.matches.log import BrokenLog
from golem.matches.models import Act, Brake, Match, Pause, SealedMove, Seat, VacationDay
from golem.matches.transactions import in_transaction
from golem.play import clock
from golem.play.endings import BOTH_TIMED_OUT, TIMEOUT
from golem.rest.locks import Busy
from golem.rest.refusals import Conflict, Refused

log = logging.getLogger(__name__)

BATCH = 100
ATTEMPTS = 10
"""How often a batch is tried whose matches are in use."""
MEANWHILE = "an outage is being laid; if that was broken off, lay it again"
"""Why the brake is on meanwhile."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What an outage came to.

    ``matches``: how many were computed anew. ``lost``: those that ended on time though their time
    would not have been over; an operator may reopen them. ``days``: vacation days that were spent
    within; they stay spent, and the 24 hours of each stay given.
    """

    matches: int
    lost: tuple[Match, ...]
    days: tuple[VacationDay, ...]


def lay(
    began_at: datetime, ended_at: datetime, reason: str, by: User | None, now: datetime
) -> Laid:
    """Let no clock have run from ``began_at`` to ``ended_at``, both past; return what followed.

    Raises ``Refused`` (``bad_outage``, ``bad_reason``), ``Conflict`` (``paused_already``: no clock
    ran then as it is), or ``Busy``: then it is to be laid again.
    """
    words = acts.checked(reason)
    if not began_at < ended_at <= now:
        raise Refused("bad_outage")
    in_transaction(lambda: _lay(began_at, ended_at, words, by, now), alone=True)
    count = compute(began_at, ended_at)
    days = VacationDay.objects.filter(at__gt=began_at, at__lte=ended_at)
    lost = _lost_by_it(_over(began_at, ended_at))
    found = Laid(count, tuple(lost), tuple(days.select_related("player")))
    Brake.objects.filter(reason=MEANWHILE).delete()
    return found


def compute(began_at: datetime, ended_at: datetime) -> int:
    """Compute the columns anew of all matches on which a stored pause bears; return how many.

    Also of those over by now: what was played in its beginning, before anybody knew of it, was
    timed as if there were none.
    """
    running = Match.objects.filter(started_at__lt=ended_at, status=Match.Status.RUNNING)
    return _computed(running, began_at) + _computed(_over(began_at, ended_at), began_at)


def _over(began_at: datetime, ended_at: datetime) -> QuerySet[Match]:
    """Return the matches that ran in a pause, or began in it, and are over."""
    over = Match.objects.filter(started_at__lt=ended_at, status=Match.Status.FINISHED)
    # A match's last change is not before its end, so this loses none, and has an index.
    return over.filter(changed_at__gt=began_at, ended_at__gt=began_at)


def _lay(
    began_at: datetime, ended_at: datetime, reason: str, by: User | None, now: datetime
) -> None:
    same = Pause.objects.filter(
        kind=Pause.Kind.OUTAGE, began_at=began_at, ended_at=ended_at, reason=reason
    )
    if same.exists():
        return
    if not clock.run_time(began_at, ended_at, clocks.pauses(began_at, began_at)):
        raise Conflict("paused_already")
    same.create(kind=Pause.Kind.OUTAGE, began_at=began_at, ended_at=ended_at, reason=reason)
    brake.put_on(MEANWHILE, now, by_hand=True)
    span = {"began_at": began_at.isoformat(), "ended_at": ended_at.isoformat()}
    acts.note(Act.Kind.OUTAGE, reason, by, now, data=span)


def _computed(matches: QuerySet[Match], began_at: datetime) -> int:
    """Compute the columns of ``matches`` anew; return how many there were."""
    number = 0
    for ids in _batches(matches):
        _patiently(partial(_batch, ids, began_at))
        number += len(ids)
    return number


def _batches(matches: QuerySet[Match]) -> Iterator[list[int]]:
    last = 0
    while ids := list(
        matches.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]
    ):
        yield ids
        last = ids[-1]


def _patiently(act: Callable[[], None]) -> None:
    for left in range(ATTEMPTS - 1, -1, -1):
        try:
            in_transaction(act)
        except Busy:
            if not left:
                raise
        else:
            return


def _batch(ids: Sequence[int], began_at: datetime) -> None:
    """Compute one batch anew. Of a match that has not changed since the outage began only the
    instants change at which its clocks reach zero; no more can be done for one whose log is broken.
    """
    people = Seat.objects.filter(match__in=ids).order_by().values_list("user", flat=True)
    before = set(people)
    lock_players(before)
    locked = Match.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True)
    matches = list(locked)
    if not set(people.all()) <= before:
        raise Busy  # somebody took over a seat meanwhile
    sealed = set(SealedMove.objects.filter(match__in=ids).values_list("match", flat=True))
    still = {m.pk for m in matches if m.changed_at <= began_at and m.pk not in sealed}
    _shift(still)
    for match in matches:
        if match.pk not in still:
            _correct(match)


def _correct(match: Match) -> None:
    try:
        clock_columns.correct(match)
    except BrokenLog as error:
        log.error("what was left on its clocks is not computed anew: %s", error)
        _shift([match.pk])


def _shift(match_ids: Iterable[int]) -> None:
    seats = list(Seat.objects.filter(match__in=match_ids, runs_since__isnull=False))
    since = [seat.runs_since for seat in seats if seat.runs_since]
    pauses = clocks.pauses(min(since), min(since)) if since else ()
    for seat in seats:
        assert seat.runs_since is not None
        seat.zero_at = clock.run_out(seat.runs_since, seat.left, pauses)
    clocks.store_zeros(seats)


def _lost_by_it(over: QuerySet[Match]) -> Iterator[Match]:
    """Yield the matches that ended on time and whose loser has time left after all."""
    on_time = over.filter(how__in=(TIMEOUT, BOTH_TIMED_OUT), annulled_at=None).order_by("pk")
    for match in on_time.prefetch_related("seats__user"):
        if any(s.left > clock.ZERO for s in match.seats.all() if s.name != match.winner):
            yield match
