"""What would come if nobody moves: the numbers of a player with two days left, to check by eye."""

from datetime import timedelta
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem.matches.forecast import Coming, coming, events_of, lost_at
from golem.matches.models import Match
from golem.matches.services import submit_move
from golem.matches.sweep import freeze
from golem.play.clock import LostOnTime
from tests.matches.conftest import NOON, at, begin, client_of
from tests.matches.hours import h, set_left, sweep_at


def test_days_then_losses(three: list[Match], anna: User, boris: User) -> None:
    first, second, third = (match.pk for match in three)
    assert coming(anna, NOON) == [
        Coming(h(1), first, days=2, until=h(25)),
        Coming(h(49), first),
        Coming(h(53), second),
    ]
    assert coming(boris, NOON) == [
        Coming(h(240), third, days=2, until=h(264)),
        Coming(h(288), third),
    ]
    assert [lost_at(anna, match) for match in three] == [h(49), h(53), None]
    assert [lost_at(boris, match) for match in three] == [None, None, h(288)]


def test_the_forecast_comes_true(three: list[Match], anna: User) -> None:
    foretold = [lost_at(anna, match) for match in three[:2]]
    sweep_at(60)
    ended = Match.objects.filter(pk__in=[match.pk for match in three[:2]]).order_by("pk")
    assert [match.ended_at for match in ended] == foretold


def test_only_the_owner_reads_when_a_match_is_lost(
    three: list[Match], anna: User, boris: User, clara: User
) -> None:
    def told(reader: User | None, match: Match) -> dict[str, Any]:
        clocks = client_of(reader).get(f"/api/v1/matches/{match.pk}/").json()["clocks"]
        return {seat: clock["lost_at"] for seat, clock in clocks.items()}

    zulu = h(49).isoformat().replace("+00:00", "Z")
    assert told(anna, three[0]) == {"yellow": zulu, "red": None}
    for other in (boris, clara, None):
        assert told(other, three[0]) == {"yellow": None, "red": None}


def test_a_freeze_foretells_nothing(three: list[Match], anna: User) -> None:
    freeze("checking", h(0.5))
    assert coming(anna, h(0.6)) == []
    assert lost_at(anna, three[0]) is None


def test_what_the_other_has_sealed_changes_no_forecast(
    duel: str, anna: User, boris: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 0
    match = begin(duel, anna, boris)
    set_left(match, "left", 100)
    assert lost_at(boris, match) is None
    assert lost_at(anna, match) == h(100)
    submit_move(match.pk, anna, 1, "N3", clock=at(h(1)))
    assert lost_at(boris, match) is None
    assert lost_at(anna, match) is None


def test_an_own_seal_stops_the_own_clock_only(
    duel: str, anna: User, boris: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 0
    match = begin(duel, anna, boris)
    set_left(match, "right", 100)
    submit_move(match.pk, anna, 1, "N3", clock=at(h(1)))
    assert list(events_of(anna)) == [LostOnTime(h(100), match.pk, ("right",))]


def test_forecasts_take_the_same_number_of_queries(anna: User, boris: User) -> None:
    def queries(count: int) -> int:
        while Match.objects.count() < count:
            set_left(begin("streetsoccer", anna, boris), "yellow", 9 + Match.objects.count())
        with CaptureQueriesContext(connection) as captured:
            assert coming(anna, NOON)[0].days > 9
        return len(captured)

    assert queries(2) == queries(12)
    assert coming(anna, NOON)[0].at == NOON + timedelta(hours=10)
