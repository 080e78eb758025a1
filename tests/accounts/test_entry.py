"""Login, sign-up and reset: who asks learns nothing about who has an account."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from accounts.selectors import house
from golem.outbox.models import Message
from tests.accounts.conftest import (
    OTHER_PASSWORD,
    PASSWORD,
    account,
    ask_token,
    body_of,
    link_in,
    log_in,
    mails_to,
    sign_up,
)

pytestmark = pytest.mark.django_db


def closed(name: str) -> User:
    """Return an account that was closed."""
    return account(name, is_active=False)


LOGINS = [
    "Alice",
    "alice@example.org",
    "Nobody",
    "nobody@example.org",
    "Closed",
    "closed@example.org",
]


@pytest.mark.parametrize("ask", [log_in, ask_token], ids=["page", "token"])
@pytest.mark.parametrize("typed", [*LOGINS, "house", "Twin@example.org", "x" * 5000])
def test_one_hash_of_work_for_a_wrong_password(
    alice: User, hashes: list[str], ask: Any, typed: str
) -> None:
    closed("Closed")
    account("Twin1", "twin@example.org", proven=False)
    account("Twin2", "twin@example.org", proven=False)
    hashes.clear()
    answer = ask(Client(), typed, "wrong-password")
    too_long = ask is ask_token and len(typed) > 254
    refused = {log_in: 200, ask_token: 401}[ask]
    assert (answer.status_code, len(hashes)) == ((400, 0) if too_long else (refused, 1))


@pytest.mark.parametrize("ask", [log_in, ask_token], ids=["page", "token"])
@pytest.mark.parametrize("typed", ["Alice", "aLICE", "ALICE@example.org", "Closed"])
def test_one_hash_of_work_for_the_right_password(
    alice: User, hashes: list[str], ask: Any, typed: str
) -> None:
    closed("Closed")
    hashes.clear()
    assert (
        ask(Client(), typed).status_code
        == {
            ("log_in", False): 302,
            ("log_in", True): 200,
            ("ask_token", False): 200,
            ("ask_token", True): 401,
        }[ask.__name__, typed == "Closed"]
    )
    assert len(hashes) == 1


@pytest.mark.parametrize("confirm", ["mandatory", "none"])
@pytest.mark.parametrize("ask", [log_in, ask_token], ids=["page", "token"])
def test_unknown_wrong_and_closed_look_the_same(
    alice: User, settings: Any, ask: Any, confirm: str
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = confirm
    closed("Close")
    tries = [("Alice", "wrong"), ("Nobod", "wrong"), ("Close", "wrong"), ("Close", PASSWORD)]
    answers = {
        typed + password: body_of(ask(Client(), typed, password)) for typed, password in tries
    }
    same = {
        (status, place, text.replace(name[:5], "NAME"))
        for name, (status, place, text) in answers.items()
    }
    assert len(same) == 1


@pytest.mark.usefixtures("confirming")
def test_reset_answers_the_same_and_writes_one_mail_whoever_asks(alice: User) -> None:
    closed("Closed")
    account("Unproven", proven=False)
    names = ["alice", "nobody", "closed", "unproven"]
    answers = []
    for name in names:
        typed = {"email": f"{name}@example.org"}
        answers.append(body_of(Client().post("/account/password/reset/", typed)))
        assert len(mails_to(typed["email"])) == 1
    assert len(set(answers)) == 1
    assert [mails_to(f"{name}@example.org")[0].kind for name in names] == [
        "password_reset_key",
        "unknown_account",
        "unknown_account",
        "unknown_account",
    ]


@pytest.mark.usefixtures("confirming")
def test_sign_up_answers_the_same_for_a_known_address(alice: User, hashes: list[str]) -> None:
    account("Unproven", proven=False)
    closed("Closed")
    answers, work = [], []
    for number, name in enumerate(["alice", "nobody", "unproven", "closed"]):
        hashes.clear()
        answers.append(body_of(sign_up(Client(), f"New{number}", f"{name}@example.org")))
        work.append(len(hashes))
    assert len(set(answers)) == 1
    assert work == [1, 1, 1, 1]
    assert [
        mails_to(f"{name}@example.org")[0].kind for name in ["alice", "nobody", "unproven"]
    ] == [
        "account_already_exists",
        "email_confirmation_signup",
        "email_confirmation_signup",
    ]


@pytest.mark.usefixtures("confirming")
def test_what_signs_up_with_a_known_address_stays_outside(alice: User) -> None:
    sign_up(Client(), "Thief", "alice@example.org")
    client = Client()
    assert log_in(client, "Thief").headers["Location"] == "/account/confirm-email/"
    assert "_auth_user_id" not in client.session
    assert ask_token(client, "Thief").json()["code"] == "address_unconfirmed"
    assert {mail.kind for mail in mails_to("alice@example.org")} == {"account_already_exists"}
    assert log_in(Client(), "alice@example.org").headers["Location"] == "/"


@pytest.mark.usefixtures("confirming")
def test_an_unconfirmed_address_opens_nothing() -> None:
    sign_up(Client(), "Bob", "bob@example.org")
    client = Client()
    assert log_in(client, "Bob").headers["Location"] == "/account/confirm-email/"
    assert client.get("/account/settings/").status_code == 302
    answer = ask_token(client, "Bob")
    assert (answer.status_code, answer.json()["code"]) == (403, "address_unconfirmed")
    assert ask_token(client, "Bob", "wrong").json()["code"] == "bad_credentials"


def test_an_embedded_server_lets_people_in_at_once() -> None:
    client = Client()
    assert sign_up(client, "Bob", "bob@example.org").headers["Location"] == "/"
    assert client.session["_auth_user_id"] == str(User.objects.get(username="Bob").pk)
    assert Message.objects.count() == 0


@pytest.mark.usefixtures("confirming")
def test_no_mail_server_is_asked_in_a_request(alice: User, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # nobody listens there
    for name in ("alice", "nobody"):
        typed = {"email": f"{name}@example.org"}
        assert Client().post("/account/password/reset/", typed).status_code == 302
    assert sign_up(Client(), "Bob", "bob@example.org").status_code == 302
    assert Message.objects.filter(due_at__isnull=False, attempts=0).count() == 3


def test_page_and_token_share_one_allowance_of_failures(alice: User) -> None:
    for attempt in range(5):
        ask = (log_in, ask_token)[attempt % 2]
        typed = ("Alice", "ALICE@example.org")[attempt // 2 % 2]
        assert ask(Client(), typed, "wrong").status_code in (200, 401)
    refused = ask_token(Client(), "alice")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert int(refused.headers["Retry-After"]) > 0
    page = log_in(Client(), "alice")
    assert page.context["form"].non_field_errors() == [
        "Too many failed login attempts. Try again later."
    ]
    cache.clear()
    assert ask_token(Client(), "alice").status_code == 200


def test_page_and_token_share_the_limit_of_an_address(alice: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "3/m/ip"}
    assert log_in(Client(), "Nobody1").status_code == 200
    assert ask_token(Client(), "Nobody2").status_code == 401
    assert log_in(Client(), "Nobody3").status_code == 200
    assert ask_token(Client(), "Alice").status_code == 429
    assert log_in(Client(), "Alice").status_code == 429


def test_the_limit_counts_callers_behind_our_proxy_apart(alice: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}
    settings.TRUSTED_PROXY_COUNT = 1
    for forged in ("1.1.1.1", "2.2.2.2"):
        near = Client(headers={"X-Forwarded-For": f"{forged}, 203.0.113.5"})
        far = Client(headers={"X-Forwarded-For": "203.0.113.6"})
        statuses = (log_in(near, "Nobody").status_code, forged)
        assert statuses in [(200, "1.1.1.1"), (429, "2.2.2.2")]
    assert log_in(far, "Nobody").status_code == 200


def test_the_house_lets_nobody_in() -> None:
    for typed in ("house", "HOUSE"):
        assert ask_token(Client(), typed, "").status_code == 400
        assert ask_token(Client(), typed, house().password).status_code == 401


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "///evil",
        "http:evil.example",
        "http://testserver.evil.example/",
        "\thttps://evil.example/",
    ],
)
def test_no_redirect_leads_elsewhere(alice: User, target: str) -> None:
    for path in ("/account/login/", "/account/signup/", "/account/password/reset/"):
        page = Client().get(path, {"next": target})
        assert page.status_code == 200
    client = Client()
    assert log_in(client, "Alice", next=target).headers["Location"] == "/"
    assert client.get("/account/login/", {"next": target}).headers["Location"] == "/"
    assert client.post("/account/logout/", {"next": target}).headers["Location"] == "/"


def test_a_redirect_on_this_site_is_followed(alice: User) -> None:
    asked = Client().get("/account/tokens/").headers["Location"]
    assert asked == "/account/login/?next=/account/tokens/"
    answer = log_in(Client(), "Alice", next="/account/tokens/")
    assert answer.headers["Location"] == "/account/tokens/"


def test_logout_is_by_post_only_and_needs_the_forms_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.get("/account/logout/").status_code == 405
    assert client.post("/account/logout/").status_code == 403
    assert client.get("/account/settings/").status_code == 200


def test_reset_ends_in_a_new_password_once(alice: User) -> None:
    Client().post("/account/password/reset/", {"email": "ALICE@example.org"})
    (mail,) = mails_to("alice@example.org")
    client = Client()
    page = client.get(link_in(mail), follow=True)
    form = page.redirect_chain[-1][0]
    assert "set-password" in form
    chosen = {"password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    assert client.post(form, chosen).headers["Location"] == "/account/password/reset/key/done/"
    assert log_in(Client(), "Alice", OTHER_PASSWORD).status_code == 302
    again = Client().get(link_in(mail), follow=True)
    assert b"used up" in again.content
    assert mails_to("alice@example.org")[-1].kind == "password_reset"


@pytest.mark.parametrize("name", ["evil.example", "testserver.evil.example"])
def test_a_foreign_host_is_refused(alice: User, name: str) -> None:
    typed = {"email": "alice@example.org"}
    answer = Client(headers={"Host": name}).post("/account/password/reset/", typed)
    assert answer.status_code == 400
    assert Message.objects.count() == 0


def test_links_in_mails_have_the_configured_origin(alice: User, settings: Any) -> None:
    settings.GOLEM_ORIGIN = "https://golem.example"
    typed = {"email": "alice@example.org"}
    forged = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "gopher"}
    Client(headers=forged).post("/account/password/reset/", typed)
    (mail,) = mails_to("alice@example.org")
    assert "https://golem.example/account/password/reset/key/" in mail.text
    assert "https://golem.example/account/password/reset/key/" in mail.html
    assert "evil" not in mail.text + mail.html + mail.subject
    assert "testserver" not in mail.text + mail.html + mail.subject
