"""Clocks of stored matches: from rows to the facts of :mod:`golem.play.clock`, and back to columns.

The ledger of a seat is computed from its match's moves, the vacation days and gifts, and the
pauses. The columns ``left``, ``runs_since`` and ``zero_at`` of a seat follow from it and are kept
up to date move by move; ``manage.py rebuild_matches`` compares them with the ledger.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from django.conf import settings
from django.db.models import Count, DateTimeField, Q, QuerySet, Value

from golem.matches.log import game_of, present_state
from golem.matches.models import Heartbeat, Match, Move, Pause, SealedMove, Seat, VacationDay
from golem.matches.sitting import Sittings
from golem.play import clock
from golem.play.clock import Allowance, Clock, Credit, Reason, SeatFacts, Turn
from golem.rest.prepared import Prepared, PreparedUpdate, Row

COLUMNS = ("left", "runs_since", "zero_at")
Pauses: TypeAlias = tuple[clock.Pause, ...]
SILENCE = timedelta(minutes=15)
"""How long no heartbeat may come before the time since the last one counts as an outage."""
TICK = timedelta(microseconds=1)
"""Two changes of a match never share an instant: the ledger orders them by it."""


# --- when no clock runs ---


def pauses(since: datetime, now: datetime) -> Pauses:
    """Return the pauses that reach into the time from ``since`` on, in order.

    If no heartbeat has come for long, an outage may be going on: what comes after the last one is
    paused until the next one tells (one query).
    """
    return pauses_from(_pauses_and_heartbeat(since), now)


def pauses_from(rows: Iterable[Row], now: datetime) -> Pauses:
    """Return the pauses that rows of :func:`pause_rows` tell of."""
    known = [
        clock.Pause(began_at, ended_at)
        for kind, began_at, ended_at in rows
        if kind != HEARTBEAT or now - began_at > SILENCE
    ]
    return clock.merged(known)


def silence(now: datetime) -> datetime | None:
    """Return the last heartbeat if none has come for long, else ``None`` (one query)."""
    last = Heartbeat.objects.values_list("at", flat=True).first()
    return last if last is not None and now - last > SILENCE else None


HEARTBEAT: Final = "heartbeat"
NO_END: Final = Value(None, DateTimeField())


def pause_rows(since: Any) -> "tuple[QuerySet[Any, Row], QuerySet[Any, Row]]":
    """Return the pauses from ``since`` on (kind, beginning, end) and the last heartbeat in the same
    form, two queries to be asked as one."""
    pauses = Pause.objects.filter(Q(ended_at=None) | Q(ended_at__gt=since)).order_by()
    return (
        pauses.values_list("kind", "began_at", "ended_at"),
        Heartbeat.objects.values_list(Value(HEARTBEAT), "at", NO_END),
    )


def _both(since: Any) -> "QuerySet[Any, Row]":
    pauses, heartbeat = pause_rows(since)
    return pauses.union(heartbeat, all=True)


_pauses_and_heartbeat = Prepared(_both, DateTimeField())


# --- columns, move by move ---


store_zeros = PreparedUpdate(Seat, "zero_at")
"""Stores when the clocks of these seats are at zero, and no other column."""


def fill(match: Match, seats: Iterable[Seat]) -> None:
    """Give the seats of a new match their bank; saves nothing."""
    for seat in seats:
        seat.left = match.time_control.bank_time


def turns_since(seats: Iterable[Seat], now: datetime) -> datetime:
    """Return since when a clock of ``seats`` runs; ``now`` if none does."""
    return min((seat.runs_since for seat in seats if seat.runs_since), default=now)


def pauses_of(seats: Iterable[Seat], now: datetime) -> Pauses:
    """Return the pauses that bear on the present turns of ``seats`` (one query)."""
    return pauses(turns_since(seats, now), now)


def stop(match: Match, seat: Seat, now: datetime, known: Pauses, *, earned: bool) -> None:
    """Stop the clock of ``seat`` if it runs; an own move has ``earned`` the increment.

    ``known`` are the pauses since it began to run.
    """
    seat.left = left_after(match, seat, now, known, earned=earned)
    seat.runs_since = seat.zero_at = None


def left_after(
    match: Match, seat: Seat, now: datetime, known: Pauses, *, earned: bool
) -> timedelta:
    """Return what is left once the clock of ``seat`` stops at ``now``; see :func:`stop`."""
    if seat.runs_since is None:
        return seat.left
    left = seat.left - clock.run_time(seat.runs_since, now, known)
    control = match.time_control
    return min(control.cap_time, left + control.increment_time) if earned else left


def unseal(seats: Iterable[Seat], rows: Iterable[SealedMove]) -> None:
    """Let the columns show what the seals of a step that resolves had stopped; saves nothing."""
    left = {row.seat: row.left for row in rows}
    for seat in seats:
        if seat.name in left:
            seat.left = left[seat.name]
            seat.runs_since = seat.zero_at = None


def stop_all(match: Match, seats: Iterable[Seat], now: datetime, known: Pauses) -> None:
    """Stop all clocks of a match that ends; saves nothing."""
    for seat in seats:
        stop(match, seat, now, known, earned=False)


def start_all(match: Match, seats: Iterable[Seat], now: datetime, known: Pauses) -> None:
    """Start the clocks of the seats whose turn begins at ``now``; saves nothing."""
    owing = [seat for seat in seats if seat.to_move]
    if match.status != Match.Status.RUNNING or not owing:
        return
    for seat in owing:
        seat.runs_since = now
        seat.zero_at = clock.run_out(now, seat.left, known)


def clock_of(seat: Seat, match: Match, sealed: timedelta | None = None) -> Clock:
    """Return the clock that the columns of ``seat`` tell of; ``seat.user`` must be at hand.

    ``sealed`` is what is left if a sealed move has stopped it, which only its owner may know.
    """
    player = None if seat.user.is_bot else seat.user_id
    at = seat.runs_since or match.changed_at
    vacation = match.vacation and player is not None
    running = seat.runs_since is not None and sealed is None
    left = seat.left if sealed is None else sealed
    return Clock(match.pk, seat.name, player, vacation, left, at, running, match.runs_from)


ROW: Final = (
    *("match", "name", "user", "left", "runs_since", "user__is_bot"),
    *("match__vacation", "match__ply", "match__started_at", "match__reopened_at"),
)
"""The columns of a running seat that :func:`clock_of_row` reads, without any row object."""


def clock_of_row(row: Any, sealed: timedelta | None, *, running: bool) -> Clock:
    """Return the clock that a named row of the columns ``ROW`` tells of; see :func:`clock_of`."""
    player = None if row.user__is_bot else row.user
    return Clock(
        match=row.match,
        seat=row.name,
        player=player,
        vacation=row.match__vacation and player is not None,
        left=row.left if sealed is None else sealed,
        at=row.runs_since,
        running=running,
        since=row.match__reopened_at or row.match__started_at,
    )


# --- the ledger ---


def facts_of(match: Match, sealed: Mapping[str, datetime] | None = None) -> list[SeatFacts]:
    """Return all that bears on the clocks of ``match``, a seat each, in order (five queries, one
    more if it was ever reopened, and one if it is unrated).

    Sealed moves are not in it: it is what everybody may know. With ``sealed``, instants by seat,
    those seats' clocks stand still since then, after the increment.
    """
    past = list(match.reopenings.all()) if match.reopened else []
    gaps = [clock.Pause(row.ended_at, row.at) for row in past]
    turns = _turns(match, gaps, sealed or {})
    seats = list(match.seats.select_related("user"))
    sat = Sittings(match, seats)
    days = list(_days_of(match, gaps, sat.people - {s.user_id for s in seats if s.user.is_bot}))
    gifts = list(match.gifts.all())
    return [
        SeatFacts(
            match=match.pk,
            seat=seat.name,
            player=None if seat.user.is_bot else seat.user_id,
            control=match.time_control,
            began=match.started_at,
            turns=tuple(turns[seat.name]),
            credits=(
                *(
                    Credit(day.at, clock.VACATION_DAY)
                    for day in days
                    if day.player_id == sat.at(seat.name, day.at)
                ),
                *(
                    Credit(gift.at, timedelta(seconds=gift.seconds), Reason.GIFT)
                    for gift in gifts
                    if gift.seat == seat.name
                ),
                *(
                    Credit(row.at, timedelta(seconds=row.given[seat.name]), Reason.REOPENED)
                    for row in past
                    if seat.name in row.given
                ),
            ),
        )
        for seat in seats
    ]


def _days_of(
    match: Match, gaps: Iterable[clock.Pause], people: Iterable[int]
) -> Iterable[VacationDay]:
    """Return the vacation days that these people spent while ``match`` ran, if it allows them.

    At one instant a day comes before an end and before a start: it counts in a match that ends
    then, and not in one that starts then. None counts between an end and the reopening.
    """
    if not match.vacation:
        return []
    spent = VacationDay.objects.filter(player__in=list(people), at__gt=match.started_at)
    for gap in gaps:
        spent = spent.exclude(at__gt=gap.start, at__lte=gap.end)
    return spent.filter(at__lte=match.ended_at) if match.ended_at else spent


def _turns(
    match: Match, gaps: Sequence[clock.Pause], sealed: Mapping[str, datetime]
) -> dict[str, list[Turn]]:
    """Return the turns of each seat: a ply begins when the one before it is complete."""
    turns: dict[str, list[Turn]] = defaultdict(list)
    began = match.started_at
    for rows in _by_ply(match.moves.all()):
        for row in rows:
            if not row.forced:
                turns[row.seat] += clock.parted(Turn(began, row.at), gaps)
        began = max(row.at for row in rows)
    for name in _owing(match):
        own = Turn(began, sealed[name]) if name in sealed else None
        turns[name] += clock.parted(own or Turn(began, match.ended_at, earned=False), gaps)
    return turns


def _by_ply(moves: Iterable[Move]) -> list[list[Move]]:
    rows: dict[int, list[Move]] = defaultdict(list)
    for move in moves:
        rows[move.ply].append(move)
    return [rows[ply] for ply in sorted(rows)]


def _owing(match: Match) -> Sequence[str]:
    """Return the seats that owe a move, or owed one when the match ended off the board."""
    return game_of(match).to_move(present_state(match))


# --- vacation ---


def allowance(player_ids: Iterable[int]) -> Allowance:
    """Return how many vacation days a year has, and how many these players have spent of each."""
    spent = VacationDay.objects.filter(player__in=list(player_ids)).order_by()
    counted = spent.values_list("player", "year").annotate(days=Count("pk"))
    return Allowance(
        settings.VACATION_DAYS, {(player, year): days for player, year, days in counted}
    )
