"""When editions start. Pure."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

REST: Final = timedelta(days=7)
"""From the end of one edition to the start of the next."""


def next_date(season: Sequence[tuple[int, int]], after: datetime) -> datetime:
    """Return the first of the ``season``'s days, (month, day), that begins after ``after``, at
    0 h UTC."""
    after = after.astimezone(UTC)
    days = (
        datetime(year, month, day, tzinfo=UTC)
        for year in (after.year, after.year + 1)
        for month, day in season
    )
    return min(day for day in days if day > after)


def start_of(date: datetime, former_ended_at: datetime | None) -> datetime:
    """Return when an edition starts whose calendar date is ``date``: then, or some days after the
    former edition was complete, whichever is later."""
    return date if former_ended_at is None else max(date, former_ended_at + REST)
