"""Clocks that are at zero for all who look, and that only a sealed move keeps from being due.

While the brake is on, or the server is silent, a clock at zero waits, sealed or not. Then nothing
that is refused, counted or told may show which: these clocks count like those that are due. At
other times a match goes on past such a zero, and everybody sees why.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from golem.matches import brake, clocks
from golem.matches.models import SealedMove, Seat
from golem.play import clock


def over(seats: Iterable[Seat], now: datetime, pauses: clocks.Pauses) -> bool:
    """Tell whether a clock among ``seats``, stopped by a seal, is at zero for all who look (no
    query)."""
    return any(
        zero <= now
        for seat in seats
        if seat.runs_since is not None and seat.zero_at is None
        for zero in [clock.run_out(seat.runs_since, seat.left, pauses)]
        if zero is not None
    )


def waiting(now: datetime, among: Q | None = None) -> list[datetime]:
    """Return when those of the seats ``among`` (all) reached zero whose clocks a seal has stopped,
    the first first; empty if nothing keeps what is due waiting (two queries, two more if it does).
    """
    braked = brake.is_on()
    since = None if braked else clocks.silence(now)
    if since is None and not braked:
        return []
    seals = SealedMove.objects.filter(
        match=OuterRef("match"), ply=OuterRef("match__ply"), seat=OuterRef("name")
    )
    stopped = Seat.objects.filter(among or Q(), Exists(seals), runs_since__isnull=False)
    seats = stopped.order_by().values_list("runs_since", "left")
    rows = [(began, left) for began, left in seats if began is not None]
    first = min((began for began, _ in rows), default=now)
    pauses = clocks.pauses(first, first)
    zeros = [clock.run_out(began, left, pauses) for began, left in rows]
    return sorted(zero for zero in zeros if zero and zero <= now and not (since and zero <= since))
