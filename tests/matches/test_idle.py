"""What organisers see of matches that wait, and time that they give."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem.matches import operators
from golem.matches.idle import idle
from golem.matches.models import Act, Match
from golem.matches.services import Agreement, resign, start_match, submit_move
from golem.play.controls import PRESETS, without_vacation
from tests.matches.conftest import NOON, at, begin, client_of
from tests.matches.hours import RED_SETUP, SETUP, h
from tests.matches.reopened import all_right, left

pytestmark = pytest.mark.django_db


def test_longest_waiting_first(anna: User, boris: User, clara: User) -> None:
    first, second, third, over = (begin("streetsoccer", anna, boris) for _ in range(4))
    others = begin("streetsoccer", boris, clara)
    submit_move(second.pk, anna, 1, SETUP, clock=at(h(3)))
    submit_move(first.pk, anna, 1, SETUP, clock=at(h(5)))
    submit_move(first.pk, boris, 2, RED_SETUP, clock=at(h(6)))
    resign(over.pk, anna, at(h(1)))
    found = idle([first.pk, second.pk, third.pk, over.pk])
    assert [(one.match, one.seat, one.name, one.since) for one in found] == [
        (third.pk, "yellow", "Anna", h(0)),
        (second.pk, "red", "Boris", h(3)),
        (first.pk, "yellow", "Anna", h(6)),
    ]
    assert [one.zero_at for one in found] == [h(240), h(243), h(246)]
    assert others.pk not in {one.match for one in found}
    assert idle([]) == []


def test_of_those_equally_long_who_was_not_seen_for_longest(
    anna: User, boris: User, clara: User
) -> None:
    matches = [begin("streetsoccer", one, boris) for one in (anna, clara)]
    User.objects.filter(pk=anna.pk).update(last_seen=h(2))
    User.objects.filter(pk=clara.pk).update(last_seen=h(1))
    ids = [match.pk for match in matches]
    assert [(one.name, one.last_seen) for one in idle(ids)] == [("Clara", h(1)), ("Anna", h(2))]
    User.objects.filter(pk=anna.pk).update(last_seen=None)
    assert [one.name for one in idle(ids)] == ["Anna", "Clara"]


def test_a_sealed_move_does_not_show(duel: str, anna: User, boris: User) -> None:
    match = begin(duel, anna, boris)
    before = idle([match.pk])
    submit_move(match.pk, anna, 1, "N3", clock=at(h(1)))
    assert idle([match.pk]) == before


def test_as_many_queries_for_many(anna: User, boris: User) -> None:
    counts = []
    for _ in range(2):
        ids = [begin("streetsoccer", anna, boris).pk for _ in range(5)] + list(
            Match.objects.values_list("pk", flat=True)
        )
        with CaptureQueriesContext(connection) as queries:
            idle(ids)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_an_organiser_gives_time(soccer: Match, clara: User) -> None:
    operators.give(soccer.pk, "yellow", 3600, "the site was slow", clara, h(1))
    assert left(soccer, 1)["yellow"] == 240
    act = Act.objects.get()
    assert (act.kind, act.by, act.reason, act.data) == (
        *("give", clara, "the site was slow"),
        {"seconds": 3600},
    )
    all_right(soccer)


@pytest.mark.parametrize("name", PRESETS)
def test_any_control_can_do_without_vacation(
    name: str, anna: User, boris: User, client: object
) -> None:
    control = without_vacation(PRESETS[name])
    users = {"yellow": anna, "red": boris}
    match = start_match(Agreement("streetsoccer", users, control, {}, True), NOON)
    stored = Match.objects.get(pk=match.pk)
    assert stored.time_control == control
    assert not stored.vacation
    assert stored.bank == PRESETS[name].bank
    api = client_of(anna)
    seen = api.get(f"/api/v1/matches/{match.pk}/").json()
    assert seen["time_control"] == {
        "name": name,
        "bank": control.bank,
        "increment": control.increment,
        "cap": control.cap,
        "vacation": False,
    }


@pytest.mark.parametrize("path", ["/matches/{}/", "/matches/", "/watch/", "/", "/players/Anna/"])
def test_every_page_and_list_says_so(path: str, client: object, anna: User, boris: User) -> None:
    users = {"yellow": anna, "red": boris}
    control = without_vacation(PRESETS["brisk"])
    match = start_match(Agreement("streetsoccer", users, control, {}, True), NOON)
    client.force_login(anna)  # type: ignore[attr-defined]
    page = client.get(path.format(match.pk)).content.decode()  # type: ignore[attr-defined]
    assert "no vacation" in page
