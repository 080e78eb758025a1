"""The organiser's desk and line-ups over the API: shapes, keys, and who may."""

from typing import Any

import pytest

from accounts.models import User
from golem.matches.idempotency import HEADER
from tests.matches.conftest import client_of, person
from tests.matches.hours import at
from tests.matches.test_schema import schema as schema
from tests.tournaments.calling import EVENTS, Call, complaints_about
from tests.tournaments.events.playing import ROUND_ROBIN, begun, hour, open_event, people, running
from tests.tournaments.events.teams import GROUPS, begun_cup, entry, keys
from tournaments.advance import advance
from tournaments.models import Announcement, Event

pytestmark = pytest.mark.django_db
WHY = {"reason": "So it is."}


def of(event: Event, olga: User) -> int:
    event.organiser = olga
    event.save(update_fields=["organiser"])
    return event.pk


def _before_the_start(olga: User, new: User, early: int) -> list[Call]:
    """Return the acts that are for an event which takes entries, the last one its start."""
    return [
        (olga, "post", f"{early}/entry/close/", {}, 200),
        (olga, "post", f"{early}/entry/close/", {}, 409),
        (olga, "post", f"{early}/entry/open/", {}, 200),
        (new, "post", f"{early}/entry/open/", {}, 403),
        (olga, "post", f"{early}/entries/4/remove/", WHY, 200),
        (olga, "post", f"{early}/entries/4/remove/", WHY, 404),
        (olga, "post", f"{early}/entries/3/replace/", WHY | {"player": "Newcomer"}, 409),
        (olga, "post", f"{early}/start/", {}, 200),
        (olga, "post", f"{early}/start/", {}, 409),
        (None, "post", f"{early}/start/", {}, 401),
    ]


def test_every_answer_has_its_promised_shape(schema: dict[str, Any]) -> None:
    olga, new = person("Olga"), person("Newcomer")
    users = people(4)
    soon = open_event(users, ROUND_ROBIN)
    event = of(begun(users, ROUND_ROBIN), olga)
    Event.objects.filter(pk=soon.pk).update(starts_at=hour(10**6), due_at=hour(10**6))
    early = of(soon, olga)
    soon.refresh_from_db()
    one, two, three, *_ = [board.match_id for board in running(Event.objects.get(pk=event))]
    cup = begun_cup(3, GROUPS)
    team = f"{cup.pk}/teams/{entry(cup, 1).number}/lineup/"
    captain, lineup = User.objects.get(username="T1a"), {"boards": keys(cup, ["T1a", "T1c"])}
    calls: list[Call] = [
        *_before_the_start(olga, new, early),
        (olga, "post", f"{event}/announcements/", {"text": "Hello"}, 201),
        (olga, "post", f"{event}/announcements/", {"text": ""}, 400),
        (new, "post", f"{event}/announcements/", {"text": "Hello"}, 403),
        (None, "get", f"{event}/announcements/", None, 200),
        (None, "get", f"{event}/idle/", None, 401),
        (new, "get", f"{event}/idle/", None, 403),
        (olga, "get", f"{event}/idle/", None, 200),
        (olga, "post", f"{event}/matches/{one}/give/", WHY | {"seat": "red", "seconds": 60}, 200),
        (olga, "post", f"{event}/matches/{one}/give/", WHY | {"seat": "x", "seconds": 60}, 400),
        (olga, "post", f"{event}/matches/{one}/give/", {"seat": "red"}, 400),
        (olga, "post", f"{event}/matches/{one}/adjudicate/", WHY | {"winner": "red"}, 200),
        (olga, "post", f"{event}/matches/{one}/adjudicate/", WHY | {"winner": "red"}, 409),
        (olga, "post", f"{event}/matches/{two}/adjudicate/", WHY | {"winner": None}, 200),
        (
            olga,
            "post",
            f"{event}/matches/{three}/adjudicate/",
            WHY | {"winner": "red", "points": {"red": 1, "yellow": 4}},
            400,
        ),
        (olga, "post", f"{event}/matches/{three}/annul/", WHY, 200),
        (olga, "post", f"{event}/matches/{three}/annul/", WHY, 409),
        (olga, "post", f"{event}/matches/{10**15}/annul/", WHY, 404),
        (olga, "post", f"{event}/entries/1/replace/", WHY | {"player": "Newcomer"}, 200),
        (olga, "post", f"{event}/entries/2/replace/", WHY | {"player": "Newcomer"}, 409),
        (olga, "post", f"{event}/entries/2/replace/", WHY | {"player": "Nobody"}, 404),
        (olga, "post", f"{event}/entries/4/remove/", WHY, 200),
        (None, "get", f"{event}/acts/", None, 200),
        (None, "get", f"{10**15}/acts/", None, 404),
        (captain, "post", team, lineup, 200),
        (captain, "post", team, {"boards": [1]}, 400),
        (olga, "post", team, lineup, 403),
    ]
    assert complaints_about(schema, calls) == []
    advance(event, at(hour(1)))
    log = client_of(None).get(f"{EVENTS}{event}/acts/").json()["results"]
    kinds = [row["kind"] for row in reversed(log)]
    assert kinds == [
        *("started", "time_given", "adjudicated", "adjudicated", "annulled"),
        *("replaced", "removed"),
    ]
    assert [row["by"] and row["by"]["name"] for row in log[:-1]] == ["Olga"] * 6


def test_a_key_does_it_once() -> None:
    olga = person("Olga")
    event = of(begun(people(3), ROUND_ROBIN), olga)
    for _ in range(2):
        answer = client_of(olga).post(
            f"{EVENTS}{event}/announcements/",
            {"text": "Hello"},
            format="json",
            headers={HEADER: "one"},
        )
        assert answer.status_code == 201
    assert Announcement.objects.count() == 1


def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries: Any) -> None:
    olga = person("Olga")
    event = of(begun(people(7), ROUND_ROBIN), olga)
    for number in range(1, 6):
        client_of(olga).post(
            f"{EVENTS}{event}/entries/{number}/remove/", {"reason": "Out."}, format="json"
        )
    with django_assert_max_num_queries(3):
        assert len(client_of(None).get(f"{EVENTS}{event}/acts/").json()["results"]) == 6
