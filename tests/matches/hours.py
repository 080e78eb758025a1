"""Time in the tests of clocks: hours after noon, and what happens at them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from golem.matches import sweep
from golem.matches.models import Heartbeat, Match

NOON = datetime.now(UTC).replace(microsecond=0)
"""When the matches of the tests begin: the present, so that real clocks have not run out."""
SETUP, RED_SETUP = "Pahbied", "Pacbdej"
"""Line-ups of both sides of StreetSoccer."""


def at(instant: datetime) -> Callable[[], datetime]:
    """Return a clock that stands at ``instant``."""
    return lambda: instant


def h(hours: float) -> datetime:
    """Return the instant so many hours after noon."""
    return NOON + timedelta(hours=hours)


def beat(hour: float) -> None:
    """Let the last heartbeat have come at this hour, after a healthy time."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": h(hour)})


def sweep_at(hour: float) -> None:
    """Let the sweep run at this hour, after a healthy time."""
    beat(hour)
    sweep.run(at(h(hour)))


def set_left(match: Match, seat: str, hours: float) -> None:
    """Give a seat this much on its clock, by a gift, so that its ledger agrees."""
    row = match.seats.get(name=seat)
    change = timedelta(hours=hours) - row.left
    match.gifts.create(seat=seat, seconds=change.total_seconds(), reason="test", at=h(0.001))
    row.left += change
    if row.runs_since:
        row.zero_at = row.runs_since + row.left
    row.save()
