"""Ratings in the API: every answer of its promised shape, and what the numbers say."""

from typing import Any

import pytest

from accounts.models import User
from tests.matches.conftest import client_of
from tests.matches.test_schema import complaints
from tests.matches.test_schema import schema as schema
from tests.ratings.conftest import GAME, ended, fold_at, running
from tests.ratings.test_fold import thirty

pytestmark = pytest.mark.django_db
API = "/api/v1"


def get(path: str, status: int = 200) -> Any:
    response = client_of(None).get(f"{API}/{path}")
    assert response.status_code == status, response.content
    return response.json()


def test_every_answer_has_its_promised_shape(schema: dict[str, Any], people: list[User]) -> None:
    match = thirty(people)[0]
    unrated = ended(people[0], people[1], 3, rated=False)
    open_one = running(people[0], people[1], 50)
    fold_at(31)
    paths = [
        f"ratings/{GAME}/",
        f"ratings/{GAME}/?active=true&page_size=2",
        "players/player0/ratings/",
        f"players/player0/ratings/{GAME}/",
        f"players/player0/record/{GAME}/",
        *(f"matches/{one.pk}/rating/" for one in (match, unrated, open_one)),
        "ratings/chess/",
        "players/nobody/ratings/",
        "matches/99999999/rating/",
        f"ratings/{GAME}/?active=perhaps",
    ]
    found: list[str] = []
    for path in paths:
        response = client_of(None).get(f"{API}/{path}")
        found += complaints(schema, "get", f"{API}/{path}", response)
    assert found == []


def test_pages_of_the_list_have_everybody_once_in_order(people: list[User]) -> None:
    thirty(people)
    fold_at(31)
    seen, answer = [], get(f"ratings/{GAME}/?page_size=2")
    while True:
        seen += answer["results"]
        if answer["next"] is None:
            break
        answer = get(answer["next"].split("/api/v1/")[1])
    ratings = [row["rating"] for row in seen]
    assert ratings == sorted(ratings, reverse=True)
    assert {row["player"] for row in seen} == {user.username for user in people}


def test_a_match_tells_its_changes_or_why_there_are_none(people: list[User]) -> None:
    won = ended(people[0], people[1], 1, "red")
    no_show = ended(people[0], people[1], 2, "red", "timeout", moved=())
    fold_at(3)
    answer = get(f"matches/{won.pk}/rating/")
    assert (answer["state"], answer["reason"]) == ("rated", None)
    assert [
        (row["player"], row["result"], row["before"], row["after"], row["rank"]["words"])
        for row in answer["changes"]
    ] == [("player0", 0, 1500, 1470, "20 kyu"), ("player1", 1, 1500, 1530, "19 kyu")]
    answer = get(f"matches/{no_show.pk}/rating/")
    assert (answer["state"], answer["reason"], answer["changes"]) == ("unrated", "no_move", [])
    assert answer["detail"] == "Not rated: the loser never made a move."
    assert get(f"matches/{running(people[0], people[1], 9).pk}/rating/")["state"] == "running"
    later = ended(people[0], people[1], 10)
    fold_at(11)
    assert get(f"matches/{later.pk}/rating/")["state"] == "follows"


def test_a_record_adds_up(people: list[User]) -> None:
    thirty(people)
    answer = get(f"players/PLAYER0/record/{GAME}/")
    played = {
        sum(row["played"] for row in answer[f"by_{kind}"])
        for kind in ("side", "ending", "opponent")
    }
    assert len(played) == 1
    assert answer["opponents"] == len(answer["by_opponent"]) == 4
    for row in answer["by_opponent"]:
        assert row["played"] == row["won"] + row["lost"] + row["undecided"]


def test_who_has_the_answer_gets_304(people: list[User]) -> None:
    response = client_of(None).get(f"{API}/ratings/{GAME}/")
    again = client_of(None).get(f"{API}/ratings/{GAME}/", HTTP_IF_NONE_MATCH=response["ETag"])
    assert again.status_code == 304
