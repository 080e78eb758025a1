"""Faults of other servers' mails: links that act, a flood of mails, ends that nobody explains."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts.models import Session, User
from golem.matches.models import Match
from golem.outbox.models import Notice
from golem.outbox.sender import send_due
from tests.accounts.conftest import account, sign_up
from tests.load import waiting
from tests.matches.conftest import client_of, person
from tests.matches.hours import h, sweep_at
from tests.matches.test_reminders import start

pytestmark = pytest.mark.django_db
LINK = re.compile(r"http://127\.0\.0\.1:8000(/[^\s\"<>]*)")


def everything_stored() -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables, but for sessions: a visitor may get one."""
    models = [model for model in apps.get_models() if model is not Session]
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values_list())
        for model in models
    }


def test_no_link_of_any_mail_acts_by_being_followed(mailoutbox: Any, settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    account("Anna")
    sign_up(Client(), "Boris", "boris@example.org")
    Client().post("/account/password/reset/", {"email": "anna@example.org"})
    told = waiting.play(waiting.people(10), timezone.now())
    waiting.wait(told, timezone.now())
    sign_up(Client(), "Clara", "clara@example.org")
    assert send_due() >= 11
    parts = [part for mail in mailoutbox for part in (mail.body, mail.alternatives[0][0])]
    headers = [mail.extra_headers.get("List-Unsubscribe", "") for mail in mailoutbox]
    links = sorted({link for text in (*parts, *headers) for link in LINK.findall(text)})
    kinds = {urlsplit(link).path.split("/")[1] for link in links}
    assert {"account", "matches", "challenges"} <= kinds
    before = everything_stored()
    for link in links:
        for _ in range(3):
            assert Client().get(link, follow=True).status_code in (200, 404), link
            assert Client().head(link).status_code in (200, 302, 404), link
    assert everything_stored() == before


def test_twelve_losses_at_once_are_one_mail_and_each_says_why(
    anna: User, mailoutbox: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [person(f"Rival{number}") for number in range(12)]
    matches = [start(anna, other, "fixed-7") for other in others]
    late = h(7 * 24) + timedelta(minutes=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: late)
    for _ in range(3):
        sweep_at(7 * 24)
    assert set(Match.objects.values_list("how", "winner")) == {("timeout", "red")}
    assert send_due() == 13
    assert send_due() == 0
    by_address = {mail.to[0]: mail for mail in mailoutbox}
    assert len(by_address) == len(mailoutbox) == 13  # one for each player
    to_anna = by_address["anna@example.org"]
    assert to_anna.subject == "[Golem] 12 matches over"
    assert len(re.findall("You lost against Rival", to_anna.body)) == 12
    assert set(Notice.objects.values_list("state", flat=True)) == {"told"}
    for match in matches:
        page = Client().get(f"/matches/{match.pk}/").content.decode()
        found = client_of(None).get(f"/api/v1/matches/{match.pk}/").json()
        assert found["outcome"]["how"] == "timeout"
        assert "On time" in page
