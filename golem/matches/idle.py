"""Matches that wait, for organisers: who has not moved for how long, and was last seen when."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from golem.matches.faces import Zeros
from golem.matches.models import Match, Seat


@dataclass(frozen=True, slots=True)
class Idle:
    """A seat that is to move since ``since``, against ``opponent`` (a name).

    ``last_seen``: when its player last asked for anything here (``None``: never); ``zero_at``: when
    the clock is at zero, if it runs.
    """

    match: int
    seat: str
    player: int
    name: str
    opponent: str
    since: datetime
    last_seen: datetime | None
    zero_at: datetime | None


def idle(match_ids: Collection[int]) -> list[Idle]:
    """Return the seats to move in those of these matches that run, longest waiting first; of those
    equally long the players who were not seen for longest first
    (four queries, six if clocks stand still).

    Who has sealed a move is among them, the clock as everybody sees it: it is nobody's to know.
    """
    seats = Seat.objects.filter(
        match__in=list(match_ids), match__status=Match.Status.RUNNING, to_move=True
    )
    seen = F("user__last_seen").asc(nulls_first=True)
    found = seats.select_related("user", "match").order_by("turn_since", seen, "pk")
    rows = list(found.prefetch_related("match__seats__user"))
    zeros = Zeros(row.match for row in rows)
    return [_idle(row, zeros) for row in rows]


def _idle(seat: Seat, zeros: Zeros) -> Idle:
    assert seat.turn_since is not None
    return Idle(
        match=seat.match_id,
        seat=seat.name,
        player=seat.user_id,
        name=seat.user.username,
        opponent=_opponent(seat),
        since=seat.turn_since,
        last_seen=seat.user.last_seen,
        zero_at=zeros.zero_at(seat),
    )


def _opponent(seat: Seat) -> str:
    others = (one for one in seat.match.seats.all() if one.pk != seat.pk)
    return ", ".join(one.user.username for one in others)
