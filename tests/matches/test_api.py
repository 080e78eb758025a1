"""The REST API: what it answers, to whom, and how it refuses."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from golem import registry
from golem.matches import challenges
from golem.matches.challenges import Terms
from golem.matches.models import Challenge, Match, Move
from golem.matches.services import resign, submit_move
from tests.matches.conftest import begin, client_of

SETUP = "Pahbied"
API = "/api/v1/"


def get(user: User | None, path: str, **headers: Any) -> Any:
    return client_of(user).get(API + path, **headers)


def post(user: User | None, path: str, body: Any = None) -> Any:
    return client_of(user).post(API + path, body or {}, format="json")


def raw(user: User, path: str, body: bytes, content_type: str = "application/json") -> Any:
    return client_of(user).generic("POST", API + path, body, content_type=content_type)  # type: ignore[arg-type]


def code(answer: Any) -> tuple[int, str]:
    assert answer["Content-Type"] == "application/problem+json"
    body = json.loads(answer.content)
    assert body["status"] == answer.status_code
    assert body["title"]
    assert body["detail"]
    return answer.status_code, body["code"]


# --- reading ---------------------------------------------------------------------------------


def test_a_match_looks_the_same_for_all_games(soccer: Match, anna: User, boris: User) -> None:
    body = get(anna, f"matches/{soccer.pk}/").json()
    assert body["ply"] == 1
    assert body["to_move"] == ["yellow"]
    assert body["legal"] is None
    assert "aj" in body["squares"]
    assert body["seats"] == {
        "yellow": {"name": "Anna", "is_bot": False},
        "red": {"name": "Boris", "is_bot": False},
    }
    assert (body["score"], body["outcome"]) == ({"yellow": 0, "red": 0}, None)
    assert body["position"]["phase"] == "setup"
    assert len(body["commitment"]) == 64
    assert body["time_control"]["bank"] == 240 * 3600
    others = get(boris, f"matches/{soccer.pk}/").json()
    assert (others["legal"], others["squares"], others["your_seat"]) == ([], None, "red")


def test_legal_lists_what_can_be_played(soccer: Match, anna: User, boris: User) -> None:
    submit_move(soccer.pk, anna, 1, SETUP)
    submit_move(soccer.pk, boris, 2, "Pacbdej")
    legal = get(anna, f"matches/{soccer.pk}/").json()["legal"]
    assert legal == sorted(legal)
    for text in legal:
        body = {"notation": text, "ply": 3, "dry_run": True}
        answer = post(anna, f"matches/{soccer.pk}/moves/", body)
        assert (answer.status_code, answer.json()["notation"]) == (200, text)


def test_the_list_is_filtered_and_paged(anna: User, boris: User, clara: User) -> None:
    mine = [begin("streetsoccer", anna, boris).pk for _ in range(3)]
    begin("streetsoccer", boris, clara)
    resign(mine[0], anna)

    def ids(query: str) -> list[int]:
        return [row["id"] for row in get(anna, f"matches/?{query}").json()["results"]]

    assert ids("mine=true") == mine[::-1]
    assert ids("to_move=true") == [mine[2], mine[1]]
    assert ids("mine=true&status=finished") == [mine[0]]
    assert ids("game=chess") == []
    assert len(ids("player=clara")) == 1
    first = get(anna, "matches/?page_size=2").json()
    rest = client_of(anna).get(first["next"]).json()
    assert len(first["results"]) == len(rest["results"]) == 2
    assert rest["next"] is None


@pytest.mark.parametrize("query", ["status=odd", "mine=maybe", "cursor=zzz"])
def test_a_filter_that_makes_no_sense(anna: User, query: str) -> None:
    assert get(anna, f"matches/?{query}").status_code in (400, 404)


def test_lists_take_the_same_number_of_queries(
    anna: User, boris: User, django_assert_num_queries: Any
) -> None:
    for count in (2, 20):
        while Match.objects.count() < count:
            begin("streetsoccer", anna, boris)
        with django_assert_num_queries(5):
            assert len(get(anna, "matches/?mine=true").json()["results"]) == count


def test_unchanged_is_not_sent_again(soccer: Match, anna: User, boris: User) -> None:
    for path in (f"matches/{soccer.pk}/", "matches/?mine=true", f"matches/{soccer.pk}/moves/"):
        first = get(boris, path)
        again = get(boris, path, HTTP_IF_NONE_MATCH=first["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]
    submit_move(soccer.pk, anna, 1, SETUP)
    assert get(boris, path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_answers_are_for_one_reader_only(soccer: Match, anna: User) -> None:
    answer = get(anna, f"matches/{soccer.pk}/")
    assert {"private", "no-cache"} <= set(answer["Cache-Control"].split(", "))
    assert {"Authorization", "Cookie"} <= set(answer["Vary"].split(", "))


def test_lines_of_text_are_for_the_players_while_it_runs(
    soccer: Match, anna: User, boris: User, clara: User
) -> None:
    submit_move(soccer.pk, anna, 1, SETUP, "a secret plan")

    def reads(user: User | None) -> bool:
        paths = ("", "moves/", "export/json/", "export/text/")
        return any(
            b"a secret plan" in get(user, f"matches/{soccer.pk}/{path}").content for path in paths
        )

    assert [reads(user) for user in (anna, boris, clara, None)] == [True, True, False, False]
    resign(soccer.pk, boris)
    assert reads(None)


# --- acting ------------------------------------------------------------------------------------


def test_a_move_answers_201_with_the_match(soccer: Match, anna: User) -> None:
    answer = post(anna, f"matches/{soccer.pk}/moves/", {"notation": SETUP, "ply": 1})
    assert answer.status_code == 201
    body = answer.json()
    assert (body["seat"], body["ply"], body["notation"]) == ("yellow", 1, SETUP)
    assert (body["match"]["ply"], body["match"]["to_move"]) == (2, ["red"])


def test_a_stale_ply_gets_the_present_state(soccer: Match, anna: User) -> None:
    submit_move(soccer.pk, anna, 1, SETUP)
    answer = post(anna, f"matches/{soccer.pk}/moves/", {"notation": SETUP, "ply": 1})
    assert code(answer) == (409, "stale_ply")
    assert answer.json()["match"]["ply"] == 2


def test_an_old_page_cannot_play_on_a_new_position(soccer: Match, anna: User, boris: User) -> None:
    """The text is legal at ply 5, but it answered ply 3: nothing is played."""
    submit_move(soccer.pk, anna, 1, SETUP)
    submit_move(soccer.pk, boris, 2, "Pacbdej")
    for ply, user in ((3, anna), (4, boris)):
        legal = get(user, f"matches/{soccer.pk}/").json()["legal"]
        submit_move(soccer.pk, user, ply, legal[0])
    text = get(anna, f"matches/{soccer.pk}/").json()["legal"][0]
    answer = post(anna, f"matches/{soccer.pk}/moves/", {"notation": text, "ply": 3})
    assert code(answer) == (409, "stale_ply")
    assert Move.objects.filter(match=soccer).count() == 4


def test_a_match_that_is_over_says_so_with_its_result(soccer: Match, anna: User) -> None:
    resign(soccer.pk, anna)
    answer = post(anna, f"matches/{soccer.pk}/moves/", {"notation": SETUP, "ply": 1})
    assert code(answer) == (409, "match_over")
    assert answer.json()["match"]["outcome"]["winner"] == "red"


@pytest.mark.parametrize("body", [{"notation": SETUP}, {"ply": 1}, {}, {"notation": 5, "ply": "x"}])
def test_a_move_without_a_ply_or_text_is_no_request(soccer: Match, anna: User, body: Any) -> None:
    assert code(post(anna, f"matches/{soccer.pk}/moves/", body)) == (400, "invalid")


@pytest.mark.parametrize(
    ("notation", "status", "problem"),
    [
        ("Pahbi", 400, None),
        ("-", 400, None),
        ("Bdh", 422, "wrong_phase"),
        ("Paebicg", 422, "centre_circle"),
    ],
)
def test_a_refused_move_says_why(
    soccer: Match, anna: User, notation: str, status: int, problem: str | None
) -> None:
    answer = post(anna, f"matches/{soccer.pk}/moves/", {"notation": notation, "ply": 1})
    found = code(answer)
    assert found[0] == status
    assert problem is None or found[1] == problem
    assert "_" not in answer.json()["detail"]


HOSTILE = [
    "x" * 1_000_000,
    "[" * 10_000,
    "Pah\u0000bied",
    "Pahbi\u0665d",
    "\uff30ahbied",
    "\u202ePahbied",
    " Pahbied",
    "Pahbied\n",
    None,
    ["Pahbied"],
    17,
    {"a": 1},
    True,
    "",
]


@pytest.mark.parametrize("notation", HOSTILE, ids=[str(i) for i in range(len(HOSTILE))])
def test_hostile_notation_is_refused_and_never_a_move(
    soccer: Match, anna: User, notation: Any
) -> None:
    for extra in ({}, {"dry_run": True}):
        body = {"notation": notation, "ply": 1} | extra
        answer = post(anna, f"matches/{soccer.pk}/moves/", body)
        assert code(answer)[0] in (400, 413)
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b'{"notation": "Pahbied", "ply": 1, "ply": 1}', "application/json", 400),
        (b'{"notation": "Pahbied", "ply": NaN}', "application/json", 400),
        (b'{"notation": "\\ud800", "ply": 1}', "application/json", 400),
        (b'{"notation": "\xff", "ply": 1}', "application/json", 400),
        (b"[" * 20_000, "application/json", 400),
        (b'["Pahbied", 1]', "application/json", 400),
        (b"null", "application/json", 400),
        (b"", "application/json", 400),
        (b"notation=Pahbied&ply=1", "application/x-www-form-urlencoded", 415),
        (b"<move/>", "text/xml", 415),
        (b'{"notation": "' + b"x" * 70_000 + b'"}', "application/json", 413),
    ],
)
def test_hostile_bodies_are_refused(
    soccer: Match, anna: User, body: bytes, content_type: str, status: int
) -> None:
    answer = raw(anna, f"matches/{soccer.pk}/moves/", body, content_type)
    assert code(answer)[0] == status
    assert not Move.objects.exists()


# --- who may what --------------------------------------------------------------------------------


def acts(match: Match, offer: Challenge) -> list[tuple[str, dict[str, Any]]]:
    own = {"player": "Anna", "seat": "yellow", "user": 1}
    return [
        (f"matches/{match.pk}/moves/", {"notation": SETUP, "ply": 1} | own),
        (f"matches/{match.pk}/moves/", {"notation": SETUP, "ply": 1, "dry_run": True} | own),
        (f"matches/{match.pk}/click/", {"ply": 1} | own),
        (f"matches/{match.pk}/resign/", own),
        (f"matches/{match.pk}/rematch/", own),
        (f"challenges/{offer.pk}/accept/", own),
        (f"challenges/{offer.pk}/decline/", own),
        (f"challenges/{offer.pk}/cancel/", own),
    ]


def test_nobody_acts_for_somebody_else(soccer: Match, anna: User, boris: User, clara: User) -> None:
    offer = challenges.create(anna, boris, Terms("streetsoccer"))
    banned = User.objects.create(username="Banned", is_active=False)
    client = APIClient()
    before = list(Match.objects.values()) + list(Challenge.objects.values())
    for path, body in acts(soccer, offer):
        assert post(None, path, body).status_code == 401
        assert post(clara, path, body).status_code in (403, 404)
        client.force_login(banned)
        assert client.post(API + path, body, format="json").status_code in (401, 403)
    for path, body in acts(soccer, offer)[:3]:
        assert post(boris, path, body).status_code == 409
    assert list(Match.objects.values()) + list(Challenge.objects.values()) == before
    assert not Move.objects.exists()


def test_a_private_challenge_is_as_if_it_were_not(anna: User, boris: User, clara: User) -> None:
    offer = challenges.create(anna, boris, Terms("streetsoccer"))
    for user in (clara, None):
        there = get(user, f"challenges/{offer.pk}/")
        nowhere = get(user, "challenges/999999/")
        assert there.status_code == nowhere.status_code == 404
        assert there.content == nowhere.content
    answer = post(clara, f"challenges/{offer.pk}/accept/")
    assert answer.content == post(clara, "challenges/999999/accept/").content


def test_challenges_by_api(anna: User, boris: User) -> None:
    made = post(anna, "challenges/", {"game": "streetsoccer", "seat": "red"})
    assert made.status_code == 201
    listed = get(None, "challenges/").json()["results"]
    assert [row["id"] for row in listed] == [made.json()["id"]]
    taken = post(boris, f"challenges/{made.json()['id']}/accept/")
    assert taken.status_code == 201
    assert taken.json()["seats"]["red"]["name"] == "Anna"
    assert get(None, "challenges/").json()["results"] == []
    own = get(anna, "challenges/?mine=true").json()["results"]
    assert [row["match"] for row in own] == [taken.json()["id"]]


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ({}, (400, "invalid")),
        ({"game": "chess"}, (400, "unknown_game")),
        ({"game": "streetsoccer", "opponent": "Nobody"}, (404, "no_such_player")),
        ({"game": "streetsoccer", "opponent": "aNNa"}, (400, "self_challenge")),
        ({"game": "streetsoccer", "options": {"x": 1}}, (400, "unknown_option")),
        ({"game": "streetsoccer", "options": []}, (400, "invalid")),
        ({"game": "streetsoccer", "time_control": "blitz"}, (400, "unknown_time_control")),
    ],
)
def test_challenges_that_make_no_sense(anna: User, body: Any, answer: tuple[int, str]) -> None:
    assert code(post(anna, "challenges/", body)) == answer


def test_games_and_the_legal_calculator(db: None) -> None:
    [game] = [row for row in get(None, "games/").json() if row["key"] == "streetsoccer"]
    assert get(None, "games/streetsoccer/").json() == game
    position = {
        "phase": "restart",
        "to_move": "red",
        "die": 2,
        "ball": None,
        "yellow": ["db", "cc", "bb", "bh", "dg"],
        "red": ["ei", "ae", "ce", "ab", "fb"],
    }
    legal = post(None, "games/streetsoccer/legal/", position).json()
    assert legal == {"legal": ["Pcb|Bac", "Pcb|Bad", "Pcb|Bbd", "Pcb|Bdd", "Pcb|Bec", "Pcb|Bed"]}
    assert code(post(None, "games/streetsoccer/legal/", {"phase": "turn"}))[0] == 400
    assert code(post(None, "games/chess/legal/", position)) == (404, "not_found")


def test_unknown_addresses_and_methods_are_problems(soccer: Match, anna: User) -> None:
    assert code(get(anna, "matches/999999/"))[0] == 404
    assert code(client_of(anna).put(f"{API}matches/{soccer.pk}/", {}, format="json"))[0] == 405


def test_a_query_string_never_breaks_a_page(soccer: Match, anna: User) -> None:
    for query in ("?format=api", "?format=xml", "?ply=%00", "?x[]=1"):
        assert get(anna, f"matches/{soccer.pk}/{query}").status_code in (200, 404, 406)


def test_an_unknown_option_is_named_with_those_there_are(anna: User) -> None:
    answer = post(anna, "challenges/", {"game": "goal", "options": {"trakc": 3}})
    found = answer.json()
    assert (answer.status_code, found["code"]) == (400, "unknown_option")
    for option in registry.load("goal").info.options:
        assert option.key in found["detail"]
