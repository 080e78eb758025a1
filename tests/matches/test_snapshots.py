"""What is shown of a match is of one instant, whoever moves while it is being read."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from golem.matches.models import Match
from golem.matches.services import submit_move
from tests.matches.conftest import begin, client_of, person

pytestmark = pytest.mark.django_db(transaction=True)


class MoveMeanwhile:
    """Plays a move over another connection, once the match's own row has been read."""

    def __init__(self, play: Callable[[], object]) -> None:
        self.play, self.played = play, False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if not self.played and 'FROM "matches_match"' in sql and '"position"' in sql:
            self.played = True
            other = Thread(target=self._play_and_close)
            other.start()
            other.join()
        return result

    def _play_and_close(self) -> None:
        try:
            self.play()
        finally:
            connection.close()


@pytest.fixture
def yellow_to_move() -> tuple[Match, User, User]:
    anna, boris = person("Anna"), person("Boris")
    return begin("streetsoccer", anna, boris), anna, boris


def test_the_api_shows_ply_seats_and_moves_of_one_instant(
    yellow_to_move: tuple[Match, User, User],
) -> None:
    match, anna, boris = yellow_to_move
    meanwhile = MoveMeanwhile(lambda: submit_move(match.pk, anna, 1, "Pahbied"))
    with connection.execute_wrapper(meanwhile):
        found = client_of(boris).get(f"/api/v1/matches/{match.pk}/").json()
    assert meanwhile.played
    assert (found["ply"], found["to_move"], found["legal"]) == (1, ["yellow"], [])
    after = client_of(boris).get(f"/api/v1/matches/{match.pk}/").json()
    assert (after["ply"], after["to_move"], after["legal"]) == (2, ["red"], None)


def test_lists_and_logs_too(yellow_to_move: tuple[Match, User, User]) -> None:
    match, anna, boris = yellow_to_move
    meanwhile = MoveMeanwhile(lambda: submit_move(match.pk, anna, 1, "Pahbied"))
    with connection.execute_wrapper(meanwhile):
        [found] = client_of(boris).get("/api/v1/matches/").json()["results"]
    assert meanwhile.played
    assert (found["ply"], found["to_move"]) == (1, ["yellow"])
    meanwhile = MoveMeanwhile(lambda: submit_move(match.pk, boris, 2, "Pacbdej"))
    with connection.execute_wrapper(meanwhile):
        log = client_of(boris).get(f"/api/v1/matches/{match.pk}/moves/").json()
    assert meanwhile.played
    assert (len(log["results"]), len(log["draws"])) == (1, 1)


def test_the_page_shows_the_form_of_the_ply_that_it_names(
    yellow_to_move: tuple[Match, User, User],
) -> None:
    match, anna, boris = yellow_to_move
    reader = Client(headers={"host": "127.0.0.1"})
    reader.force_login(boris)
    meanwhile = MoveMeanwhile(lambda: submit_move(match.pk, anna, 1, "Pahbied"))
    with connection.execute_wrapper(meanwhile):
        page = reader.get(f"/matches/{match.pk}/").content.decode()
    assert meanwhile.played
    assert 'name="ply"' not in page
    assert "Anna to move" in page
    assert 'name="ply" value="2"' in reader.get(f"/matches/{match.pk}/").content.decode()
