"""What came of settling, in hours after noon."""

from collections.abc import Iterable

from accounts.models import User
from golem.matches import clock_columns
from golem.matches.models import Match, VacationDay
from tests.matches.conftest import NOON


def results(matches: Iterable[Match]) -> list[tuple[str, str, float | None]]:
    """Return how each match ended: how, winner, hours after noon."""
    return [
        (m.how, m.winner, (m.ended_at - NOON).total_seconds() / 3600 if m.ended_at else None)
        for m in Match.objects.filter(pk__in=[m.pk for m in matches]).order_by("pk")
    ]


def days_of(user: User) -> list[tuple[int, float]]:
    rows = VacationDay.objects.filter(player=user)
    return [(day.number, (day.at - NOON).total_seconds() / 3600) for day in rows]


def columns_equal_ledgers() -> None:
    """The projected columns of every seat say what its ledger says."""
    for match in Match.objects.all():
        assert clock_columns.differences(match) == {}
