"""A match whose stored log is broken: it is reported, and it takes nothing else along."""

import logging
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from golem.matches import house
from golem.matches.models import Draw, Match, Move, Seat
from golem.matches.services import resign, submit_move
from tests.matches.conftest import NOON, begin, client_of
from tests.matches.test_projections import complaints

SETUP = "Pahbied"


def forbid_a_move(match: Match) -> None:
    Move.objects.filter(match=match).update(notation="Pcgcgcg")


def lose_the_game(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(revision=99)


def spoil_a_draw(match: Match) -> None:
    Draw.objects.filter(match=match).update(values="?")


def add_a_draw(match: Match) -> None:
    Draw.objects.create(match=match, number=9, ply=2, label="x", values=[1], at=NOON)


def lose_a_move(match: Match) -> None:
    Move.objects.filter(match=match).update(ply=2)


@pytest.fixture(params=[forbid_a_move, lose_the_game, spoil_a_draw, add_a_draw, lose_a_move])
def broken(request: pytest.FixtureRequest, soccer: Match, anna: User, boris: User) -> Match:
    """A match after ply 1 with something wrong in its rows; another one is all right."""
    submit_move(soccer.pk, anna, 1, SETUP)
    begin("streetsoccer", boris, anna)
    damage: Callable[[Match], None] = request.param
    damage(soccer)
    return soccer


def test_lists_and_pages_with_it_answer_and_show_the_others(broken: Match, anna: User) -> None:
    other = Match.objects.exclude(pk=broken.pk).get()
    client = Client()
    client.force_login(anna)
    for address in ("/", "/watch/", "/matches/", "/players/Anna/", "/players/Anna/dice/"):
        page = client.get(address)
        assert page.status_code == 200, address
    assert f"/matches/{other.pk}/" in client.get("/watch/").content.decode()
    listed = client_of(anna).get("/api/v1/matches/").json()["results"]
    assert [row["id"] for row in listed] == [other.pk, broken.pk]


def test_itself_answers_with_a_problem_that_says_so(
    broken: Match, boris: User, caplog: pytest.LogCaptureFixture
) -> None:
    api = client_of(boris)
    move = {"notation": SETUP, "ply": 2}
    for answer in (
        api.get(f"/api/v1/matches/{broken.pk}/"),
        api.post(f"/api/v1/matches/{broken.pk}/moves/", move, format="json"),
        api.post(f"/api/v1/matches/{broken.pk}/moves/", move | {"dry_run": True}, format="json"),
    ):
        assert answer.status_code == 500
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "broken_log"
        assert answer.json()["match"] == broken.pk
    with caplog.at_level(logging.ERROR, "golem"):
        api.get(f"/api/v1/matches/{broken.pk}/")
    assert f"match {broken.pk} " in caplog.text
    assert api.get(f"/api/v1/matches/{broken.pk}/moves/").status_code == 200
    assert api.get(f"/api/v1/matches/{broken.pk}/export/json/").status_code == 200


def test_its_page_says_so(broken: Match, boris: User) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(boris)
    for page in (
        client.get(f"/matches/{broken.pk}/"),
        client.post(f"/matches/{broken.pk}/", {"notation": SETUP, "ply": 2}),
        client.post(f"/matches/{broken.pk}/preview/", {"notation": SETUP, "ply": 2}),
    ):
        assert page.status_code == 500
        assert f"The record of match {broken.pk} cannot be replayed" in page.content.decode()


def test_the_rebuild_reports_it_and_goes_on(broken: Match) -> None:
    out, summary = complaints()
    assert f"match {broken.pk}: the log does not replay" in out
    assert "2 matches replayed, 1 differ" in summary


def test_a_late_move_is_refused_for_its_own_reason(soccer: Match, anna: User) -> None:
    resign(soccer.pk, anna)
    lose_the_game(soccer)
    answer = client_of(anna).post(
        f"/api/v1/matches/{soccer.pk}/moves/", {"notation": SETUP, "ply": 1}, format="json"
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "match_over")


def test_the_house_lets_it_rest(broken: Match, boris: User) -> None:
    seat = Seat.objects.get(match=broken, user=boris)
    User.objects.filter(is_house=True).delete()
    User.objects.filter(pk=boris.pk).update(username="house", is_bot=True, is_house=True)
    Seat.objects.filter(pk=seat.pk).update(to_move=True)
    with pytest.raises(Exception, match=f"match {broken.pk} "):
        house.move(seat.pk)
    seat.refresh_from_db()
    assert seat.thinking_until is not None
