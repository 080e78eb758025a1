"""What no sensible client sends: strange addresses, cursors, cookies, bodies. Never a 500."""

import json
from base64 import b64encode
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import resolve

from accounts.models import User
from golem.matches.models import Match
from golem.pages.errors import API, server_error
from golem.rest.problems import CONTENT_TYPE, answer
from tests.matches.conftest import client_of

ACTS = ("moves", "click", "resign", "rematch")
BEYOND = ("9223372036854775808", "99999999999999999999", "9" * 400, "\uff11", "-1", "abc")
BODY = {"notation": "Pahbied", "ply": 1}


def code(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == CONTENT_TYPE
    return response.status_code, response.json()["code"]


@pytest.mark.parametrize("number", BEYOND)
def test_a_number_that_is_no_rows_is_not_found(number: str, anna: User) -> None:
    client = client_of(anna)
    for act in ACTS:
        address = f"/api/v1/matches/{number}/{act}/"
        assert code(client.post(address, BODY, format="json")) == (404, "not_found"), act
    for act in ("accept", "decline", "cancel"):
        assert code(client.post(f"/api/v1/challenges/{number}/{act}/")) == (404, "not_found"), act
    assert code(client.get(f"/api/v1/matches/{number}/")) == (404, "not_found")
    browser = Client()
    browser.force_login(anna)
    for page in (f"/matches/{number}/", f"/matches/{number}/resign/"):
        assert browser.get(page).status_code == 404
        assert browser.post(page).status_code == 404


def test_the_largest_number_is_looked_for(anna: User) -> None:
    answered = client_of(anna).post(f"/api/v1/matches/{'9' * 18}/moves/", BODY, format="json")
    assert code(answered) == (404, "no_such_match")


def test_an_address_that_is_not_there_is_a_problem_to_programs_and_a_page_to_people() -> None:
    assert code(Client().get("/api/v1/nothing/")) == (404, "not_found")
    page = Client().get("/nothing/")
    assert page.status_code == 404
    assert "Nothing here" in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("inside", ["p=abc", "p=%00", "r=1&p=", "p=1e5", "p=-1", "o=x", "\xff"])
def test_a_made_up_cursor_is_refused(inside: str) -> None:
    cursor = b64encode(inside.encode("latin-1")).decode()
    for address in ("/api/v1/matches/", "/api/v1/challenges/"):
        assert code(client_of(None).get(address, {"cursor": cursor})) == (400, "bad_cursor")


def test_a_real_cursor_leads_on(soccer: Match) -> None:
    Match.objects.bulk_create(
        Match(game="duel", revision=1, started_at=soccer.started_at, changed_at=soccer.started_at)
        for _ in range(3)
    )
    page = client_of(None).get("/api/v1/matches/", {"page_size": 2}).json()
    last = client_of(None).get(page["next"]).json()
    assert [row["id"] for row in last["results"]][-1] == soccer.pk
    assert client_of(None).get(last["previous"]).json()["results"] == page["results"]


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["\\000aaaaaaaaaa", "\\377\\376aaaaaaaa", "x" * 5000, "A" * 32])
def test_a_cookie_that_is_no_sessions_is_nobodys(key: str) -> None:
    for address in ("/", "/account/login/", "/api/v1/games/"):
        assert Client(HTTP_COOKIE=f'sessionid="{key}"').get(address).status_code == 200


def test_a_session_is_still_found(anna: User) -> None:
    browser = Client()
    browser.force_login(anna)
    assert browser.get("/matches/").status_code == 200


@pytest.mark.django_db
def test_a_form_in_another_alphabet_is_a_bad_request() -> None:
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    page = Client(raise_request_exception=False).post("/account/login/", "a=b", content_type=kind)
    assert page.status_code == 400
    assert "could not make sense" in page.content.decode()


@pytest.mark.django_db
def test_the_page_of_the_api_takes_no_options() -> None:
    assert Client().get("/api/docs/").status_code == 200
    assert Client().options("/api/docs/").status_code == 405


def test_a_body_in_pieces_is_refused_not_lost(anna: User) -> None:
    address, client = "/api/v1/challenges/", client_of(anna)
    parts: dict[str, Any] = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}
    answered = client.generic("POST", address, "", content_type="application/json", **parts)
    assert code(answered) == (411, "length_required")
    assert client.post(address, {"game": "streetsoccer"}, format="json").status_code == 201


class LockTimeout(Exception):
    sqlstate = "55P03"


def locked() -> OperationalError:
    error = OperationalError("canceling statement due to lock timeout")
    error.__cause__ = LockTimeout()
    return error


def test_a_lock_that_is_not_to_be_had_is_answered_with_come_again() -> None:
    api = answer(locked(), {})
    assert api is not None
    assert (api.status_code, api["Retry-After"], api.data["code"]) == (503, "1", "busy")
    for path, kind in (("/api/v1/me/", CONTENT_TYPE), ("/matches/", "text/html; charset=utf-8")):
        try:
            raise locked()
        except OperationalError:
            shown = server_error(RequestFactory().get(path))
        assert (shown.status_code, shown["Retry-After"]) == (503, "1")
        assert shown["Content-Type"] == kind


def test_what_nobody_foresaw_is_a_problem_without_details() -> None:
    try:
        raise ZeroDivisionError("secret")
    except ZeroDivisionError:
        shown = server_error(RequestFactory().get("/api/v1/me/"))
        page = server_error(RequestFactory().get("/matches/"))
    assert (shown.status_code, json.loads(shown.content)["code"]) == (500, "internal_error")
    assert page.status_code == 500
    assert b"secret" not in shown.content + page.content
    assert answer(ZeroDivisionError("secret"), {}) is None


def test_the_api_has_its_own_answer_under_its_own_prefix() -> None:
    assert resolve(f"{API}matches/").view_name == "api:matches"
