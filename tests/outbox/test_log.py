"""The log of one's mails: what says the same, in a row, is told once with its number."""

from datetime import timedelta

from golem.outbox.selectors import Line, _folded
from tests.matches.hours import NOON


def line(title: str, state: str, hours: int) -> Line:
    return Line(title, NOON - timedelta(hours=hours), state, None)


def test_alike_lines_in_a_row_are_one() -> None:
    stale = [line("Your turn", "not sent", hours) for hours in range(30)]
    lines = [*stale, line("Match over", "sent", 30), line("Your turn", "not sent", 31)]
    told = [(one.title, one.created_at, one.times) for one in _folded(lines)]
    assert told == [
        ("Your turn", NOON, 30),
        ("Match over", NOON - timedelta(hours=30), 1),
        ("Your turn", NOON - timedelta(hours=31), 1),
    ]


def test_another_end_is_another_line() -> None:
    lines = [line("Your turn", "sent", 0), line("Your turn", "not sent", 1)]
    assert _folded(lines) == lines
