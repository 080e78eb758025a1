"""Pages and API of the events that the server holds."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from golem.matches.models import Match
from tests.matches.conftest import client_of
from tests.tournaments.series.held import DAY, START, best_first, day, enter, go, held, people
from tournaments.ladder.asking import ask
from tournaments.models import Event

MAY = datetime(2027, 5, 1, tzinfo=UTC)


@pytest.fixture
def nine(db: None) -> list[User]:
    return people(9)


def page(event: Event, user: User | None = None) -> str:
    """Return the event's page as the reader sees it."""
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(reverse("tournaments:event", args=[event.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_of_a_ladder(nine: list[User]) -> None:
    ladder = held(Event.Kind.LADDER)
    enter(ladder, nine)
    ask(ladder.pk, nine[8], clock=lambda: START)
    seen = page(ladder, nine[4])
    assert "You stand at place 5." in seen
    assert seen.count("within reach") == 3
    assert "Ask for a match" in page(ladder, nine[8])
    assert "Ask for a match" not in page(ladder)


def test_asking_on_the_page(nine: list[User]) -> None:
    ladder = held(Event.Kind.LADDER)
    enter(ladder, nine)
    client = Client()
    client.force_login(nine[8])
    where = reverse("tournaments:ladder_ask", args=[ladder.pk])
    answer = client.post(where)
    match = Match.objects.get()
    assert answer.headers["Location"] == reverse("matches:match", args=[match.pk])
    answer = client.post(where, follow=True)
    assert "A match for which you asked is still running." in answer.content.decode()
    assert Match.objects.count() == 1
    assert client.get(where).status_code == 405


def test_the_ladder_in_the_api(nine: list[User]) -> None:
    ladder = held(Event.Kind.LADDER)
    enter(ladder, nine)
    client, path = client_of(nine[8]), f"/api/v1/events/{ladder.pk}/ladder/"
    first = client.post(f"{path}ask/", headers={"Idempotency-Key": "a"})
    again = client.post(f"{path}ask/", headers={"Idempotency-Key": "a"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert Match.objects.count() == 1
    refused = client.post(f"{path}ask/")
    assert (refused.status_code, refused.json()["code"]) == (409, "challenge_out")
    rows = client.get(path).json()
    assert [row["place"] for row in rows if row["within_reach"]] == [6, 7, 8]
    assert rows[5]["asked_by"] == 1
    assert rows[8]["asked"] == 1
    assert client_of(None).get("/api/v1/events/999999/ladder/").status_code == 404
    assert client_of(None).post(f"{path}ask/").status_code == 401


def test_the_page_and_the_api_of_a_mini_cup(nine: list[User]) -> None:
    cup = held(Event.Kind.MINI_CUP)
    enter(cup, nine[:4])
    go(START)
    best_first(cup, nine, day(1))
    go(day(1))
    seen = page(cup, nine[3])
    assert "Wait no more" in seen
    assert "Wait for a group of level 1" not in seen
    assert "Wait for a group of level 1" in page(cup, nine[0])
    rows = client_of(None).get(f"/api/v1/events/{cup.pk}/levels/").json()
    waiting = {row["level"]: [one["name"] for one in row["waiting"]] for row in rows}
    assert waiting == {1: ["Player_4"], 2: ["Player_1"]}


def test_the_pages_of_a_championship(nine: list[User]) -> None:
    first = held(Event.Kind.CHAMPIONSHIP)
    enter(first, nine)
    assert "With fewer than three it waits for the next date." in page(first, nine[0])
    go(MAY)
    second = held(Event.Kind.CHAMPIONSHIP)
    seen = page(first, nine[0])
    assert "League 1" in seen
    assert reverse("tournaments:event", args=[second.pk]) in seen
    best_first(first, nine, MAY + DAY)
    go(MAY + DAY)
    assert "Player_1" in page(second)
    client = Client()
    assert client.get(reverse("tournaments:league", args=[first.pk, 1])).status_code == 200
    assert client.get(reverse("tournaments:league", args=[first.pk, 2])).status_code == 404
    champions = client.get(reverse("tournaments:champions", args=[first.game]))
    assert "Player_1" in champions.content.decode()
    assert client.get(reverse("tournaments:champions", args=["nothing"])).status_code == 404
    (row,) = client_of(None).get(f"/api/v1/events/champions/{first.game}/").json()
    assert (row["edition"], [one["name"] for one in row["champions"]]) == (1, ["Player_1"])


def test_the_pages_cost_no_more_with_more_players(nine: list[User]) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    ladder = held(Event.Kind.LADDER)
    enter(ladder, nine[:3])
    with CaptureQueriesContext(connection) as few:
        page(ladder, nine[0])
    enter(ladder, nine[3:])
    for user in nine[1:]:
        ask(ladder.pk, user, clock=lambda: START)
    with CaptureQueriesContext(connection) as many:
        page(ladder, nine[0])
    assert len(many) <= len(few) + 1  # boards of the matches that run are asked for, too
