"""The events that matches belong to, as pages, lists, API and exports show them."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem.matches import hooks
from golem.matches.hooks import Origin
from golem.matches.models import Match
from tests.matches.conftest import begin, client_of

pytestmark = pytest.mark.django_db

CUP = Origin(7, "Autumn Cup, group 2", "/events/7/")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """What was asked for: every match is of the cup."""
    found: list[list[int]] = []

    def answer(match_ids: Sequence[int]) -> Mapping[int, Origin]:
        found.append(list(match_ids))
        Match.objects.filter(pk__in=match_ids).count()  # a query, as an event's room would ask
        return dict.fromkeys(match_ids, CUP)

    monkeypatch.setattr(hooks, "origins", [answer])
    return found


def test_a_match_tells_its_event(asked: Any, client: Any, soccer: Match, anna: User) -> None:
    view = {"id": 7, "name": "Autumn Cup, group 2", "url": "/events/7/"}
    assert client_of(anna).get(f"/api/v1/matches/{soccer.pk}/").json()["event"] == view
    page = client.get(f"/matches/{soccer.pk}/").content.decode()
    assert '<a href="/events/7/">Autumn Cup, group 2</a>' in page
    export = client.get(f"/api/v1/matches/{soccer.pk}/export/json/").json()
    assert export["event"] == view
    text = client.get(f"/api/v1/matches/{soccer.pk}/export/text/").content.decode()
    assert "Event: Autumn Cup, group 2\n" in text


def test_a_match_of_no_event(client: Any, soccer: Match) -> None:
    assert client_of(None).get(f"/api/v1/matches/{soccer.pk}/").json()["event"] is None
    assert "Event:" not in client.get(f"/api/v1/matches/{soccer.pk}/export/text/").content.decode()


def test_lists_ask_once(asked: list[list[int]], client: Any, anna: User, boris: User) -> None:
    def queries(path: str) -> int:
        asked.clear()
        with CaptureQueriesContext(connection) as found:
            assert "Autumn Cup, group 2" in client.get(path).content.decode()
        assert len(asked) == 1
        return len(found)

    client.force_login(anna)
    paths = ("/api/v1/matches/", "/matches/", "/watch/", "/")
    begin("streetsoccer", anna, boris)
    client.get("/")  # what is asked once in a session
    few = [queries(path) for path in paths]
    for _ in range(5):
        begin("streetsoccer", anna, boris)
    assert [queries(path) for path in paths] == few
