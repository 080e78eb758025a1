"""Every address of events that changes something, tried by those who may not: nothing changes."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import serializers
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from accounts.models import User
from golem.matches.models import Act, Match, Seat
from tests.matches.conftest import person
from tests.tournaments.course.scenes import Course, course
from tournaments.models import (
    Announcement,
    Board,
    Entry,
    Event,
    EventAct,
    Group,
    Member,
    Pairing,
    Place,
)

pytestmark = pytest.mark.django_db
FOR_ANYBODY = (
    *("enter/", "ask/", "plan/", "clone/", "events/$", "teams/$", "what-if/", "new/"),
    "withdraw/",  # of oneself: a stranger has nothing to leave
    "leave/",
)
STORED = (Event, Entry, Member, Group, Place, Pairing, Board, EventAct, Announcement, Match, Seat)
REFUSED = {302, 400, 401, 403, 404, 405, 409, 415, 422}
FIELDS = {
    "reason": "I want to",
    "text": "I want to",
    "sure": "1",
    "number": "1",
    "player": "Stranger",
    "players": ["Stranger", "Anna"],
    "hours": "5",
    "seconds": 3600,
    "seat": "yellow",
    "winner": "yellow",
    "result": "0",
    "points": {"yellow": 5, "red": 0},
}


def routes(resolver: Any, before: str = "") -> Iterator[str]:
    """Yield the patterns of all addresses, with ``$`` at their ends."""
    for one in resolver.url_patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one, path)
        elif isinstance(one, URLPattern):
            yield f"{path}$"


def patterns() -> list[str]:
    """Return the addresses of one event that not everybody may post to."""
    found = [path for path in routes(get_resolver()) if "events/<row:pk>/" in path]
    return sorted(path for path in found if not path.rstrip("$").endswith(FOR_ANYBODY))


def address(pattern: str, event: Event, act: str) -> str:
    """Return the address with numbers of this event in it."""
    group, entry = event.groups.order_by("pk")[0], event.entries.order_by("pk")[0]
    board = Board.objects.filter(pairing__group__event=event, match__isnull=False)[0]
    member = entry.members.order_by("pk").last()
    values = {
        "<row:pk>": event.pk,
        "<row:group>": group.pk,
        "<row:team>": entry.pk,
        "<row:member>": member.pk if member else 1,
        "<row:match>": board.match_id,
        "<row:level>": 1,
        "<slug:act>": act,
    }
    values["<row:number>"] = group.pk if "groups/" in pattern else entry.number
    for name, value in values.items():
        pattern = pattern.replace(name, str(value))
    return f"/{pattern.rstrip('$')}"


def everything() -> str:
    """Return all that is stored of events and matches, and the acts of operators."""
    rows = [row for model in (*STORED, Act) for row in model._default_manager.order_by("pk")]
    return str(serializers.serialize("json", rows))


def tried(client: Client, path: str) -> list[int]:
    fields = dict(FIELDS, match=path.split("matches/")[-1].split("/")[0] or "1")
    old = User.objects.filter(entries__isnull=False).order_by("pk")[0].username
    body = fields | {"old": old}
    plain = client.post(path, {k: str(v) for k, v in body.items()})
    json = client.post(path, body, content_type="application/json")
    return [plain.status_code, json.status_code]


def wrong_users(there: Course) -> dict[str, User | None]:
    """Return those who may do nothing to events of others, by what they are."""
    captains = Member.objects.filter(event=there.teams, is_captain=True).order_by("-entry")
    return {
        "nobody": None,
        "stranger": person("Stranger"),
        "captain of another team": captains[0].user,
        "player": Entry.objects.filter(event=there.robin).order_by("number")[1].user,
    }


def addresses(there: Course) -> list[str]:
    acts = ("close", "start", "cancel", "announce", "remove", "replace", "annul")
    return sorted(
        {
            address(pattern, event, act)
            for pattern in patterns()
            for event in (there.robin, there.teams)
            for act in acts
        }
    )


def test_who_may_not_changes_nothing() -> None:
    there = course()
    readers, paths, before = wrong_users(there), addresses(there), everything()
    assert len(paths) > 60
    for who, reader in readers.items():
        client = Client()
        if reader is not None:
            client.force_login(reader)
        for path in paths:
            assert {*tried(client, path)} <= REFUSED | {200}, (who, path)
        assert everything() == before, who
