"""Spans of time in words: a table to check by eye; never more than is true."""

import re
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem.matches.spans import digits, words

UNITS = {"day": 86400, "days": 86400, "h": 3600, "min": 60, "s": 1}


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (timedelta(days=10), "10 days"),
        (timedelta(days=3, hours=4, minutes=59, seconds=59), "3 days 4 h"),
        (timedelta(days=2) - timedelta(microseconds=1), "1 day 23 h"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=1, minutes=59), "1 day"),
        (timedelta(hours=23, minutes=59, seconds=59.9), "23 h 59 min"),
        (timedelta(hours=5, minutes=12), "5 h 12 min"),
        (timedelta(hours=5, seconds=59), "5 h"),
        (timedelta(minutes=59, seconds=59), "59 min"),
        (timedelta(minutes=1), "1 min"),
        (timedelta(seconds=40.999), "40 s"),
        (timedelta(seconds=0.5), "0 s"),
        (timedelta(0), "0 s"),
        (timedelta(hours=-3), "0 s"),
    ],
)
def test_words(span: timedelta, said: str) -> None:
    assert words(span) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0:00:00"),
        (59, "0:00:59"),
        (36 * 3600, "36:00:00"),
        (240 * 3600 - 1, "239:59:59"),
        (-5, "−0:00:05"),  # noqa: RUF001
        (-36 * 3600, "−36:00:00"),  # noqa: RUF001
    ],
)
def test_digits(seconds: int, said: str) -> None:
    assert digits(seconds) == said


@given(st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=4000)))
def test_words_never_promise_more_than_is_left(span: timedelta) -> None:
    parts = re.findall(r"(\d+) (\w+)", words(span))
    said = sum(int(number) * UNITS[unit] for number, unit in parts)
    assert timedelta(seconds=said) <= span
    assert span - timedelta(seconds=said) < timedelta(hours=1)
