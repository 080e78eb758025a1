"""The pages of ratings, what the match page says, and the preference; no query for each row."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from golem.matches import challenges
from golem.matches.annulment import annul
from golem.matches.challenges import Terms
from golem.matches.passages import passages_of
from golem.matches.selectors import match_or_404
from golem.ratings import plot
from golem.ratings.models import Change
from tests.matches.conftest import at, client_of, person
from tests.matches.hours import h
from tests.ratings.conftest import GAME, ended, fold_at, running
from tests.ratings.test_fold import thirty

pytestmark = pytest.mark.django_db


def page(address: str, reader: User | None = None) -> str:
    client = Client()
    if reader is not None:
        client.force_login(reader)
    response = client.get(address)
    assert response.status_code == 200, address
    return " ".join(response.content.decode().split())


def test_the_list_has_the_strongest_first(people: list[User]) -> None:
    assert "No rated match yet." in page(f"/ratings/{GAME}/")
    ended(people[1], people[0], 1)
    fold_at(2)
    shown = page(f"/ratings/{GAME}/")
    assert shown.index("player1") < shown.index("1530.0") < shown.index("player0")
    assert "19 kyu" in shown
    assert "player2" not in shown
    assert Client().get("/ratings/").headers["Location"] == f"/ratings/{GAME}/"
    assert Client().get("/ratings/chess/").status_code == 404


def test_who_has_not_played_for_long_is_in_the_whole_list(people: list[User]) -> None:
    ended(people[0], people[1], -24 * 100)
    ended(people[2], people[3], -24 * 10)
    fold_at(0)
    assert "player0" not in page(f"/ratings/{GAME}/")
    assert "player2" in page(f"/ratings/{GAME}/")
    assert "player0" in page(f"/ratings/{GAME}/?all")


def test_a_history_and_a_record(people: list[User]) -> None:
    ended(people[0], people[1], 1)
    ended(people[1], people[0], 2, "red", "timeout")
    ended(people[2], people[0], 3, "")
    ended(people[0], people[2], 4, "red", rated=False)
    fold_at(5)
    shown = page(f"/players/player0/ratings/{GAME}/")
    assert shown.count("<polyline") == 1
    first = Change.objects.filter(player=people[0]).order_by("number").first()
    assert first is not None
    assert f"/matches/{first.match_id}/" in shown
    assert "3, 2 won" in shown
    for cells in (
        "yellow</th><td>2</td><td>1</td><td>1</td><td>0</td>",
        "red</th><td>2</td><td>1</td><td>0</td><td>1</td>",
        "on time</th><td>1</td><td>1</td><td>0</td><td>0</td>",
        "player1</a></th><td>2</td><td>2</td><td>0</td><td>0</td>",
        "player2</a></th><td>2</td><td>0</td><td>1</td><td>1</td>",
    ):
        assert cells in shown, cells
    moved = Client().get(f"/players/PLAYER0/ratings/{GAME}/")
    assert moved.headers["Location"] == f"/players/player0/ratings/{GAME}/"
    assert Client().get(f"/players/nobody/ratings/{GAME}/").status_code == 404
    assert "No rated match yet." in page(f"/players/player5/ratings/{GAME}/")


def test_the_match_page_says_what_it_changed_or_why_not(people: list[User]) -> None:
    """Fault 17: how it is with the rating of each match stands on its page."""
    rated = ended(people[0], people[1], 1)
    agreed = ended(people[0], people[1], 2, rated=False)
    no_show = ended(people[0], people[1], 3, "yellow", "timeout", moved=("yellow",))
    open_one = running(people[2], people[3], 5)
    later = ended(people[0], people[1], 6)
    fold_at(7)
    annulled = ended(people[4], people[5], 1)
    annul(annulled.pk, "wrong", None, at(h(8)))
    said = {
        rated: "1500.0 → 1530.0",
        agreed: "Not rated: the players agreed so.",
        no_show: "Not rated: the loser never made a move.",
        later: "the rating follows",
        annulled: "Not rated: the match was annulled.",
    }
    for match, words in said.items():
        assert words in passage(match.pk), words
    assert 'id="rating"' not in page(f"/matches/{open_one.pk}/")


def passage(match_id: int) -> str:
    """Return the words on the page about the rating; the board needs a log that these matches
    do not have, so the passage is rendered alone."""
    [found] = passages_of(match_or_404(match_id), None)
    return render_to_string(found.template, {"passage": found})


def test_ratings_or_ranks_as_the_reader_likes(people: list[User]) -> None:
    ended(people[0], people[1], 1)
    fold_at(2)
    challenges.create(people[0], None, Terms(GAME))
    reader = person("Reader")
    assert "1530.0" in page("/challenges/", reader)
    client = Client()
    client.force_login(reader)
    assert client.post("/account/settings/strength/", {"strength_shown": "rank"}).status_code == 302
    reader.refresh_from_db()
    shown = page("/challenges/", reader)
    assert "19 kyu" in shown
    assert "1530.0" not in shown
    client.post("/account/settings/strength/", {"strength_shown": "height"})
    reader.refresh_from_db()
    assert reader.strength_shown == "rank"
    api = client_of(reader)
    answer = api.patch("/api/v1/me/", {"strength_shown": "rating"}, format="json")
    assert answer.json()["strength_shown"] == "rating"
    assert "1530.0" in page("/challenges/", User.objects.get(pk=reader.pk))
    refused = api.patch("/api/v1/me/", {"strength_shown": "height"}, format="json")
    assert refused.status_code == 400


def test_the_player_page_names_rating_and_rank(people: list[User]) -> None:
    ended(people[0], people[1], 1)
    ended(people[2], people[3], 1, rated=False)
    fold_at(2)
    assert "1530.0 · 19 kyu</span></th><td>1</td>" in page("/players/player0/")
    assert "StreetSoccer</a></th><td>1</td>" in page("/players/player2/")


@pytest.mark.parametrize("address", [f"/ratings/{GAME}/", f"/players/player0/ratings/{GAME}/"])
def test_no_query_for_each_row(
    people: list[User], address: str, django_assert_max_num_queries: Any
) -> None:
    thirty(people)
    thirty(people)
    fold_at(31)
    with django_assert_max_num_queries(14):
        page(address)


def test_a_plot_has_its_bounds_on_lines() -> None:
    marks = [(h(hour), 15_000_000 + 7_000_000 * hour // 1000) for hour in range(1000)]
    found = plot.plot_of(marks)
    assert found is not None
    assert [tick.rating for tick in found.ticks] == [1400, 1600, 1800, 2000, 2200]
    places = [tuple(map(float, point.split(","))) for point in found.points.split()]
    assert len(places) == plot.MOST
    assert places[0][0] == plot.LEFT
    assert places[-1] == found.last
    assert all(plot.TOP <= y <= plot.HEIGHT - plot.BOTTOM for _, y in places)
    assert plot.plot_of(marks[:1]) is None


def test_matches_of_one_instant_make_a_plot() -> None:
    found = plot.plot_of([(h(1), 15_000_000), (h(1), 10_000_000)])
    assert found is not None
    assert len(found.days) == 1
