"""A list takes its filters and its page, and refuses every other parameter."""

import re
from typing import Any

import pytest

from golem.matches import challenges
from golem.matches.challenges import Terms
from golem.matches.models import Challenge
from tests.matches.conftest import client_of, person
from tests.matches.hours import NOON, at
from tests.matches.test_schema import schema as schema

pytestmark = pytest.mark.django_db
FILLED = {"name": "Anna", "key": "streetsoccer"}
PAGED = 10


def lists_of(schema: dict[str, Any]) -> dict[str, bool]:
    """Return the address of every list of the API, and whether it comes in pages."""
    found = {}
    for path, operations in schema["paths"].items():
        answer = operations.get("get", {}).get("responses", {}).get("200", {})
        shape = answer.get("content", {}).get("application/json", {}).get("schema", {})
        name = shape.get("$ref", "").rpartition("/")[2]
        fields = schema["components"]["schemas"].get(name, shape).get("properties", {})
        if shape.get("type") == "array" or "results" in fields:
            address = re.sub(r"\{(\w+)\}", lambda hole: FILLED.get(hole[1], "1"), path)
            found[address] = "next" in fields
    return found


def test_every_list_refuses_a_parameter_that_it_does_not_know(schema: dict[str, Any]) -> None:
    client, lists = client_of(person("Anna")), lists_of(schema)
    assert sum(lists.values()) >= PAGED
    for path, paged in lists.items():
        answer = client.get(f"{path}?statsu=open&format=json")
        assert answer.status_code == 400, path
        assert answer.json()["code"] == "unknown_parameter", path
        assert answer.json()["parameters"] == ["statsu"], path
        assert ("page_size" in answer.json()["known"]) is paged, path


def test_pages_and_the_format_are_no_strange_parameters() -> None:
    client = client_of(None)
    for path in ("matches", "challenges", "events", "ratings/streetsoccer"):
        assert client.get(f"/api/v1/{path}/?page_size=1&format=json").status_code == 200, path
    assert client.get("/api/v1/games/?format=json").status_code == 200
    assert client.get("/api/v1/games/?page_size=2").json()["parameters"] == ["page_size"]


def test_challenges_by_status() -> None:
    anna, bot = person("Anna"), person("Robo", is_bot=True)
    made = [challenges.create(anna, bot, Terms("streetsoccer", rated=False)) for _ in range(3)]
    challenges.decline(made[0].pk, bot)
    old = challenges.create(anna, bot, Terms("streetsoccer"), clock=at(NOON))
    Challenge.objects.filter(pk=old.pk).update(expires_at=NOON.replace(year=2020))

    def listed(query: str) -> list[int]:
        answer = client_of(bot).get(f"/api/v1/challenges/?{query}")
        assert answer.status_code == 200, answer.content
        return [row["id"] for row in answer.json()["results"]]

    assert listed("mine=true&status=open") == [made[2].pk, made[1].pk]
    assert listed("mine=true&status=declined") == [made[0].pk]
    assert len(listed("mine=true")) == 4
    assert listed("status=open") == listed("") == []
    free = challenges.create(anna, None, Terms("streetsoccer"))
    assert listed("status=open") == [free.pk]
    assert listed("status=declined") == []
    assert client_of(bot).get("/api/v1/challenges/?status=lost").json()["code"] == "invalid"
