"""Time that operators give to a seat, or take from it.

Nothing of what is answered or shown, nor whether it is done, depends on a sealed move: of that even
an operator is to know nothing. So a clock beside which others run is asked for what everybody can
see, and for what it would show had its seat sealed at any moment of the step.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from golem.matches import clocks, settle
from golem.matches.clocks import Pauses
from golem.matches.locks import lock_match
from golem.matches.models import Gift, Match, SealedMove, Seat
from golem.matches.transactions import in_transaction
from golem.play import clock
from golem.rest.refusals import Conflict, Refused

GIVEN_AT_MOST = 366 * 24 * 3600  # seconds
LEAST_LEFT = timedelta(minutes=1)
"""What stays on a clock from which time is taken. It is more than the clocks of machines differ by:
a seal dated a moment later finds time left, too."""


def give(match_id: int, seat: str, seconds: int, reason: str, now: datetime) -> Gift:
    """Give time to a seat of a running match, with a reason that everybody can read; negative:
    take it.

    Raises ``Missing``, ``Conflict`` (``match_over``), ``Refused`` (``bad_gift``: no such seat, no
    time, or more than a year; ``too_much_taken``), ``ClocksBraked``, ``Busy``.
    """
    return in_transaction(lambda: _give(match_id, seat, seconds, reason, now))


def _give(match_id: int, name: str, seconds: int, reason: str, now: datetime) -> Gift:
    match, seats = lock_match(match_id)
    now = max(now, match.changed_at + clocks.TICK)
    settle.settled_first(match, seats, now)
    if match.status == Match.Status.FINISHED:
        raise Conflict("match_over")
    seat = next((seat for seat in seats if seat.name == name), None)
    if seat is None or not 0 < abs(seconds) <= GIVEN_AT_MOST:
        raise Refused("bad_gift")
    change = timedelta(seconds=seconds)
    seat.left += change
    pauses = clocks.pauses_of([seat], now)
    _require_time_left(match, seats, seat, change, now, pauses)
    _store(match, seat, change, now, pauses)
    # What comes next in the match is not dated before the gift, whoever's clock is behind.
    Match.objects.filter(pk=match.pk).update(changed_at=now)
    return Gift.objects.create(match=match, seat=name, seconds=seconds, reason=reason, at=now)


def _require_time_left(
    match: Match,
    seats: Sequence[Seat],
    seat: Seat,
    change: timedelta,
    now: datetime,
    pauses: Pauses,
) -> None:
    """Refuse if the clock of ``seat``, ``change`` in it, would have run out before; of time that is
    taken, also if it might show less than nothing, its seat having sealed."""
    shown = clocks.left_after(match, seat, now, pauses, earned=False)
    if change > clock.ZERO:
        if shown <= clock.ZERO:
            raise Refused("bad_gift")
        return
    at_once = sum(one.to_move for one in seats) > 1
    if shown < LEAST_LEFT or (at_once and _least_sealed(match, seat, change) < LEAST_LEFT):
        raise Refused("too_much_taken")


def _least_sealed(match: Match, seat: Seat, change: timedelta) -> timedelta:
    """Return the least that the clock could show if a seal had stopped it at its most: what was
    given and taken since, ``change`` the last of it, whenever in the step that was."""
    gifts = match.gifts.filter(seat=seat.name, at__gt=seat.runs_since or match.changed_at)
    least = total = change
    for seconds in gifts.order_by("-at").values_list("seconds", flat=True):
        total += timedelta(seconds=seconds)
        least = min(least, total)
    return match.time_control.cap_time + least


def _store(match: Match, seat: Seat, change: timedelta, now: datetime, pauses: Pauses) -> None:
    """Save the clock of ``seat``, ``change`` in it, and what a seal of its has stopped it at."""
    seal = SealedMove.objects.filter(match=match, seat=seat.name, ply=match.ply).first()
    if seal is not None:
        # Dated before the seal, by a machine whose clock is behind, it came before the clock
        # stopped: by the seal's instant nothing that others see may be dated.
        late = clocks.left_after(match, seat, seal.at, pauses, earned=True)
        seal.left = late if now <= seal.at else seal.left + change
        seal.save(update_fields=["left"])
        seat.zero_at = None
    elif seat.runs_since is not None:
        seat.zero_at = clock.run_out(seat.runs_since, seat.left, pauses)
    seat.save(update_fields=clocks.COLUMNS)
