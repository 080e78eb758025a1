"""An outage that no heartbeat showed: the server was well, and the world could not reach it.

An operator lays it over a time that is past. All that ran in it is computed anew, in batches and
under the locks of the players concerned; meanwhile the brake is on, so that nobody loses by columns
that are not right yet. A run that was broken off is finished by the same command again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import QuerySet

from accounts.models import User
from golem.matches import acts, brake, clock_columns, clocks
from golem.matches.locks import lock_players
from golem.matches.models import Act, Brake, Match, Pause, SealedMove, Seat, VacationDay
from golem.matches.transactions import in_transaction
from golem.play import clock
from golem.play.endings import BOTH_TIMED_OUT, TIMEOUT
from golem.rest.locks import Busy
from golem.rest.refusals import Conflict, Refused

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
    touched = Match.objects.filter(started_at__lt=ended_at)
    running = touched.filter(status=Match.Status.RUNNING)
    # A match's last change is not before its end, so this loses none, and has an index.
    over = touched.filter(status=Match.Status.FINISHED, changed_at__gt=began_at)
    over = over.filter(ended_at__gt=began_at)
    count = _computed(running, began_at) + _computed(over, began_at)
    days = VacationDay.objects.filter(at__gt=began_at, at__lte=ended_at)
    found = Laid(count, tuple(_lost_by_it(over)), tuple(days.select_related("player")))
    Brake.objects.filter(reason=MEANWHILE).delete()
    return found


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
    instants change at which its clocks reach zero."""
    lock_players(Seat.objects.filter(match__in=ids).values_list("user", flat=True))
    locked = Match.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True)
    matches = list(locked)
    sealed = set(SealedMove.objects.filter(match__in=ids).values_list("match", flat=True))
    still = {m.pk for m in matches if m.changed_at <= began_at and m.pk not in sealed}
    _shift(still)
    for match in matches:
        if match.pk not in still:
            clock_columns.correct(match)
            _reseal(match)


def _shift(match_ids: Iterable[int]) -> None:
    seats = list(Seat.objects.filter(match__in=match_ids, runs_since__isnull=False))
    since = [seat.runs_since for seat in seats if seat.runs_since]
    pauses = clocks.pauses(min(since), min(since)) if since else ()
    for seat in seats:
        assert seat.runs_since is not None
        seat.zero_at = clock.run_out(seat.runs_since, seat.left, pauses)
    Seat.objects.bulk_update(seats, ["zero_at"])


def _reseal(match: Match) -> None:
    """Compute anew what was left on the clocks that sealed moves have stopped."""
    rows = {row.seat: row for row in match.sealed_moves.filter(ply=match.ply)}
    if not rows:
        return
    pauses = clocks.pauses(match.started_at, match.started_at)
    for facts in clocks.facts_of(match, {name: row.at for name, row in rows.items()}):
        if facts.seat in rows:
            row = rows[facts.seat]
            row.left = clock.clock_of(facts, pauses).left
            row.save(update_fields=["left"])


def _lost_by_it(over: QuerySet[Match]) -> Iterator[Match]:
    """Yield the matches that ended on time and whose loser has time left after all."""
    on_time = over.filter(how__in=(TIMEOUT, BOTH_TIMED_OUT), annulled_at=None).order_by("pk")
    for match in on_time.prefetch_related("seats__user"):
        if any(s.left > clock.ZERO for s in match.seats.all() if s.name != match.winner):
            yield match
