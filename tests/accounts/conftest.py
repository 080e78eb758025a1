"""Accounts with passwords, mails as they leave the outbox, and real threads."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from golem.outbox.models import Message

PASSWORD = "correct-horse-9"
OTHER_PASSWORD = "battery-staple-8"


def account(name: str, email: str = "", proven: bool = True, **fields: Any) -> User:
    """Return a stored account with PASSWORD and an address, proven or not."""
    address = email or f"{name.lower()}@example.org"
    user = User.objects.create_user(name, address, PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=proven)
    return user


def signed_in(user: User) -> Client:
    """Return a browser with a session of ``user``."""
    client = Client()
    client.force_login(user)
    return client


def log_in(client: Client, typed: str, password: str = PASSWORD, **extra: Any) -> Any:
    """Return the answer of the login page."""
    fields = {"login": typed, "password": password}
    return client.post("/account/login/", {**fields, **extra})


def sign_up(client: Client, name: str, email: str) -> Any:
    """Return the answer of the sign-up page."""
    passwords = {"password1": PASSWORD, "password2": PASSWORD}
    return client.post("/account/signup/", {"username": name, "email": email, **passwords})


def ask_token(client: Client, typed: str, password: str = PASSWORD) -> Any:
    """Return the answer of ``auth/token/``."""
    body = {"username": typed, "password": password}
    return client.post("/api/v1/auth/token/", body, content_type="application/json")


def body_of(response: Any) -> tuple[int, str, str]:
    """Return status, place and body, without the form's own secret."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", response.content.decode())
    return response.status_code, response.headers.get("Location", ""), text


def mails_to(address: str) -> list[Message]:
    """Return what waits in the outbox for ``address``, the oldest first."""
    return list(Message.objects.filter(address=address).order_by("pk"))


def link_in(message: Message) -> str:
    """Return the path of the first link to an account page in a mail."""
    found = re.search(re.escape(settings.GOLEM_ORIGIN) + r"(/account/\S+)", message.text)
    assert found, message.text
    return found[1]


@pytest.fixture(autouse=True)
def _no_attempts_yet() -> None:
    """Forget the login attempts of the test before."""
    cache.clear()


@pytest.fixture
def confirming(settings: Any) -> None:
    """The server asks for confirmed addresses, as in production."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were hashed since the test began."""
    done: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        done.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return done


@pytest.fixture
def alice(db: None) -> User:
    return account("Alice")


@pytest.fixture
def wanderer(db: None) -> User:
    """Somebody who is about to leave."""
    return account("Wanderer", "wanderer@example.org")
