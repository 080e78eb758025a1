"""API tokens: what they open, what they do not, and how they end."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.services import MOST_TOKENS, issue_token
from golem.rest.refusals import Conflict, Forbidden
from tests.accounts.conftest import account, ask_token, signed_in
from tests.racing import race

pytestmark = pytest.mark.django_db
MONTH = timedelta(days=30)
ME = "/api/v1/me/"


def token(user: User, scope: ApiToken.Scope = ApiToken.Scope.PLAY, **fields: Any) -> str:
    """Return a token of ``user``."""
    return issue_token(user, "test", scope, MONTH, timezone.now(), **fields)[1]


def bearing(clear: str) -> Client:
    """Return a client that shows a token."""
    return Client(headers={"Authorization": f"Token {clear}"})


def patch(client: Client, **body: Any) -> Any:
    """Return the answer to a change of one's own account."""
    return client.patch(ME, body, content_type="application/json")


def test_a_name_and_a_password_give_a_token(alice: User) -> None:
    answer = ask_token(Client(), "aLICE")
    body = answer.json()
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert (body["scope"], body["user"]) == ("play", "Alice")
    left = datetime.fromisoformat(body["expiry"]) - datetime.now(UTC)
    assert timedelta(days=29, hours=23) < left <= MONTH
    me = bearing(body["token"]).get(ME).json()
    assert (me["name"], me["email"], me["scope"]) == ("Alice", "alice@example.org", "play")


def test_a_token_is_stored_as_a_digest_only(alice: User) -> None:
    clear = token(alice)
    row = ApiToken.objects.get()
    stored = " ".join(str(value) for value in ApiToken.objects.values_list()[0])
    assert clear not in stored + str(row) + repr(row)
    assert row.digest not in str(row) + repr(row)


@pytest.mark.parametrize(
    "header",
    [
        "Token",
        "Token a b",
        "Token ÿ",
        "Token " + "0" * 64,
        "Token x\x00",
        "token nonsense",
        "Token " + "a" * 100000,
    ],
)
def test_a_token_that_is_none_is_401(alice: User, header: str) -> None:
    answer = Client(headers={"Authorization": header}).get(ME)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Token"
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_expired_revoked_and_closed_are_401(alice: User) -> None:
    expired, revoked, closed = token(alice), token(alice), token(account("Carl"))
    rows = list(ApiToken.objects.filter(user=alice).order_by("created"))
    ApiToken.objects.filter(pk=rows[0].pk).update(expiry=timezone.now() - timedelta(seconds=1))
    rows[1].delete()
    User.objects.filter(username="Carl").update(is_active=False)
    for clear in (expired, revoked, closed):
        answer = bearing(clear).get(ME)
        assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")


def test_nobody_is_401(alice: User) -> None:
    answer = Client().get(ME)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Token"


