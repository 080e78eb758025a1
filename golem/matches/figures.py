"""Figures for those who watch over the server; no player's data."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min

from golem.matches import clocks, shown_zeros
from golem.matches.models import Brake, Heartbeat, Match, Pause, Seat


@dataclass(frozen=True, slots=True)
class Held:
    """Something that holds the clocks: since when, and why."""

    since: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class ClockFigures:
    """``due`` clocks have been at zero since ``oldest_due`` at the earliest and are not settled.

    ``outage_since`` is the last heartbeat if the silence since is so long that no clock runs.
    """

    due: int
    oldest_due: datetime | None
    brake: Held | None
    freeze: Held | None
    heartbeat: datetime | None
    outage_since: datetime | None


def clock_figures(now: datetime) -> ClockFigures:
    """Return how the clocks stand (six queries, two more if the brake is on or all is silent)."""
    due = Seat.objects.filter(zero_at__lte=now).aggregate(n=Count("pk"), oldest=Min("zero_at"))
    waiting = shown_zeros.waiting(now)
    brake = Brake.objects.first()
    freeze = Pause.objects.filter(ended_at=None).first()
    return ClockFigures(
        due=due["n"] + len(waiting),
        oldest_due=min(filter(None, [due["oldest"], *waiting[:1]]), default=None),
        brake=Held(brake.on_since, brake.reason) if brake else None,
        freeze=Held(freeze.began_at, freeze.reason) if freeze else None,
        heartbeat=Heartbeat.objects.values_list("at", flat=True).first(),
        outage_since=clocks.silence(now),
    )


def running_matches() -> int:
    """Return how many matches are running; with a million of them this takes its time."""
    return Match.objects.filter(status=Match.Status.RUNNING).count()
