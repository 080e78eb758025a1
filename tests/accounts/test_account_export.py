"""What is held of an account, as a file."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import ApiToken, User
from golem.outbox.models import Message
from tests.accounts.conftest import (
    account,
    ask_token,
    signed_in,
)
from tests.accounts.leavers import ADDRESS, NAME, NOW, export_of

pytestmark = pytest.mark.django_db


def test_the_export_holds_the_account_and_no_secret(wanderer: User) -> None:
    client = signed_in(wanderer)
    token = ask_token(Client(), NAME).json()["token"]
    Message.objects.create(
        kind="x", user=wanderer, address=ADDRESS, text="BODY", created_at=NOW, due_at=NOW
    )
    answer: Any = client.get("/account/export/")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="golem-Wanderer-')
    assert "no-store" in answer.headers["Cache-Control"]
    text = b"".join(answer.streaming_content).decode()
    held = json.loads(text)
    assert held["format"] == "golem-account-1"
    assert (held["profile"]["name"], held["profile"]["email"]) == (NAME, ADDRESS)
    assert held["addresses"] == [{"email": ADDRESS, "primary": True, "verified": True}]
    assert [row["name"] for row in held["api_tokens"]] == ["name and password"]
    assert held["sessions"] == {"number": 1}
    assert [row["kind"] for row in held["mails"]] == ["x"]
    row, stored = ApiToken.objects.get(), User.objects.get(pk=wanderer.pk)
    secrets = [token, row.digest, row.token_key, stored.password, stored.access_salt, "BODY"]
    secrets.append(str(client.session.session_key))
    assert [secret for secret in secrets if secret in text] == []


def test_the_export_changes_nothing_and_is_nobody_elses(wanderer: User) -> None:
    client = signed_in(wanderer)
    assert client.post("/account/export/").status_code == 405
    assert Client().get("/account/export/").status_code == 302
    assert Client().get("/api/v1/me/export/").status_code == 401
    other = json.loads(export_of(signed_in(account("Other"))))
    assert other["profile"]["name"] == "Other"
    assert ADDRESS not in str(other)


def test_the_export_by_the_api_needs_the_scope_and_shares_the_allowance(
    wanderer: User, settings: Any
) -> None:
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "export": "2/hour"}
    token = ask_token(Client(), NAME).json()["token"]
    client = Client(headers={"Authorization": f"Token {token}"})
    ApiToken.objects.update(scope="read")
    refused = client.get("/api/v1/me/export/")
    assert (refused.status_code, refused.json()["code"]) == (403, "token_scope")
    ApiToken.objects.update(scope="play")
    held = json.loads(export_of(client, "/api/v1/me/export/"))
    assert held["profile"]["name"] == NAME
    assert signed_in(wanderer).get("/account/export/").status_code == 200
    assert client.get("/api/v1/me/export/").status_code == 429
    page = signed_in(wanderer).get("/account/export/")
    assert (page.status_code, int(page.headers["Retry-After"]) > 0) == (429, True)


def test_the_command_exports(wanderer: User) -> None:
    out = StringIO()
    call_command("accounts", "export", "wanderer", stdout=out)
    assert json.loads(out.getvalue())["profile"]["name"] == NAME
