"""Bringing stored matches up to the present: what was due happens at its own instant, in order.

The unit is the player: whoever changes a match of theirs holds their clock row, so under that
lock all their matches stand still. Settling late, often or in parallel gives the same rows.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from golem.matches import brake, clocks
from golem.matches.errors import ClocksBraked
from golem.matches.locks import lock_players, people_of
from golem.matches.models import Match, SealedMove, Seat, VacationDay
from golem.matches.nudges import after_change
from golem.matches.progress import end
from golem.matches.transactions import DueFirst
from golem.play import clock
from golem.play.clock import Event, LostOnTime
from golem.play.endings import BOTH_TIMED_OUT, TIMEOUT


def due_seats(now: datetime) -> QuerySet[Seat]:
    """Return the seats whose clock has reached zero by ``now``."""
    return Seat.objects.filter(zero_at__lte=now)


def is_due(player_ids: Collection[int], match_id: int | None, now: datetime) -> bool:
    """Tell, by index, whether anything is due for these players, or in this match.

    While no heartbeat comes, nothing that lies after the last one is: an outage may be going on.
    """
    mine = Q(user__in=player_ids) | Q(match=match_id)
    found = due_seats(now).filter(mine)
    if not found.exists():
        return False
    silent_since = clocks.silence(now)
    return silent_since is None or found.filter(zero_at__lte=silent_since).exists()


def coupled(player_ids: Iterable[int]) -> set[int]:
    """Return the players and all whose clocks run in a match together with one of theirs.

    Such clocks can stop one another, so their players are settled together.
    """
    found = set(player_ids)
    while True:
        together = Seat.objects.filter(
            runs_since__isnull=False, match__seats__in=_running(found), user__is_bot=False
        )
        grown = found | set(together.values_list("user", flat=True))
        if grown == found:
            return found
        found = grown


def _running(player_ids: Collection[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(user__in=player_ids, runs_since__isnull=False)


def settle(player_ids: Iterable[int], now: datetime) -> list[Event]:
    """Settle all that is due for these players by ``now``; return what happened, in order.

    Runs inside a transaction; takes the locks itself. Nothing happens while the brake is on.
    """
    players = coupled(player_ids)
    lock_players(players)
    if not is_due(players, None, now) or brake.holds(now):
        return []
    seats = _seats(Q(match__seats__user__in=players))
    return _apply(seats, now)


def settle_match(match_id: int, now: datetime) -> list[Event]:
    """Settle a bot's clock that is due in one match, and with it all that is due for the people
    who play there: a person's clocks are never settled one match at a time."""
    people = coupled(people_of(match_id))
    lock_players(people)
    if not is_due((), match_id, now) or brake.holds(now):
        return []
    return _apply(_seats(Q(match=match_id) | Q(match__seats__user__in=people)), now)


def _seats(which: Q) -> list[Seat]:
    running = Seat.objects.filter(which, match__status=Match.Status.RUNNING)
    return list(running.select_related("match", "user").order_by("match", "number").distinct())


def settled_first(match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Make sure, under the locks of ``match``, that nothing is due for its players at ``now``.

    Raises ``DueFirst`` if something must be settled, and ``ClocksBraked`` if the brake keeps a
    clock of this match at zero.
    """
    people = [seat.user_id for seat in seats if not seat.user.is_bot]
    if not is_due(people, match.pk, now):
        return
    if not brake.is_on():
        raise DueFirst(lambda: _settle_both(people, match.pk, now))
    if any(seat.zero_at is not None and seat.zero_at <= now for seat in seats):
        raise ClocksBraked


def _settle_both(people: Collection[int], match_id: int, now: datetime) -> None:
    settle(people, now)
    settle_match(match_id, now)


def _apply(seats: list[Seat], now: datetime) -> list[Event]:
    """Let happen what is due for the clocks of ``seats``: rows for days, ends for losses."""
    since = min((seat.runs_since for seat in seats if seat.runs_since), default=now)
    pauses = clocks.pauses(since, now)
    sealed = _sealed(seats)
    present = [clocks.clock_of(seat, seat.match, sealed.get(seat.pk)) for seat in seats]
    people = {one.player for one in present if one.player is not None}
    found = list(clock.events(present, clocks.allowance(people), pauses, now))
    for event in found:
        if isinstance(event, LostOnTime):
            _lose(event)
        else:
            _spend(event, pauses)
    return found


def _sealed(seats: list[Seat]) -> dict[int, timedelta]:
    """Return what is left on the clocks that a sealed move has stopped, by seat."""
    rows = SealedMove.objects.filter(match__in={seat.match_id for seat in seats})
    left = {(row.match_id, row.ply, row.seat): row.left for row in rows}
    keys = {seat.pk: (seat.match_id, seat.match.ply, seat.name) for seat in seats}
    return {pk: left[key] for pk, key in keys.items() if key in left}


def _spend(day: clock.VacationDay, pauses: tuple[clock.Pause, ...]) -> None:
    VacationDay.objects.create(
        player_id=day.player, year=day.year, number=day.number, at=day.at, match_id=day.match
    )
    own = Seat.objects.filter(
        user=day.player, match__vacation=True, match__status=Match.Status.RUNNING
    )
    lifted = list(own.select_related("match"))
    sealed = _sealed(lifted)
    for seat in lifted:
        seat.left += clock.VACATION_DAY
        if seat.pk in sealed:
            seal = SealedMove.objects.filter(match=seat.match, seat=seat.name)
            seal.update(left=F("left") + clock.VACATION_DAY)
        elif seat.runs_since is not None:
            seat.zero_at = clock.run_out(seat.runs_since, seat.left, pauses)
    Seat.objects.bulk_update(lifted, ["left", "zero_at"])


def _lose(event: LostOnTime) -> None:
    match = Match.objects.select_for_update(no_key=True).get(pk=event.match)
    seats = list(match.seats.select_related("user"))
    others = [seat.name for seat in seats if seat.name not in event.seats]
    if others:
        end(match, seats, TIMEOUT, others[0], event.at)
    else:
        end(match, seats, BOTH_TIMED_OUT, "", event.at)
    after_change(match)