def test_a_token_to_read_writes_nothing(alice: User) -> None:
    client = bearing(token(alice, ApiToken.Scope.READ))
    assert client.get(ME).json()["scope"] == "read"
    answer = patch(client, time_zone="Europe/Berlin")
    assert (answer.status_code, answer.json()["code"]) == (403, "token_scope")
    assert User.objects.get(pk=alice.pk).time_zone == "UTC"
    assert patch(bearing(token(alice)), time_zone="Europe/Berlin").json()["time_zone"] == (
        "Europe/Berlin"
    )


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"time_zone": "Mars/Olympus"}, "time_zone", "unknown_time_zone"),
        ({"time_zone": "../../etc/passwd"}, "time_zone", "unknown_time_zone"),
        ({"time_zone": "x" * 65}, "time_zone", "max_length"),
        ({"time_zone": None}, "time_zone", "null"),
        ({"is_bot": True}, "is_bot", "unknown_field"),
        ({"name": "Bob"}, "name", "unknown_field"),
    ],
)
def test_a_bad_change_says_why(alice: User, body: dict[str, Any], field: str, code: str) -> None:
    answer = bearing(token(alice)).patch(ME, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["errors"][field][0]["code"] == code
    assert User.objects.get(pk=alice.pk).username == "Alice"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        '"x"',
        "{}",
        '{"username":"Alice"}',
        '{"username":[],"password":{}}',
        '{"username":null,"password":null}',
        '{"username":"A\\u0000","password":"x"}',
    ],
)
def test_a_bad_request_for_a_token_is_400(alice: User, body: str) -> None:
    answer = Client().post("/api/v1/auth/token/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_bad_header_does_not_hinder_the_login(alice: User) -> None:
    assert ask_token(bearing("nonsense"), "Alice").status_code == 200


def test_a_token_ends_itself(alice: User) -> None:
    client = bearing(token(alice, ApiToken.Scope.READ))
    assert client.post("/api/v1/auth/token/revoke/").status_code == 204
    assert client.get(ME).status_code == 401
    browser = signed_in(alice).post("/api/v1/auth/token/revoke/")
    assert (browser.status_code, browser.json()["code"]) == (400, "no_token")


def test_a_script_that_logs_in_each_day_goes_on_for_ever(alice: User) -> None:
    kept = token(alice)
    first = token(alice, by_password=True)
    for _ in range(MOST_TOKENS + 5):
        last = token(alice, by_password=True)
    assert ApiToken.objects.count() == MOST_TOKENS
    statuses = [bearing(clear).get(ME).status_code for clear in (kept, first, last)]
    assert statuses == [200, 401, 200]


def test_named_tokens_are_never_pushed_out(alice: User) -> None:
    for _ in range(MOST_TOKENS):
        token(alice)
    for by_password in (False, True):
        with pytest.raises(Conflict) as refused:
            token(alice, by_password=by_password)
        assert (refused.value.code, refused.value.data) == ("too_many_tokens", {"most": 20})
    assert ask_token(Client(), "Alice").status_code == 409
    ApiToken.objects.filter(pk=ApiToken.objects.earliest("created").pk).update(
        expiry=timezone.now()
    )
    assert ask_token(Client(), "Alice").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_many_tokens_at_once_stay_within_the_limit() -> None:
    alice = account("Alice")
    for _ in range(MOST_TOKENS - 2):
        token(alice)

    def make() -> Callable[[], str]:
        return lambda: token(alice)

    made = race(*[make() for _ in range(8)])
    assert sum(isinstance(clear, str) for clear in made) == 2
    assert ApiToken.objects.count() == MOST_TOKENS


def test_no_token_for_a_password_that_was_changed_meanwhile(alice: User) -> None:
    seen_before = User.objects.get(pk=alice.pk)
    alice.set_password("another-one-7")
    alice.save()
    with pytest.raises(Forbidden):
        token(seen_before)


def test_last_use_is_noted_sparingly(alice: User, django_assert_num_queries: Any) -> None:
    client = bearing(token(alice))
    client.get(ME)
    noted = ApiToken.objects.get().last_used
    assert noted is not None
    with django_assert_num_queries(1):
        client.get(ME)
    assert ApiToken.objects.get().last_used == noted


def test_the_page_shows_a_token_once(alice: User) -> None:
    client = signed_in(alice)
    fields = {"name": "My bot", "scope": "read", "days": "90"}
    made = client.post("/account/tokens/", fields)
    clear = made.context["clear"]
    assert clear in made.content.decode()
    assert "no-store" in made.headers["Cache-Control"]
    row = ApiToken.objects.get()
    assert (row.name, row.scope, row.by_password) == ("My bot", "read", False)
    assert bearing(clear).get(ME).json()["scope"] == "read"
    page = client.get("/account/tokens/").content.decode()
    assert "My bot" in page
    for secret in (clear, clear[:15], row.digest, row.token_key):
        assert secret not in page
    assert clear not in str(dict(client.session))
    assert client.post(f"/account/tokens/{row.public_id}/revoke/").status_code == 302
    assert bearing(clear).get(ME).status_code == 401


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "", "scope": "read", "days": "30"},
        {"name": "x", "scope": "all", "days": "30"},
        {"name": "x", "scope": "read", "days": "9999"},
        {"name": "x" * 41, "scope": "read", "days": "30"},
    ],
)
def test_a_bad_token_form_makes_none(alice: User, fields: dict[str, str]) -> None:
    answer = signed_in(alice).post("/account/tokens/", fields)
    assert (answer.status_code, answer.context["clear"]) == (200, None)
    assert not ApiToken.objects.exists()


def test_the_page_at_the_limit_says_so(alice: User) -> None:
    for _ in range(MOST_TOKENS):
        token(alice)
    answer = signed_in(alice).post("/account/tokens/", {"name": "x", "scope": "read", "days": "30"})
    assert b"Revoke one first" in answer.content


def test_nobody_revokes_anothers_token(alice: User) -> None:
    token(alice)
    path = f"/account/tokens/{ApiToken.objects.get().public_id}/revoke/"
    assert signed_in(account("Bob")).post(path).status_code == 404
    assert Client().post(path).headers["Location"].startswith("/account/login/")
    assert signed_in(alice).get(path).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(path).status_code == 403
    assert ApiToken.objects.count() == 1


def test_only_json_leaves_the_api(alice: User) -> None:
    clients = [Client(), bearing(token(alice))]
    for path in (ME, "/api/v1/auth/token/", "/api/v1/auth/token/revoke/"):
        for client in clients:
            for ask in (client.get, client.options):
                answer = ask(path, headers={"Accept": "text/html"})
                assert "html" not in answer.headers["Content-Type"]
                assert b"choices" not in answer.content


def test_a_session_needs_the_csrf_token_in_the_api(alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert patch(strict, time_zone="Europe/Berlin").status_code == 403
    assert User.objects.get(pk=alice.pk).time_zone == "UTC"
