"""The OpenAPI schema tells the truth: every answer of the API is of the shape it promises."""

import re
from io import StringIO
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from accounts.models import User
from golem.matches import challenges
from golem.matches.challenges import Terms
from golem.matches.models import Match
from golem.matches.services import resign, submit_move
from tests.matches.conftest import client_of

SETUP = "Pahbied"


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    document: dict[str, Any] = yaml.safe_load(out.getvalue())
    return document


def promised(schema: dict[str, Any], method: str, path: str, status: int) -> dict[str, Any]:
    """Return the shape that the schema promises for an answer."""
    plain = path.split("?")[0]
    plain_first = sorted(schema["paths"].items(), key=lambda item: item[0].count("{"))
    for template, operations in plain_first:
        pattern = re.sub(r"\{\w+\}", "[^/]+", template)
        if re.fullmatch(pattern, plain) and method in operations:
            content = operations[method]["responses"][str(status)]["content"]
            kind = "application/json" if status < 400 else "application/problem+json"
            shape: dict[str, Any] = content[kind]["schema"]
            return shape
    raise AssertionError(f"{method} {path} is not in the schema")


def complaints(schema: dict[str, Any], method: str, path: str, response: Any) -> list[str]:
    shape = promised(schema, method, path, response.status_code)
    whole = {"$ref": "#/shape", "shape": shape, "components": schema["components"]}
    errors = Draft202012Validator(whole).iter_errors(response.json())
    return [f"{method} {path}: {error.json_path} {error.message}" for error in errors]


def test_every_answer_has_its_promised_shape(
    schema: dict[str, Any], soccer: Match, anna: User, boris: User
) -> None:
    offer = challenges.create(boris, None, Terms("streetsoccer"))
    submit_move(soccer.pk, anna, 1, SETUP)
    calls: list[tuple[APIClient, str, str, Any]] = [
        (client_of(boris), "get", f"/api/v1/matches/{soccer.pk}/", None),
        (client_of(None), "get", f"/api/v1/matches/{soccer.pk}/", None),
        (client_of(anna), "get", "/api/v1/matches/?mine=true", None),
        (client_of(None), "get", "/api/v1/matches/", None),
        (client_of(None), "get", f"/api/v1/matches/{soccer.pk}/moves/", None),
        (client_of(None), "get", f"/api/v1/matches/{soccer.pk}/clocks/", None),
        (client_of(None), "get", "/api/v1/challenges/", None),
        (client_of(None), "get", f"/api/v1/challenges/{offer.pk}/", None),
        (client_of(None), "get", "/api/v1/games/", None),
        (client_of(None), "get", "/api/v1/games/streetsoccer/", None),
        (client_of(boris), "get", "/api/v1/me/", None),
        (client_of(boris), "post", "/api/v1/me/delete/", {"name": "Boris", "password": "wrong"}),
        (
            client_of(boris),
            "post",
            f"/api/v1/matches/{soccer.pk}/moves/",
            {"notation": "Pacbdej", "ply": 2, "dry_run": True},
        ),
        (client_of(boris), "post", f"/api/v1/matches/{soccer.pk}/click/", {"ply": 2}),
        (
            client_of(boris),
            "post",
            f"/api/v1/matches/{soccer.pk}/moves/",
            {"notation": "Pacbdej", "ply": 2},
        ),
        (
            client_of(boris),
            "post",
            f"/api/v1/matches/{soccer.pk}/moves/",
            {"notation": "Pacbdej", "ply": 2},
        ),
        (client_of(anna), "post", "/api/v1/challenges/", {"game": "streetsoccer"}),
        (client_of(anna), "post", f"/api/v1/challenges/{offer.pk}/accept/", {}),
        (client_of(anna), "post", f"/api/v1/matches/{soccer.pk}/resign/", {}),
        (client_of(anna), "post", f"/api/v1/matches/{soccer.pk}/rematch/", {}),
        (client_of(anna), "get", "/api/v1/challenges/?mine=true", None),
        (client_of(None), "get", f"/api/v1/matches/{soccer.pk}/", None),
    ]
    found = []
    for client, method, path, body in calls:
        response = getattr(client, method)(path, body, **({"format": "json"} if body else {}))
        found += complaints(schema, method, path, response)
    assert found == []


def test_every_refusal_is_promised(
    schema: dict[str, Any], soccer: Match, anna: User, clara: User
) -> None:
    match = f"/api/v1/matches/{soccer.pk}"
    calls: list[tuple[User | None, str, str, Any, int]] = [
        (anna, "get", "/api/v1/challenges/?mine=perhaps", None, 400),
        (None, "get", "/api/v1/matches/?mine=true", None, 401),
        (anna, "patch", "/api/v1/me/", {"time_zone": "Moon"}, 400),
        (None, "get", "/api/v1/me/", None, 401),
        (None, "post", "/api/v1/auth/token/", {"username": "Anna"}, 400),
        (None, "post", "/api/v1/auth/token/", {"username": "Anna", "password": "x"}, 401),
        (anna, "post", "/api/v1/auth/token/revoke/", {}, 400),
        (anna, "post", f"{match}/moves/", {"notation": SETUP}, 400),
        (anna, "post", f"{match}/click/", {"draft": SETUP}, 400),
    ]
    for act in ("moves", "click", "resign", "rematch"):
        body = {"notation": SETUP, "ply": 1}
        calls += [
            (None, "post", f"{match}/{act}/", body, 401),
            (clara, "post", f"{match}/{act}/", body, 403),
            (clara, "post", f"/api/v1/matches/{10**17}/{act}/", body, 404),
        ]
    for act in ("accept", "decline", "cancel"):
        calls += [(clara, "post", f"/api/v1/challenges/{10**17}/{act}/", {}, 404)]
    found = []
    for user, method, path, body, status in calls:
        response = getattr(client_of(user), method)(path, body, format="json" if body else None)
        assert response.status_code == status, path
        found += complaints(schema, method, path, response)
    assert found == []


def test_the_schema_shows_public_addresses_only(schema: dict[str, Any]) -> None:
    assert all(path.startswith("/api/v1/") for path in schema["paths"])
    assert not [path for path in schema["paths"] if "admin" in path]


def test_schema_and_docs_are_there(db: None) -> None:
    assert APIClient().get("/api/v1/schema/").status_code == 200
    assert APIClient().get("/api/docs/").status_code == 200


@pytest.mark.parametrize("accept", ["text/html", "*/*", "application/xml"])
def test_no_route_turns_into_a_helpful_page(
    soccer: Match, anna: User, boris: User, accept: str
) -> None:
    resign(soccer.pk, anna)
    for path in ("matches/", f"matches/{soccer.pk}/", "challenges/", "games/", "me/"):
        for method in ("get", "options"):
            answer = getattr(client_of(anna), method)(f"/api/v1/{path}", HTTP_ACCEPT=accept)
            assert "html" not in answer.get("Content-Type", "")
            assert "@example.org" not in answer.content.decode() or path == "me/"
            if method == "options":
                assert "Boris" not in answer.content.decode()
