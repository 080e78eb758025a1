"""Finding players, on the page and through the API: who is there, who is not, and what is told."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.directory import players
from accounts.leaving import leave
from accounts.models import Strength, User
from accounts.names import looks
from golem.matches import boundaries
from golem.matches.models import Boundary
from golem.rest.throttles import forget_counters
from tests.matches.conftest import client_of, person
from tests.matches.test_schema import complaints
from tests.matches.test_schema import schema as schema

pytestmark = pytest.mark.django_db
API = "/api/v1/players/"
GAME = "streetsoccer"


def page(address: str = "/players/", reader: User | None = None) -> str:
    client = Client()
    if reader is not None:
        client.force_login(reader)
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


def names(query: str = "", client: APIClient | None = None) -> list[str]:
    answer = (client or client_of(None)).get(f"{API}{query}")
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["results"]]


def strong(user: User, rating: int, game: str = GAME, rank: int = 3) -> None:
    Strength.objects.create(
        user=user, game=game, rating=rating * 10_000, rank=rank, matches=7, last_at=timezone.now()
    )


def test_names_are_compared_as_they_look() -> None:
    for name in ("Karl_the_2nd", "kari", "KARL", "Otto", "0scar", "Bob", "ka-rin"):
        person(name)
    assert names() == ["0scar", "Bob", "house", "ka-rin", "kari", "KARL", "Karl_the_2nd", "Otto"]
    found = {
        "kar": ["ka-rin", "kari", "KARL", "Karl_the_2nd"],
        "KAR1": ["ka-rin", "kari", "KARL", "Karl_the_2nd"],
        "karl": ["KARL", "Karl_the_2nd"],
        "k_a-r": ["ka-rin", "kari", "KARL", "Karl_the_2nd"],
        "karl-the": ["Karl_the_2nd"],
        "o": ["0scar", "Otto"],
        "0t": ["Otto"],
        "arl": [],
        "kar%": [],
        "k~": [],
        "ü": [],
        "": ["0scar", "Bob", "house", "ka-rin", "kari", "KARL", "Karl_the_2nd", "Otto"],
    }
    for beginning, wanted in found.items():
        assert sorted(names(f"?name={beginning.replace('%', '%25')}")) == sorted(wanted), beginning
        shown = page(f"/players/?name={beginning.replace('%', '%25')}")
        told = {name for name in found[""] if f'href="/players/{name}/"' in shown}
        assert told == set(wanted), beginning


def test_what_is_no_beginning_of_a_name() -> None:
    assert client_of(None).get(f"{API}?name=%00").json()["code"] == "invalid"
    assert client_of(None).get(f"{API}?name={'x' * 21}").json()["code"] == "invalid"
    assert client_of(None).get(f"{API}?nam=kar").json()["code"] == "unknown_parameter"
    for beginning in ("%00", "x" * 300, "%3Cscript%3E"):
        assert "begins with" in page(f"/players/?name={beginning}")
    assert "<script>" not in page("/players/?name=%3Cscript%3E")


def test_pages_have_everybody_once_in_order() -> None:
    for number in range(34):
        person(f"Player{number:02}")
    seen: list[str] = []
    address = f"{API}?name=pl&page_size=10"
    while address:
        answer = client_of(None).get(address).json()
        seen += [row["name"] for row in answer["results"]]
        if len(seen) == 10:
            person("Player00a")  # behind us: it shifts no page
        address = answer["next"]
    assert seen == [f"Player{number:02}" for number in range(34)]
    first = Client().get("/players/?name=player&game=goal")
    second = Client().get(first.context["next"])
    shown = [row["player"].username for row in (*first.context["rows"], *second.context["rows"])]
    assert shown == ["Player00", "Player00a", *seen[1:]]
    assert second.context["info"].key == "goal"
    assert second.context["next"] is None
    back = Client().get(second.context["previous"])
    assert [row["player"] for row in back.context["rows"]] == [
        row["player"] for row in first.context["rows"]
    ]


def test_a_made_up_cursor() -> None:
    assert client_of(None).get(f"{API}?cursor=cD14").status_code == 200  # it says p=x
    for cursor in ("nonsense", "cD0lMDA=", "cD1BJTIw"):
        assert client_of(None).get(f"{API}?cursor={cursor}").json()["code"] == "bad_cursor"
        assert Client().get(f"/players/?cursor={cursor}").headers["Location"] == "/players/"


def test_closed_accounts_and_unproven_ones_are_not_there(settings: Any) -> None:
    gone, closed, anna = person("Gina"), person("Conny"), person("Anna")
    leave(gone.pk, timezone.now())
    User.objects.filter(pk=closed.pk).update(is_active=False)
    signed_up, proven = person("Sign-up"), person("Proven")
    EmailAddress.objects.create(user=signed_up, email=signed_up.email, verified=False)
    EmailAddress.objects.create(user=proven, email=proven.email, verified=True)
    assert names() == ["Anna", "house", "Proven", "Sign-up"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert names() == ["Anna", "house", "Proven"]
    shown = page("/players/", anna)
    assert "Sign-up" not in shown
    assert "gone-" not in shown
    assert "Conny" not in shown


def test_no_secret_of_an_account_is_told(anna: User) -> None:
    seen = datetime(2026, 3, 17, 4, 5, 6, tzinfo=timezone.get_current_timezone())
    User.objects.filter(pk=anna.pk).update(
        last_seen=seen, last_login=seen + timedelta(days=70), time_zone="Pacific/Apia"
    )
    answer = client_of(None).get(API)
    [row] = [row for row in answer.json()["results"] if row["name"] == "Anna"]
    assert set(row) == {"name", "is_bot", "since", "strengths"}
    for text in (answer.content.decode(), page(), page("/players/", person("Reader"))):
        for secret in (anna.email, "example.org", "Mar", "2026-03-17", "Apia", anna.access_salt):
            assert secret not in text, secret
    read = players().get(username="Anna").get_deferred_fields()
    assert {"email", "last_seen", "last_login", "password", "access_salt", "time_zone"} <= read


@pytest.fixture
def anna() -> User:
    return person("Anna")


def test_who_is_a_bot_and_how_strong(anna: User) -> None:
    robot = person("Robot", is_bot=True)
    strong(anna, 1623)
    strong(anna, 1400, "goal", rank=0)
    rows = {row["name"]: row for row in client_of(None).get(API).json()["results"]}
    assert (rows["Anna"]["is_bot"], rows["Robot"]["is_bot"], rows["house"]["is_bot"]) == (0, 1, 1)
    assert [(one["game"], one["rating"]) for one in rows["Anna"]["strengths"]] == [
        ("goal", 1400),
        (GAME, 1623),
    ]
    assert rows["Robot"]["strengths"] == []
    assert rows["Anna"]["since"] == anna.date_joined.date().isoformat()
    [row] = client_of(None).get(f"{API}?name=anna&game=goal").json()["results"]
    assert [one["game"] for one in row["strengths"]] == ["goal"]
    shown = page()
    assert f'{robot.username}</a> <span class="badge">bot</span>' in shown
    assert 'house</a> <span class="badge">computer</span>' in shown
    assert "1623.0" in shown
    assert "1400.0" in page("/players/?game=goal")
    assert "1623.0" in page("/players/?game=chess")
    reader = person("Reader", strength_shown="rank")
    assert "17 kyu" in page("/players/", reader)
    assert "1623.0" not in page("/players/", reader)


def test_the_page_leads_to_a_challenge_where_there_can_be_one(anna: User) -> None:
    boris, clara, dora = person("Boris"), person("Clara"), person("Dora")
    robot = person("Robot", is_bot=True)
    now = timezone.now()
    boundaries.put_up(clara, anna, Boundary.Kind.BLOCK, now)
    boundaries.put_up(anna, dora, Boundary.Kind.BLOCK, now)
    boundaries.put_up(boris, anna, Boundary.Kind.MUTE, now)

    def open_to(reader: User | None) -> set[str]:
        shown = page("/players/?game=goal", reader)
        assert all(f"/players/{user.username}/" in shown for user in (anna, boris, clara, dora))
        link = "/challenges/?opponent={}&amp;game=goal#new"
        everybody = User.objects.values_list("username", flat=True)
        return {name for name in everybody if link.format(name) in shown}

    assert open_to(anna) == {"Boris", "Robot", "house"}
    assert open_to(clara) == {"Boris", "Dora", "Robot", "house"}
    assert open_to(robot) == open_to(None) == set()
    form = page("/challenges/?opponent=Boris&game=goal", anna)
    assert 'value="Boris"' in form
    assert 'href="/players/"' in form


def test_no_query_for_each_row(anna: User) -> None:
    def count(address: str, client: Any) -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get(address).status_code == 200
        return len(found)

    client = Client()
    client.force_login(anna)
    client.get("/players/")
    few = (count("/players/", client), count(API, client_of(None)))
    for number in range(25):
        strong(person(f"Player{number}", is_bot=number % 2 == 0), 1500 + number)
    assert (count("/players/", client), count(API, client_of(None))) == few


@pytest.mark.parametrize("beginning", ["kar1", "x"])
def test_a_beginning_is_found_by_index(beginning: str) -> None:
    if connection.vendor != "postgresql":
        return
    User.objects.bulk_create(User(username=f"player{number}", email="") for number in range(300))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_indexscan = off")  # not the walk along all names
        sql, values = players(beginning).query.sql_with_params()
        cursor.execute(f"EXPLAIN {sql}", values)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "user_look_0" in plan, plan
    assert "user_look_1" in plan, plan
    assert "Seq Scan on accounts_user" not in plan


def test_both_readings_of_a_name_have_their_index() -> None:
    named = {index.name for index in User._meta.indexes}
    assert {f"user_look_{way}" for way in range(len(looks("x")))} <= named


def test_the_api_keeps_what_the_schema_says(schema: dict[str, Any], anna: User) -> None:
    strong(anna, 1500)
    found: list[str] = []
    for query in ("", "?name=an", f"?game={GAME}&page_size=1", "?name=%00", "?cursor=x", "?a=1"):
        answer = client_of(None).get(f"{API}{query}")
        found += complaints(schema, "get", f"{API}{query}", answer)
    assert found == []
    tag = client_of(None).get(API)["ETag"]
    assert client_of(None).get(API, HTTP_IF_NONE_MATCH=tag).status_code == 304


def test_the_list_is_throttled_like_others(settings: Any) -> None:
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "anon": "2/minute"}
    settings.THROTTLE_STORAGE = "memory://"
    forget_counters()
    statuses = [client_of(None).get(API).status_code for _ in range(3)]
    forget_counters()
    assert statuses == [200, 200, 429]
