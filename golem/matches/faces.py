"""Clocks as a reader sees them: time left, and the instant at which it runs out.

A seat that has sealed its move has stopped its clock, which only its own player may know: to
everybody else it goes on running, as at the start of the step. The events that the matches of a
list belong to are asked for beside their clocks.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from accounts.models import User
from golem.matches import brake, clocks
from golem.matches.hooks import Origin, origins_of
from golem.matches.models import Match, SealedMove, Seat
from golem.play import clock

ZERO = timedelta(0)


class Zeros:
    """When the clocks of ``matches`` (seats at hand) reach zero, as everybody may see it.

    At most two queries, and only if a clock stands still that seems to run; besides what the rooms
    above ask for the events, once.
    """

    def __init__(self, matches: Iterable[Match]) -> None:
        self.matches = {match.pk: match for match in matches}
        self.seats = [seat for match in self.matches.values() for seat in match.seats.all()]

    def zero_at(self, seat: Seat) -> datetime | None:
        """Return when the clock of ``seat`` reaches zero; ``None``: it does not, or is frozen."""
        if seat.runs_since is None or seat.zero_at is not None:
            return seat.zero_at
        return clock.run_out(seat.runs_since, seat.left, self.pauses)

    def origin(self, match: Match) -> Origin | None:
        """Return the event that ``match`` belongs to, if any."""
        return self._origins.get(match.pk)

    @cached_property
    def _origins(self) -> dict[int, Origin]:
        return origins_of(list(self.matches)) if self.matches else {}

    @cached_property
    def pauses(self) -> tuple[clock.Pause, ...]:
        """The pauses since the first of the clocks began to run."""
        since = min((seat.runs_since for seat in self.seats if seat.runs_since), default=None)
        return clocks.pauses(since, since) if since else ()


@dataclass(frozen=True, slots=True)
class Face:
    """What a clock shows: ``left`` now, and when it runs out (``None``: it stands still).

    ``over``: it is at zero, and what follows from that has not been settled yet.
    """

    left: timedelta
    zero_at: datetime | None = None
    over: bool = False


class Faces(Zeros):
    """The clocks of ``matches`` (seats at hand), as ``reader`` may see them at ``now``.

    At most four queries, however many matches; none of them before it is needed.
    """

    def __init__(self, matches: Iterable[Match], reader: User | None, now: datetime) -> None:
        super().__init__(matches)
        self._reader_id = reader.pk if reader else None
        self._now = now

    def of(self, seat: Seat) -> Face:
        """Return what the clock of ``seat`` shows."""
        sealed = self._sealed.get(seat.match_id) if seat.user_id == self._reader_id else None
        if sealed is not None or seat.runs_since is None:
            return Face(max(ZERO, seat.left if sealed is None else sealed))
        zero_at = self.zero_at(seat)
        if zero_at is None:
            used = clock.run_time(seat.runs_since, self._now, self.pauses)
            return Face(max(ZERO, seat.left - used))
        return Face(max(ZERO, zero_at - self._now), zero_at, over=zero_at <= self._now)

    def next_out(self, match: Match) -> tuple[Seat, Face] | None:
        """Return the seat to move whose clock runs out first, and what it shows."""
        shown = [(seat, self.of(seat)) for seat in match.seats.all() if seat.to_move]
        live = [pair for pair in shown if pair[1].zero_at is not None] or shown
        return min(live, key=lambda pair: (pair[1].left, pair[0].number), default=None)

    @cached_property
    def notice(self) -> str:
        """``frozen``: no clock runs now; ``braked``: what is due waits for a check; or empty."""
        if not any(seat.runs_since for seat in self.seats):
            return ""
        still = any(seat.runs_since and seat.zero_at is None for seat in self.seats)
        if still and any(pause.end is None for pause in self.pauses):
            return "frozen"
        return "braked" if brake.is_on() else ""

    @cached_property
    def _sealed(self) -> dict[int, timedelta]:
        """What is left on the reader's own clocks that a sealed move has stopped, by match."""
        mine = {seat.match_id: seat.name for seat in self.seats if seat.user_id == self._reader_id}
        rows = SealedMove.objects.filter(match__in=mine) if mine else ()
        return {
            row.match_id: row.left
            for row in rows
            if row.seat == mine[row.match_id] and row.ply == self.matches[row.match_id].ply
        }
