"""The course of an event over the API: shapes, values, pages, and what is taken along."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.matches.conftest import client_of
from tests.matches.hours import NOON
from tests.matches.test_schema import complaints
from tests.matches.test_schema import schema as schema
from tests.tournaments.course.test_course_pages import people_more, some_over
from tests.tournaments.events.playing import (
    DOUBLE,
    KNOCK_OUT,
    ROUND_ROBIN,
    begun,
    finish_all,
    hour,
    open_event,
    people,
    running,
)
from tournaments.models import Announcement, Board, Event, EventAct, Place

pytestmark = pytest.mark.django_db
SWISS = {"kind": "swiss", "rounds": 3}
LISTS = ("groups/", "pairings/", "acts/", "announcements/", "next/")


def get(path: str, status: int = 200, **headers: str) -> Any:
    answer = client_of(None).get(f"/api/v1/events/{path}", headers=headers)
    assert answer.status_code == status, answer.content
    return answer


def group_of(event: Event) -> str:
    return f"{event.pk}/groups/{event.groups.get().pk}/"


def test_every_answer_has_its_promised_shape(schema: dict[str, Any]) -> None:
    cup = some_over(begun(people(4), ROUND_ROBIN), 3)
    Announcement.objects.create(event=cup, text="Hello", at=NOON)
    tree = begun(people_more(3), KNOCK_OUT)
    board = running(cup)[0]
    assert board.match
    EventAct.objects.create(event=cup, kind="annulled", at=NOON, match=board.match)
    paths = [f"{cup.pk}/{rest}" for rest in LISTS] + [f"{tree.pk}/{rest}" for rest in LISTS]
    paths += [group_of(cup), group_of(tree), f"{cup.pk}/pairings/?round=1&page_size=1"]
    paths += [f"{group_of(cup)}what-if/", f"{group_of(cup)}what-if/?results={board.pk}:5-0"]
    found = []
    for path in paths:
        found += complaints(schema, "get", f"/api/v1/events/{path}", get(path))
    refused = {
        f"{cup.pk}/groups/{10**9}/": 404,
        "999999/next/": 404,
        f"{group_of(tree)}what-if/": 409,
        f"{group_of(cup)}what-if/?results=1:5-0": 400,
        f"{group_of(cup)}what-if/?results=a:5-0": 400,
        f"{group_of(cup)}what-if/?results={board.pk}:5-5": 400,
        f"{cup.pk}/pairings/?group=x": 400,
        f"{cup.pk}/acts/?cursor=x": 400,
    }
    for path, status in refused.items():
        found += complaints(schema, "get", f"/api/v1/events/{path}", get(path, status))
    assert found == []


def test_a_table_over_the_api_has_exact_values_and_reasons() -> None:
    event = finish_all(begun(people(3), ROUND_ROBIN), hour(3))
    table = get(group_of(event)).json()
    assert [(row["player"]["name"], row["rank"], row["points"]) for row in table["rows"]] == [
        ("P01", 1, 10),
        ("P02", 2, 5),
        ("P03", 3, 0),
    ]
    assert table["tie_breaks"] == ["points", "sonneborn_berger", "head_to_head"]
    assert [row["values"]["sonneborn_berger"] for row in table["rows"]] == ["5", "0", "0"]
    second = table["rows"][1]
    assert second["reason"] == {
        "code": "points",
        "above": table["rows"][0]["number"],
        "values": ["10", "5"],
        "detail": "Points: 5 to 10 of P01.",
    }
    assert second["possible"] is None


def test_possible_places_and_what_if_agree_with_each_other() -> None:
    """P03 has lost to P01; the matches of P02 are open: every end is tried over the API, and the
    best and worst place of each player is what was said to be possible."""
    event = begun(people(3), ROUND_ROBIN)
    boards = [board for board in running(event) if _names(board) != {"P01", "P03"}]
    event = some_over_of(event, {"P01", "P03"})
    first = get(group_of(event)).json()
    assert all(row["possible"]["exact"] for row in first["rows"])
    ranks: dict[str, set[int]] = {}
    path = f"{group_of(event)}what-if/"
    choices = get(path).json()["choices"]
    for one in choices:
        for two in choices:
            results = f"{boards[0].pk}:{one[0]}-{one[1]},{boards[1].pk}:{two[0]}-{two[1]}"
            for row in get(f"{path}?results={results}").json()["rows"]:
                ranks.setdefault(row["player"]["name"], set()).add(row["rank"])
    said = {row["player"]["name"]: row["possible"] for row in first["rows"]}
    assert {name: (min(found), max(found)) for name, found in ranks.items()} == {
        name: (one["best"], one["worst"]) for name, one in said.items()
    }
    assert not Board.objects.filter(pk__in=[board.pk for board in boards]).exclude(result="")


def _names(board: Board) -> set[str]:
    assert board.match
    return {seat.user.username for seat in board.match.seats.all()}


def some_over_of(event: Event, names: set[str]) -> Event:
    """Let the match of these two end, the worse seed giving up."""
    from golem.matches.services import resign
    from tests.matches.hours import at
    from tests.tournaments.events.playing import worse_seed
    from tournaments.advance import advance

    for board in running(event):
        if _names(board) == names and board.match:
            resign(board.match.pk, worse_seed(board), clock=at(hour(1)))
    return advance(event.pk, at(hour(1)))


def test_conditional_requests_and_constant_queries() -> None:
    small, large = begun(people(4), DOUBLE), begun(people_more(12), DOUBLE)
    paths = [*LISTS, "groups/{}/", "groups/{}/what-if/"]
    for rest in paths:
        costs = []
        for event in (small, large):
            path = f"{event.pk}/{rest.format(event.groups.get().pk)}"
            tag = get(path).headers["ETag"]
            with CaptureQueriesContext(connection) as found:
                get(path, 304, **{"If-None-Match": tag})
            costs.append(len(found))
        assert costs[0] == costs[1], rest


def test_what_comes_next_is_data() -> None:
    waiting = open_event(people(2), ROUND_ROBIN)
    found = get(f"{waiting.pk}/next/").json()["results"]
    assert [one["code"] for one in found] == ["starts"]
    running_now = begun(people_more(4), SWISS)
    found = get(f"{running_now.pk}/next/").json()["results"]
    assert [one["code"] for one in found] == ["round_ends", "next_round", "event_ends_by"]
    assert (found[0]["round"], found[0]["rounds"], found[0]["number"]) == (1, 3, 2)
    assert found[0]["at"] < found[2]["at"]


# --- what is taken along ---


def exported(event: Event, kind: str) -> str:
    answer = get(f"{event.pk}/export/{kind}/")
    return b"".join(answer.streaming_content).decode()


def test_the_whole_event_as_json() -> None:
    event = begun(people(5), SWISS)
    Event.objects.filter(pk=event.pk).update(password="pbkdf2$secret")
    event = finish_all(event, hour(2))
    whole = json.loads(exported(event, "json"))
    assert whole["format"] == "golem-event-1"
    assert whole["document"] == event.document
    assert len(whole["entries"]) == len(whole["tables"]) == 5
    assert [row["rank"] for row in whole["tables"]] == sorted(
        row["rank"] for row in whole["tables"]
    )
    assert len(whole["pairings"]) == 6  # two rounds of two matches and a bye
    assert {act["kind"] for act in whole["acts"]} == {"started"}
    text = exported(event, "json") + exported(event, "text")
    assert "secret" not in text
    assert "@" not in text


def test_the_whole_event_as_text() -> None:
    event = finish_all(begun(people(3), ROUND_ROBIN), hour(2))
    text = exported(event, "text")
    assert "Event: Autumn Cup" in text
    assert "1  P01   10  2  2  0  0" in text
    assert "Points: 5 to 10 of P01." in text
    assert "Round 1" in text
    assert text.count("5 : 0") + text.count("0 : 5") == 3
    assert "The event ended." in text


def test_an_export_costs_no_more_queries_for_more_players() -> None:
    costs = []
    for users in (people(4), people_more(16)):
        event = begun(users, ROUND_ROBIN)
        with CaptureQueriesContext(connection) as found:
            exported(event, "json")
        costs.append(len(found))
    assert costs[0] == costs[1]
    assert Place.objects.count() == 20
