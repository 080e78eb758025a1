"""When editions start."""

from datetime import UTC, datetime

import pytest

from golem import registry
from tournaments.championship.dates import next_date, start_of

SEASON = ((5, 1), (11, 1))


def at(year: int, month: int, day: int, hour: int = 0) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


@pytest.mark.parametrize(
    ("after", "date"),
    [
        (at(2027, 1, 1), at(2027, 5, 1)),
        (at(2027, 4, 30, 23), at(2027, 5, 1)),
        (at(2027, 5, 1), at(2027, 11, 1)),
        (at(2027, 11, 1), at(2028, 5, 1)),
    ],
)
def test_the_next_date(after: datetime, date: datetime) -> None:
    assert next_date(SEASON, after) == date


@pytest.mark.parametrize(
    ("former", "start"),
    [
        (None, at(2027, 5, 1)),
        (at(2027, 4, 23), at(2027, 5, 1)),
        (at(2027, 4, 24), at(2027, 5, 1)),
        (at(2027, 4, 24, 1), at(2027, 5, 1, 1)),
        (at(2027, 6, 1), at(2027, 6, 8)),
    ],
)
def test_the_date_or_seven_days_after_the_former(former: datetime | None, start: datetime) -> None:
    assert start_of(at(2027, 5, 1), former) == start


@pytest.mark.parametrize("key", registry.game_keys())
def test_every_game_has_dates_that_every_year_has(key: str) -> None:
    season = registry.load(key).info.season
    assert season
    assert all(next_date(season, at(year, 1, 1)).year == year for year in range(2025, 2035))
