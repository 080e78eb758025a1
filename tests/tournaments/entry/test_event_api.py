"""Events over the API: the list, making, trying out, entering, and what is promised of answers."""

from typing import Any

import pytest

from accounts.models import User
from golem.matches.idempotency import HEADER
from tests.matches.conftest import client_of
from tests.matches.test_schema import schema as schema
from tests.tournaments.calling import EVENTS, Call, complaints_about
from tests.tournaments.entry.making import cup, people
from tournaments.document import complete
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db


def post(user: User | None, path: str, body: Any = None, **headers: str) -> Any:
    return client_of(user).post(f"{EVENTS}{path}", body or {}, format="json", headers=headers)


def made(user: User, **fields: Any) -> int:
    answer = post(user, "", {"document": cup(**fields)})
    assert answer.status_code == 201, answer.content
    return int(answer.json()["id"])


def test_every_answer_has_its_promised_shape(
    schema: dict[str, Any], anna: User, boris: User, clara: User
) -> None:
    event, other = made(anna, entry={"most": 3}), made(anna)
    teams = made(anna, kind="team_cup")
    number = post(boris, f"{teams}/teams/", {"name": "Reds"}).json()["number"]
    team = f"{teams}/teams/{number}/"
    calls: list[Call] = [
        (None, "get", "", None, 200),
        (anna, "get", "?mine=true&kind=tournament&status=entry&game=streetsoccer", None, 200),
        (None, "get", "?mine=true", None, 401),
        (None, "get", "?kind=cup", None, 400),
        (None, "get", "schema/", None, 200),
        (anna, "post", "plan/", {"document": cup()}, 200),
        (anna, "post", "plan/", {"document": cup(), "players": 3}, 200),
        (anna, "post", "plan/", {"document": {}}, 422),
        (anna, "post", "plan/", {}, 400),
        (None, "post", "plan/", {"document": cup()}, 401),
        (anna, "post", "", {"document": {"version": 2}}, 422),
        (None, "get", f"{event}/", None, 200),
        (boris, "get", f"{event}/", None, 200),
        (None, "get", f"{event}/document/", None, 200),
        (None, "get", f"{10**17}/", None, 404),
        (boris, "post", f"{event}/enter/", {}, 201),
        (boris, "post", f"{event}/enter/", {}, 409),
        (None, "post", f"{event}/enter/", {}, 401),
        (None, "get", f"{event}/entries/", None, 200),
        (boris, "post", f"{event}/withdraw/", {}, 200),
        (boris, "post", f"{event}/withdraw/", {}, 404),
        (anna, "post", f"{event}/clone/", {"changes": {"name": "Another"}}, 201),
        (boris, "post", f"{event}/cancel/", {}, 403),
        (anna, "post", f"{event}/cancel/", {"reason": "Rain"}, 200),
        (anna, "post", f"{event}/cancel/", {}, 409),
        (boris, "post", f"{teams}/enter/", {}, 400),
        (clara, "post", f"{teams}/teams/", {"name": "reds"}, 409),
        (boris, "post", f"{team}invite/", {"player": "clara"}, 201),
        (boris, "post", f"{team}invite/", {"player": "nobody"}, 404),
        (clara, "post", f"{team}agree/", {}, 200),
        (clara, "post", f"{team}members/{10**17}/part/", {}, 404),
        (None, "get", f"{teams}/entries/", None, 200),
        (None, "get", f"{other}/entries/?cursor=x", None, 400),
    ]
    assert complaints_about(schema, calls) == []


def test_the_list_is_filtered(anna: User, boris: User) -> None:
    first, second = made(anna), made(boris, kind="team_cup")
    post(boris, f"{first}/enter/")

    def ids(query: str, user: User | None = None) -> list[int]:
        results = client_of(user).get(f"{EVENTS}?{query}").json()["results"]
        return [row["id"] for row in results]

    assert ids("") == [second, first]
    assert ids("kind=team_cup") == [second]
    assert ids("status=running") == []
    assert ids("mine=true", anna) == [first]
    assert ids("mine=true", boris) == [second, first]
    assert ids("game=none") == []


def test_the_number_of_queries_does_not_grow(
    anna: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        event = made(anna, name=f"Cup {number}")
        for player in people(3, f"Of_{number}"):
            post(player, f"{event}/enter/")
    with django_assert_max_num_queries(2):
        client_of(None).get(EVENTS)
    with django_assert_max_num_queries(4):
        client_of(None).get(f"{EVENTS}{event}/entries/")


def test_how_one_stands_to_an_event(anna: User, boris: User, clara: User) -> None:
    teams = made(anna, kind="team_cup")
    number = post(boris, f"{teams}/teams/", {"name": "Reds"}).json()["number"]
    post(boris, f"{teams}/teams/{number}/invite/", {"player": "Clara"})

    def mine(user: User | None) -> Any:
        return client_of(user).get(f"{EVENTS}{teams}/").json()["mine"]

    nothing: dict[str, Any] = {
        "organiser": False,
        "number": None,
        "status": None,
        "team": None,
        "invitations": [],
    }
    assert mine(None) == nothing
    assert mine(anna) == nothing | {"organiser": True}
    own = nothing | {"number": number, "status": "waiting", "team": "Reds"}
    assert mine(boris) == own
    assert mine(clara) == nothing | {"invitations": [number]}


def test_a_dry_run_makes_nothing(anna: User) -> None:
    answer = post(anna, "plan/", {"document": cup(entry={"most": 9}, stages=DOUBLE)})
    assert answer.json()["matches"] == 72
    assert answer.json()["at_once"] == 16
    assert not Event.objects.exists()


DOUBLE = [{"kind": "round_robin", "legs": 2}]


def test_a_key_makes_one_event_and_one_entry(anna: User, boris: User) -> None:
    key = {HEADER: "one"}
    first = post(anna, "", {"document": cup()}, **key)
    again = post(anna, "", {"document": cup()}, **key)
    assert (again.status_code, again.content) == (201, first.content)
    event = first.json()["id"]
    assert post(boris, f"{event}/enter/", {}, **key).status_code == 201
    assert post(boris, f"{event}/enter/", {}, **key).status_code == 201
    assert (Event.objects.count(), Entry.objects.count()) == (1, 1)


def test_passwords_stay_inside(anna: User, boris: User) -> None:
    answer = post(anna, "", {"document": cup(), "password": "open sesame"})
    event = answer.json()["id"]
    assert answer.json()["password"] is True
    assert "sesame" not in answer.content.decode()
    assert post(boris, f"{event}/enter/").json()["code"] == "event_password_needed"
    assert post(boris, f"{event}/enter/", {"password": "x"}).status_code == 403
    assert post(boris, f"{event}/enter/", {"password": "open sesame"}).status_code == 201
    for path in ("", f"{event}/", f"{event}/document/"):
        assert "sesame" not in client_of(anna).get(f"{EVENTS}{path}").content.decode()


def test_an_export_goes_back_in(anna: User) -> None:
    event = made(anna, options={}, tie_breaks=["points", "wins"])
    document = client_of(None).get(f"{EVENTS}{event}/document/").json()
    assert document == complete(cup(options={}, tie_breaks=["points", "wins"]))
    assert post(anna, "", {"document": document}).json()["document"] == document
