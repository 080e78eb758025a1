"""The account's own pages: who may see them, what they change, what they let through."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts import hooks
from accounts.models import ApiToken, User
from accounts.selectors import house
from accounts.services import LIFETIME_BY_PASSWORD, issue_token, mark_as_bot, set_time_zone
from golem.rest.refusals import Conflict
from tests.accounts.conftest import account, log_in, signed_in
from tests.racing import race

pytestmark = pytest.mark.django_db
PRIVATE = ["settings/", "tokens/", "email/", "password/change/"]
PUBLIC = ["login/", "signup/", "password/reset/", "confirm-email/", "password/reset/done/"]
SCRIPT = "</script><img src=x onerror=alert(1)>"


@pytest.mark.parametrize("page", PRIVATE)
def test_private_pages_ask_for_a_login_and_come_back(page: str) -> None:
    answer = Client().get(f"/account/{page}")
    assert answer.headers["Location"] == f"/account/login/?next=/account/{page}"


@pytest.mark.parametrize("page", [*PRIVATE, *PUBLIC])
def test_no_cache_keeps_an_account_page(alice: User, page: str) -> None:
    client = signed_in(alice) if page in PRIVATE else Client()
    answer = client.get(f"/account/{page}")
    assert answer.status_code == 200
    assert {"no-store", "private"} <= set(answer.headers["Cache-Control"].split(", "))
    assert "Cookie" in answer.headers["Vary"]


@pytest.mark.parametrize("page", [*PRIVATE, *PUBLIC])
def test_pages_hold_no_inline_script_and_label_every_field(alice: User, page: str) -> None:
    client = signed_in(alice) if page in PRIVATE else Client()
    text = client.get(f"/account/{page}").content.decode()
    assert "onclick" not in text
    assert "<script>" not in text
    for field in (client.get(f"/account/{page}").context or {}).get("form") or []:
        assert f'for="{field.id_for_label}"' in text


def test_the_zone_is_chosen_and_used(alice: User) -> None:
    client = signed_in(alice)
    answer = client.post("/account/settings/", {"time_zone": "Asia/Kathmandu"})
    assert answer.status_code == 302
    page = client.get("/account/settings/")
    shown = page.context["local_time"]
    assert "Asia/Kathmandu" in page.content.decode()
    assert shown.astimezone(ZoneInfo("Asia/Kathmandu")).strftime("%H:%M") in page.content.decode()


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "posix/UTC", "../UTC", SCRIPT, "Etc/GMT+5"])
def test_no_other_zone_is_taken(alice: User, name: str) -> None:
    answer = signed_in(alice).post("/account/settings/", {"time_zone": name})
    assert answer.status_code == 200
    assert answer.context["zone_form"].errors
    assert SCRIPT not in answer.content.decode()
    with pytest.raises(ValidationError):
        set_time_zone(alice, name, timezone.now())


def test_a_zone_that_vanished_from_the_tables_breaks_no_page(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Old/Zone")
    assert signed_in(alice).get("/account/settings/").status_code == 200


def test_a_bot_before_its_first_match_and_for_good(alice: User) -> None:
    client = signed_in(alice)
    assert client.post("/account/settings/bot/", {}).context["bot_form"].errors
    assert not User.objects.get(pk=alice.pk).is_bot
    assert client.post("/account/settings/bot/", {"sure": "on"}).status_code == 302
    assert User.objects.get(pk=alice.pk).is_bot
    assert b"Make this account a bot" not in client.get("/account/settings/").content


def test_no_bot_after_the_first_match(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "has_played", [lambda user: False, lambda user: True])
    client = signed_in(alice)
    assert b"Make this account a bot" not in client.get("/account/settings/").content
    answer = client.post("/account/settings/bot/", {"sure": "on"})
    assert b"has had a match already" in answer.content
    with pytest.raises(Conflict):
        mark_as_bot(alice)
    assert not User.objects.get(pk=alice.pk).is_bot


def test_a_bot_stays_one_after_its_matches(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    mark_as_bot(alice)
    monkeypatch.setattr(hooks, "has_played", [lambda user: True])
    mark_as_bot(alice)
    assert User.objects.get(pk=alice.pk).is_bot


@pytest.mark.django_db(transaction=True)
def test_marking_twice_at_once() -> None:
    alice = account("Alice")
    assert race(*[lambda: mark_as_bot(User.objects.get(pk=alice.pk))] * 2) == [None, None]


def test_what_people_type_comes_back_as_text(alice: User) -> None:
    client = signed_in(alice)
    for nasty in (SCRIPT, '"-alert(1)-"', "{{7*7}}"):
        page = client.post("/account/tokens/", {"name": nasty, "scope": "read", "days": "30"})
        assert "<img src=x" not in page.content.decode()
        assert ">49<" not in page.content.decode()
        for fields in ({"login": nasty, "password": "x"}, {"username": nasty, "email": nasty}):
            for path in ("/account/login/", "/account/signup/"):
                assert "<img src=x" not in Client().post(path, fields).content.decode()
        shown = Client().get("/account/login/", {"next": nasty}).content.decode()
        assert "<img src=x" not in shown


def test_the_admin_pages_show_no_secret(alice: User) -> None:
    root = User.objects.create_superuser("Rooot", "root@example.org", "x-secret-9")
    issue_token(alice, "mine", ApiToken.Scope.PLAY, LIFETIME_BY_PASSWORD, timezone.now())
    row = ApiToken.objects.get()
    client = signed_in(root)
    alice.refresh_from_db()
    paths = ["", "accounts/user/", f"accounts/user/{alice.pk}/change/", "accounts/user/add/"]
    for path in [*paths, f"accounts/user/{house().pk}/change/", "auth/", "accounts/"]:
        answer = client.get(f"/admin/{path}")
        assert answer.status_code == 200, path
        text = answer.content.decode()
        for secret in (alice.password, alice.password[-12:], alice.access_salt, row.digest):
            assert secret not in text
        assert "md5" not in text
    for path in ("knox/authtoken/", "accounts/apitoken/", "account/emailconfirmation/"):
        assert client.get(f"/admin/{path}").status_code == 404
    assert client.get(f"/admin/accounts/user/{alice.pk}/delete/").status_code == 403


def test_the_staff_does_not_raise_itself(alice: User) -> None:
    clerk = account("Clerk", is_staff=True)
    clerk.user_permissions.add(
        *Permission.objects.filter(codename__in=["change_user", "view_user"])
    )
    root = User.objects.create_superuser("Rooot", "root@example.org", "x-secret-9")
    client = signed_in(clerk)
    own = f"/admin/accounts/user/{clerk.pk}/change/"
    fields = {"username": "Clerk", "time_zone": "UTC", "is_active": "on", "is_superuser": "on"}
    assert client.post(own, fields).status_code == 302
    assert not User.objects.get(pk=clerk.pk).is_superuser
    assert client.post(f"/admin/accounts/user/{root.pk}/password/", {}).status_code == 403
    assert client.post(f"/admin/accounts/user/{root.pk}/change/", fields).status_code == 403


def test_the_admin_login_is_the_sites_own(alice: User) -> None:
    answer = Client().get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/account/login/")
    assert signed_in(alice).get("/admin/login/").status_code == 403


def test_own_origin_passes_and_a_foreign_one_does_not(alice: User, settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://golem.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.ALLOWED_HOSTS = ["golem.example"]
    for origin, status in (("https://golem.example", 302), ("https://evil.example", 403)):
        client = Client(
            enforce_csrf_checks=True,
            headers={"Host": "golem.example", "X-Forwarded-Proto": "https"},
        )
        client.get("/account/login/")
        token = client.cookies["csrftoken"].value
        headers = {"Origin": origin, "Referer": f"{origin}/", "X-CSRFToken": token}
        fields = {"login": "Alice", "password": "correct-horse-9"}
        assert client.post("/account/login/", fields, headers=headers).status_code == status


def test_a_claimed_scheme_is_not_believed_without_a_proxy(alice: User, settings: Any) -> None:
    assert settings.SECURE_PROXY_SSL_HEADER is None
    answer = Client(headers={"X-Forwarded-Proto": "https"}).get("/account/login/")
    assert not answer.wsgi_request.is_secure()


def test_after_logout_nothing_private_is_left(alice: User) -> None:
    client = Client()
    log_in(client, "Alice")
    client.post("/account/logout/")
    assert client.get("/account/settings/").status_code == 302
    assert b"Alice" not in client.get("/account/login/").content
