"""Pages and API of the events that the server holds."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
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
    assert "against one of the places 2 to 4" in seen
    assert "Ask for a match" in seen
    asked = page(ladder, nine[8])
    assert "Ask for a match" not in asked
    match = Match.objects.get()
    assert f'<a href="{reverse("matches:match", args=[match.pk])}">' in asked
    assert "Nobody stands above you" in page(ladder, nine[0])
    assert "against place 1," in page(ladder, nine[1])
    visitor = page(ladder)
    assert "Ask for a match" not in visitor
    assert "Log in to enter" in visitor


def test_a_ladder_opens_at_the_readers_place(
    nine: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.series.A_PAGE", 4)
    ladder = held(Event.Kind.LADDER)
    enter(ladder, nine)
    shown = {number: rungs_seen(page(ladder, nine[number - 1])) for number in (1, 4, 5, 9)}
    assert shown == {1: [1, 2, 3, 4], 4: [1, 2, 3, 4], 5: [5, 6, 7, 8], 9: [9]}
    assert rungs_seen(page(ladder)) == [1, 2, 3, 4]
    client = Client()
    client.force_login(nine[8])
    where = reverse("tournaments:event", args=[ladder.pk])
    first = client.get(where, {"page": 1}).content.decode()
    assert rungs_seen(first) == [1, 2, 3, 4]
    assert '<a class="button small" href="?page=3">My place</a>' in first
    for nonsense in ("0", "x", "99"):
        assert client.get(where, {"page": nonsense}).status_code == 200


def rungs_seen(seen: str) -> list[int]:
    """Return the rungs on a page of the ladder."""
    return [int(rung) for rung in re.findall(r"<tr[^>]*><td>(\d+)</td>", seen)]


def test_who_left_but_plays_on_is_no_row(nine: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.views.series.A_PAGE", 4)
    ladder = held(Event.Kind.LADDER)
    enter(ladder, nine)
    ladder.entries.get(user=nine[1]).places.update(withdrawn_at=START)
    assert rungs_seen(page(ladder, nine[4])) == [1, 3, 4, 5]


def test_pages_lead_to_what_is_always_open(nine: list[User]) -> None:
    ladder, cup, bots = (
        held(Event.Kind.LADDER),
        held(Event.Kind.MINI_CUP),
        held(Event.Kind.MINI_CUP, bots=True),
    )
    enter(held(Event.Kind.CHAMPIONSHIP), nine[:3])
    go(MAY)
    of_game = Event.objects.filter(game=ladder.game)
    first, second = of_game.filter(kind="championship").order_by("edition")
    wanted = {ladder.pk, cup.pk, second.pk}
    for path, more in (
        ("/", {first.pk, bots.pk}),
        ("/events/", {first.pk, bots.pk}),
        ("/games/", set()),
        ("/events/champions/streetsoccer/", {first.pk}),
    ):
        seen = Client().get(path).content.decode()
        linked = {int(pk) for pk in re.findall(r'href="/events/(\d+)/"', seen)}
        linked &= set(of_game.values_list("pk", flat=True))
        assert linked == ({second.pk} if "champions" in path else wanted) | more, path
    assert "Always open" not in Client().get("/events/?kind=ladder").content.decode()


def test_a_mini_cup_for_bots_is_not_offered_to_people(nine: list[User]) -> None:
    seen = page(held(Event.Kind.MINI_CUP, bots=True), nine[0])
    assert "This mini cup is for bots." in seen
    assert "Wait for a group" not in seen


def test_an_endless_event_says_nothing_of_tables_that_it_has_not(nine: list[User]) -> None:
    seen = page(held(Event.Kind.LADDER), nine[0])
    assert "It never ends" in seen
    assert "Sonneborn" not in seen
    assert "Make one like it" not in seen


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
    page = client.get(path).json()
    assert (page["next"], page["previous"]) == (None, None)
    rows = page["results"]
    assert [row["place"] for row in rows if row["within_reach"]] == [6, 7, 8]
    assert rows[5]["asked_by"] == 1
    assert rows[8]["asked"] == 1
    assert client_of(None).get("/api/v1/events/999999/ladder/").status_code == 404
    assert client_of(None).post(f"{path}ask/").status_code == 401


def test_the_ladder_in_the_api_page_by_page(nine: list[User]) -> None:
    ladder = held(Event.Kind.LADDER)
    enter(ladder, nine)
    client, path = client_of(nine[6]), f"/api/v1/events/{ladder.pk}/ladder/"
    found, address = [], f"{path}?page_size=4"
    while address:
        page = client.get(address).json()
        found.append([row["place"] for row in page["results"]])
        reached = {row["place"] for row in page["results"] if row["within_reach"]}
        assert reached == {4, 5, 6} & set(found[-1])
        address = page["next"]
    assert found == [[1, 2, 3, 4], [5, 6, 7, 8], [9]]
    back = client.get(page["previous"]).json()["results"]
    assert [row["place"] for row in back] == [5, 6, 7, 8]
    refused = client.get(f"{path}?cursor=nonsense")
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_cursor")


def test_the_ladder_in_the_api_asks_as_much_for_few_as_for_many(nine: list[User]) -> None:
    ladder = held(Event.Kind.LADDER)
    enter(ladder, nine)
    client, path = client_of(nine[8]), f"/api/v1/events/{ladder.pk}/ladder/"
    client.get(path)
    asked = []
    for size in (1, 9):
        with CaptureQueriesContext(connection) as queries:
            assert len(client.get(f"{path}?page_size={size}").json()["results"]) == size
        asked.append(len(queries))
    assert asked[0] == asked[1]


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
    assert "You play in league 1, group 1." in seen
    assert "its table stands above" in seen
    own = 'scope="row"><a class="name" href="/players/Player_1/"'
    assert seen.count(own) == 1
    onlooker = page(first)
    assert "its table stands above" not in onlooker
    assert onlooker.count(own) == 1
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


def queries(event: Event, user: User) -> int:
    """Return how many queries the event's page costs."""
    with CaptureQueriesContext(connection) as asked:
        page(event, user)
    return len(asked)


