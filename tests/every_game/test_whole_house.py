"""Challenges, matches, ratings, mails and events take every registered game as it is."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from golem import registry
from golem.matches import clock_columns, projections
from golem.matches.models import Match
from golem.matches.wording import say
from golem.outbox.sender import send_due
from golem.play.endings import off_board_points
from golem.play.protocol import Stage
from golem.ratings import fold
from golem.ratings.models import Change
from tests.matches.conftest import client_of, person
from tests.tournaments.events.playing import finish_all
from tournaments import entries, series
from tournaments.advance import advance
from tournaments.creation import create
from tournaments.models import Board, Event, Place

pytestmark = pytest.mark.django_db
each_game = pytest.mark.parametrize("game", registry.game_keys())
API = "/api/v1"


@pytest.fixture
def two(db: None) -> tuple[User, User]:
    return person("Sara"), person("Otto")


@each_game
def test_from_the_challenge_to_the_rating_and_the_last_mail(
    game: str, two: tuple[User, User]
) -> None:
    one, other = two
    offer = client_of(one).post(f"{API}/challenges/", {"game": game}, format="json")
    assert offer.status_code == 201
    taken = client_of(other).post(f"{API}/challenges/{offer.json()['id']}/accept/")
    assert taken.status_code == 201
    send_due()
    assert any("challenge" in letter.body for letter in mail.outbox)
    match = _played(taken.json()["id"], two)
    assert match.status == Match.Status.FINISHED
    assert (projections.differences(match), clock_columns.differences(match)) == ({}, {})
    fold.fold(game, timezone.now() + timedelta(minutes=5))
    rated = Change.objects.filter(match=match)
    assert set(rated.values_list("player", flat=True)) == {one.pk, other.pk}
    mail.outbox.clear()
    send_due()
    ended = [letter.body for letter in mail.outbox if "It ended " in letter.body]
    assert ended
    assert say(game, "how", match.how) in ended[0]
    for address in ("", "moves/", "clocks/", "rating/", "export/json/", "export/text/"):
        assert client_of(None).get(f"{API}/matches/{match.pk}/{address}").status_code == 200


def _played(match_id: int, two: tuple[User, User]) -> Match:
    """Let both play at random by the API, until it is over; return the match."""
    rng, clients = Random(7), [client_of(user) for user in two]
    address = f"{API}/matches/{match_id}/"
    for _ in range(1000):
        for client in clients:
            now = client.get(address).json()
            if now["status"] == "finished":
                return Match.objects.get(pk=match_id)
            if now["your_seat"] in now["to_move"] and now["sealed"] is None:
                text = _chosen(client, address, now, rng)
                body = {"notation": text, "ply": now["ply"]}
                answer = client.post(f"{address}moves/", body, format="json")
                assert answer.status_code == 201, answer.content
    raise AssertionError("the match did not end")


def _chosen(client: APIClient, address: str, now: dict[str, Any], rng: Random) -> str:
    """Return a listed move, or one put together by clicks."""
    if now["legal"]:
        return str(rng.choice(now["legal"]))
    draft, squares = "", now["squares"]
    while True:
        body = {"draft": draft, "square": rng.choice(squares), "ply": now["ply"]}
        found = client.post(f"{address}click/", body, format="json").json()
        draft, squares = found["notation"], found["squares"]
        if found["complete"]:
            return str(draft)


@each_game
def test_a_tournament_by_round_robin(game: str) -> None:
    now = timezone.now()
    players = [person(f"Player_{number}") for number in range(1, 5)]
    event = create(person("Olga"), _document(game), "", clock=lambda: now)
    for player in players:
        entries.enter(event.pk, player, clock=lambda: now)
    event = advance(event.pk, lambda: now)
    boards = Board.objects.filter(pairing__group__event=event)
    assert boards.count() == 6
    match = boards[0].match
    assert match is not None
    assert match.options == event.rules["options"]
    event = finish_all(event, now + timedelta(hours=1))
    assert event.status == Event.Status.FINISHED
    win = registry.load(game).info.win_points[0]
    table = Place.objects.filter(group__event=event).order_by("rank")
    assert [place.points for place in table] == [3 * win, 2 * win, win, 0]


def _document(game: str) -> dict[str, Any]:
    return {
        "version": 1,
        "kind": "tournament",
        "name": "Cup of all games",
        "game": game,
        "entry": {"most": 4},
        "stages": [{"kind": "round_robin", "legs": 1}],
    }


@each_game
def test_the_servers_own_events_take_entries(game: str, two: tuple[User, User]) -> None:
    """Those of a game on trial are not held yet; everything else is as with other games."""
    now = timezone.now()
    series.ensure(now)
    own = Event.objects.filter(game=game, bots=False)
    if registry.load(game).info.stage != Stage.STABLE:
        assert not own.exists()
        return
    kinds = (Event.Kind.CHAMPIONSHIP, Event.Kind.LADDER, Event.Kind.MINI_CUP)
    for kind in kinds:
        event = own.get(kind=kind)
        for user in two:
            entries.enter(event.pk, user, clock=lambda: now)
        assert event.entries.count() == 2
        for path in (f"/events/{event.pk}/", "/games/", f"/games/{game}/", f"/ratings/{game}/"):
            page = client_of(None).get(path)
            assert page.status_code == 200
            assert registry.load(game).info.title in page.content.decode()


@each_game
def test_what_an_event_of_it_is_scored_by(game: str) -> None:
    found = create(person("Olga"), _document(game), "").rules["scoring"]
    info = registry.load(game).info
    won = off_board_points(info, info.seats[0])
    assert found == {5: "graded", 2: "plain"}[won[info.seats[0]]]


@each_game
def test_pages_of_a_match_in_every_state(game: str, two: tuple[User, User]) -> None:
    one, other = two
    offer = client_of(one).post(f"{API}/challenges/", {"game": game}, format="json").json()
    pk = client_of(other).post(f"{API}/challenges/{offer['id']}/accept/").json()["id"]
    for _ in _plies(pk, two, 3):
        for user in (one, other, None):
            client = _browser(user)
            for query in ("", "?ply=0", "?turn=1", "?fragment=1"):
                assert client.get(f"/matches/{pk}/{query}").status_code == 200
    client_of(one).post(f"{API}/matches/{pk}/resign/")
    assert _browser(None).get(f"/matches/{pk}/").status_code == 200
    for path in ("/", "/watch/", f"/players/{one.username}/"):
        assert _browser(other).get(path).status_code == 200


def _plies(match_id: int, two: tuple[User, User], number: int) -> Iterator[int]:
    rng, address = Random(3), f"{API}/matches/{match_id}/"
    for ply in range(number):
        yield ply
        for user in two:
            client = client_of(user)
            now = client.get(address).json()
            if now["your_seat"] in now["to_move"] and now["sealed"] is None:
                text = _chosen(client, address, now, rng)
                client.post(
                    f"{address}moves/", {"notation": text, "ply": now["ply"]}, format="json"
                )


def _browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
