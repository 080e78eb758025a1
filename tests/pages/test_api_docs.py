"""The page about the API: whole, and without a link into nothing."""

import re
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from golem.pages.openapi import Operation, groups, marked, shapes

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    generator: Any = SchemaGenerator  # it has no types
    schema: dict[str, Any] = generator().get_schema(request=None, public=True)
    return schema


def operation(document: dict[str, Any], method: str, path: str) -> Operation:
    found = [one for group in groups(document) for one in group.operations]
    [wanted] = [one for one in found if (one.method, one.path) == (method, f"/api/v1/{path}")]
    return wanted


def test_every_operation_and_every_shape_is_on_the_page(document: dict[str, Any]) -> None:
    page = Client().get("/api/docs/").content.decode()
    for path, methods in document["paths"].items():
        for method, raw in methods.items():
            assert f'id="{raw["operationId"]}"' in page, (method, path)
            assert path in page
    anchors = set(re.findall(r'id="([^"]+)"', page))
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert len(links) > len(shapes(document))
    assert links <= anchors
    assert "<script" not in page


def test_what_a_move_takes_and_answers(document: dict[str, Any]) -> None:
    move = operation(document, "POST", "matches/{id}/moves/")
    sent = {field.name: field.required for field in move.body}
    assert sent == {"notation": True, "ply": True, "dry_run": False, "note": False}
    kinds = {answer.status: answer.kind[0].text for answer in move.answers}
    assert kinds == {200: "Trial", 201: "Played"}
    assert move.refusals == (400, 401, 403, 404, 409, 422, 429, 503)


@pytest.mark.parametrize(
    ("method", "path", "login"),
    [
        ("GET", "me/", "needed"),
        ("PATCH", "me/", "needed"),
        ("POST", "matches/{id}/resign/", "needed"),
        ("GET", "matches/{id}/", "optional"),
        ("POST", "games/{key}/legal/", "none"),
        ("POST", "auth/token/", "none"),
    ],
)
def test_who_may_call(document: dict[str, Any], method: str, path: str, login: str) -> None:
    assert operation(document, method, path).login == login


@pytest.mark.parametrize(
    ("name", "field", "kind"),
    [
        ("Match", "legal", "list of text or null"),
        ("Match", "status", "running or finished"),
        ("Match", "outcome", "Outcome or null"),
        ("Match", "seats", "object of Player"),
        ("Log", "results", "list of Move"),
        ("Move", "at", "instant"),
        ("Option", "default", "any value"),
        ("Account", "scope", "read or play or null"),
    ],
)
def test_kinds_of_fields_in_words(
    document: dict[str, Any], name: str, field: str, kind: str
) -> None:
    [shape] = [one for one in shapes(document) if one.name == name]
    [found] = [one for one in shape.fields if one.name == field]
    assert "".join(piece.text for piece in found.kind) == kind


def test_text_between_backticks_is_code() -> None:
    pieces = marked("try ``dry_run`` or `x`")
    assert [(piece.text, piece.code) for piece in pieces] == [
        ("try ", False),
        ("dry_run", True),
        (" or ", False),
        ("x", True),
    ]