def test_the_pages_cost_no_more_with_more_players(nine: list[User]) -> None:
    ladder, cup = held(Event.Kind.LADDER), held(Event.Kind.MINI_CUP)
    enter(ladder, nine[:3])
    ask(ladder.pk, nine[2], clock=lambda: START)
    enter(cup, nine[:4])
    go(START)
    page(ladder, nine[0])  # what is read once for all is known then
    few = queries(ladder, nine[0]), queries(cup, nine[0])
    enter(ladder, nine[3:])
    for user in nine[3:]:
        ask(ladder.pk, user, clock=lambda: START)
    enter(cup, nine[4:])
    go(START)
    assert (queries(ladder, nine[0]), queries(cup, nine[0])) == few


def test_an_edition_costs_no_more_with_more_players(nine: list[User]) -> None:
    november, next_may = datetime(2027, 11, 1, tzinfo=UTC), datetime(2028, 5, 1, tzinfo=UTC)
    first = held(Event.Kind.CHAMPIONSHIP)
    enter(first, nine[:3])
    go(MAY)
    best_first(first, nine, MAY + DAY)
    go(MAY + DAY)
    go(november)
    second, third = Event.objects.filter(kind="championship", edition__gt=1).order_by("edition")
    page(second, nine[0])  # what is read once for all is known then
    few = queries(second, nine[0])
    enter(third, nine[3:], november)
    best_first(second, nine, november + DAY)
    go(november + DAY)
    go(next_may)
    third.refresh_from_db()
    assert (third.status, third.entries.count()) == ("running", len(nine))
    assert queries(third, nine[0]) == few
