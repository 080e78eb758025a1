"""Every page of the site, as each kind of reader: it answers, and it says what it should."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.selectors import house
from golem import registry
from golem.matches import boundaries, challenges
from golem.matches.challenges import Terms
from golem.matches.models import Boundary, Challenge, Match, Move
from golem.matches.services import resign, submit_move
from golem.play.controls import DEFAULT
from tests.matches.conftest import NOON, begin

SETUP = "Pahbied"


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def text(response: Any) -> str:
    return str(response.content.decode())


@pytest.fixture
def offer(anna: User) -> Challenge:
    return challenges.create(anna, None, Terms("streetsoccer"))


def addresses(match: Match, offer: Challenge) -> Iterator[str]:
    yield from ("/", "/games/", "/dice/", "/watch/", "/challenges/", "/players/Anna/")
    yield from (f"/games/{key}/" for key in registry.game_keys())
    yield from (f"/matches/{match.pk}/", f"/matches/{match.pk}/?ply=1&turn=1")
    yield f"/challenges/{offer.pk}/"


def test_every_public_page_answers_every_reader(
    soccer: Match, offer: Challenge, anna: User, boris: User, clara: User
) -> None:
    submit_move(soccer.pk, anna, 1, SETUP)
    for state in ("running", "finished"):
        for user in (None, anna, boris, clara):
            client = signed_in(user)
            for address in addresses(soccer, offer):
                assert client.get(address).status_code == 200, (state, user, address)
        if state == "running":
            resign(soccer.pk, boris)


def test_my_own_pages_ask_who_i_am(soccer: Match, anna: User) -> None:
    for address in ("/matches/", f"/matches/{soccer.pk}/resign/"):
        assert signed_in(None).get(address).status_code == 302
        assert signed_in(anna).get(address).status_code == 200


@pytest.mark.parametrize(
    "address",
    ["/matches/999999/", "/games/chess/", "/players/Nobody/", "/challenges/999999/", "/nowhere/"],
)
def test_what_is_not_there(db: None, address: str) -> None:
    response = signed_in(None).get(address)
    assert response.status_code == 404
    assert "<h1" in text(response)


def test_a_move_by_form_leads_to_the_next_match(anna: User, boris: User) -> None:
    first, second = (begin("streetsoccer", anna, boris) for _ in range(2))
    client = signed_in(anna)
    for here, following in ((first, second), (second, second)):
        body = {"notation": SETUP, "ply": 1, "note": "hello"}
        answer = client.post(f"/matches/{here.pk}/", body)
        assert (answer.status_code, answer["Location"]) == (302, f"/matches/{following.pk}/")
    assert Move.objects.count() == 2


def test_a_refused_move_keeps_what_was_typed(soccer: Match, anna: User) -> None:
    client = signed_in(anna)
    body = {"notation": "Paebicg", "ply": 1, "note": "my note"}
    answer = client.post(f"/matches/{soccer.pk}/", body)
    assert answer.status_code == 422
    for part in ("Paebicg", "my note", "centre circle"):
        assert part in text(answer)


def test_a_form_from_an_old_page_plays_nothing(soccer: Match, anna: User, boris: User) -> None:
    submit_move(soccer.pk, anna, 1, SETUP)
    answer = signed_in(anna).post(f"/matches/{soccer.pk}/", {"notation": SETUP, "ply": 1})
    assert answer.status_code == 409
    assert "moved on" in text(answer)
    assert Move.objects.count() == 1


@pytest.mark.parametrize("missing", ["ply", "notation"])
def test_a_form_without_a_part_is_refused(soccer: Match, anna: User, missing: str) -> None:
    body = {"notation": SETUP, "ply": "1"}
    del body[missing]
    assert signed_in(anna).post(f"/matches/{soccer.pk}/", body).status_code == 400


def test_a_preview_shows_and_changes_nothing(soccer: Match, anna: User) -> None:
    client, body = signed_in(anna), {"notation": SETUP, "ply": 1}
    for query in ("", "?fragment=1"):
        answer = client.post(f"/matches/{soccer.pk}/preview/{query}", body)
        assert answer.status_code == 200
        assert "<svg" in text(answer)
    refused = client.post(
        f"/matches/{soccer.pk}/preview/?fragment=1", body | {"notation": "Paebicg"}
    )
    assert (refused.status_code, refused.json()["code"]) == (422, "centre_circle")
    assert not Move.objects.exists()


def test_acts_of_pages_are_for_those_who_may(
    soccer: Match, offer: Challenge, anna: User, clara: User
) -> None:
    acts = [
        f"/matches/{soccer.pk}/",
        f"/matches/{soccer.pk}/preview/",
        f"/matches/{soccer.pk}/resign/",
        f"/matches/{soccer.pk}/rematch/",
        f"/challenges/{offer.pk}/cancel/",
        f"/challenges/{offer.pk}/decline/",
    ]
    before = list(Match.objects.values()) + list(Challenge.objects.values())
    for address in acts:
        body = {"notation": SETUP, "ply": 1}
        assert signed_in(None).post(address, body).status_code == 302
        assert signed_in(clara).post(address, body).status_code in (302, 403)
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(anna)
        assert strict.post(address, body).status_code == 403
    assert list(Match.objects.values()) + list(Challenge.objects.values()) == before


def test_a_challenge_from_the_form_to_the_match(anna: User, boris: User) -> None:
    side = {"game": "streetsoccer", "streetsoccer:seat": "red"}
    body = {**side, "control": "days-3", "opponent": " bORIS "}
    made = signed_in(anna).post("/challenges/new/", body)
    offer = Challenge.objects.get()
    assert made["Location"] == f"/challenges/{offer.pk}/"
    assert (offer.opponent, offer.seat, offer.control, offer.rated) == (
        *(boris, "red", "days-3"),
        False,
    )
    page = signed_in(boris).get("/matches/")
    assert f"/challenges/{offer.pk}/accept/" in text(page)
    taken = signed_in(boris).post(f"/challenges/{offer.pk}/accept/")
    assert taken["Location"] == f"/matches/{Match.objects.get().pk}/"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"game": "chess", "control": "brisk"}, "valid choice"),
        ({"game": "streetsoccer", "control": "brisk", "opponent": "Nobody"}, "no player"),
        ({"game": "streetsoccer", "control": "brisk", "opponent": "Anna"}, "yourself"),
    ],
)
def test_a_wrong_challenge_form_says_why(anna: User, body: dict[str, str], says: str) -> None:
    answer = signed_in(anna).post("/challenges/new/", body)
    assert 400 <= answer.status_code < 500
    assert says in text(answer)


def test_playing_the_house_starts_at_once(anna: User) -> None:
    answer = signed_in(anna).post("/challenges/house/", {"game": "streetsoccer"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert {seat.user for seat in match.seats.all()} == {anna, house()}
    assert not match.rated


def test_playing_the_house_with_side_and_options(anna: User) -> None:
    client = signed_in(anna)
    shown = client.get("/challenges/house/?game=golden_goal").context["form"]
    assert shown["game"].value() == "golden_goal"
    chosen = {
        "game": "golden_goal",
        "golden_goal:seat": "red",
        "golden_goal:variant": "first_to_3",
        "golden_goal:setup": "blocks",
        "goal:distance": "2",
    }
    answer = client.post("/challenges/house/", chosen)
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert match.options == {"variant": "first_to_3", "setup": "blocks"}
    assert {seat.name: seat.user for seat in match.seats.all()} == {"yellow": house(), "red": anna}
    assert (match.control, match.rated) == (DEFAULT, False)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "required"),
        ({"game": "chess"}, "valid choice"),
        ({"game": "goal", "goal:distance": "7"}, "valid choice"),
        ({"game": "goal", "goal:seat": "yellow"}, "valid choice"),
    ],
)
def test_a_wrong_form_to_the_house_says_why(anna: User, body: dict[str, str], says: str) -> None:
    answer = signed_in(anna).post("/challenges/house/", body)
    assert answer.status_code == 400
    assert says in text(answer)
    assert not Match.objects.exists()


def test_the_house_says_what_it_does_not_play(duel: str, anna: User) -> None:
    answer = signed_in(anna).post("/challenges/house/", {"game": duel})
    assert answer.status_code == 400
    assert "The house does not play this game." in text(answer)


def test_mute_and_block_from_the_players_page(anna: User, boris: User) -> None:
    client = signed_in(anna)
    for act, kinds in (
        ("mute", {"mute"}),
        ("block", {"mute", "block"}),
        ("unmute", {"block"}),
        ("unblock", set()),
    ):
        client.post("/players/Boris/boundary/", {"act": act})
        assert boundaries.between(anna, boris) == kinds
    assert client.post("/players/Boris/boundary/", {"act": "dance"}).status_code == 404


def test_a_muted_players_text_is_not_shown(soccer: Match, anna: User, boris: User) -> None:
    submit_move(soccer.pk, anna, 1, SETUP, "so noisy")
    page = f"/matches/{soccer.pk}/"
    assert "so noisy" in text(signed_in(boris).get(page))
    boundaries.put_up(boris, anna, Boundary.Kind.MUTE, NOON)
    assert "so noisy" not in text(signed_in(boris).get(page))


SCRIPT = '</script><img src=x onerror=alert(1)>"-alert(1)-"{{7*7}}'


def test_no_text_of_a_player_becomes_markup(soccer: Match, anna: User, boris: User) -> None:
    submit_move(soccer.pk, anna, 1, SETUP, SCRIPT)
    answer = signed_in(boris).get(f"/matches/{soccer.pk}/")
    assert SCRIPT not in text(answer)
    assert "&lt;img src=x onerror=alert(1)&gt;" in text(answer)
    typed = {"notation": SCRIPT, "ply": 1, "note": SCRIPT}
    refused = signed_in(anna).post(f"/matches/{soccer.pk}/", typed)
    assert SCRIPT not in text(refused)


def test_pages_are_for_their_reader_only(soccer: Match, anna: User) -> None:
    for address in ("/", "/matches/", f"/matches/{soccer.pk}/", "/players/Anna/"):
        answer = signed_in(anna).get(address)
        assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", ")), address
        assert "Cookie" in answer["Vary"]
        public = signed_in(None).get(address)
        assert "private" in public["Cache-Control"]


@pytest.mark.parametrize("address", ["/", "/matches/", "/watch/", "/challenges/", "/players/Anna/"])
def test_pages_take_the_same_number_of_queries(
    anna: User, boris: User, clara: User, address: str, django_assert_max_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def fill(count: int) -> None:
        for _ in range(count):
            begin("streetsoccer", anna, boris)
            resign(begin("streetsoccer", boris, anna).pk, boris)
            challenges.create(clara, anna, Terms("streetsoccer"))
            challenges.create(clara, None, Terms("streetsoccer"))

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert signed_in(anna).get(address).status_code == 200
        return len(captured)

    signed_in(anna).get("/")  # notes the visit, which is one write a minute
    anna.refresh_from_db()
    fill(2)
    few = queries()
    fill(6)
    assert queries() == few


def test_of_matches_that_changed_at_once_the_newest_is_shown_first(anna: User, boris: User) -> None:
    made = [begin("streetsoccer", anna, boris).pk for _ in range(4)]
    # The rows are written anew in another order, as any change of them may.
    for pk in (made[2], made[0], made[3], made[1]):
        Match.objects.filter(pk=pk).update(changed_at=NOON)
    for address in ("/", "/watch/"):
        shown = text(signed_in(None).get(address))
        places = [shown.index(f'href="/matches/{pk}/"') for pk in reversed(made)]
        assert places == sorted(places), address
