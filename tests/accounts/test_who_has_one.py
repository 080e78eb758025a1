"""Whoever asks learns nothing of who has an account: neither from the answer, nor from the work.

The mail server has no part in an answer, be it up, down or slow; so time can only come from the
queries and the hashes of a request, and those are counted here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.leaving import carry_out, leave
from accounts.models import User
from golem.outbox.models import Message
from tests.accounts.conftest import account, ask_token, body_of, log_in, sign_up, signed_in
from tests.outbox.post_office import open_post_office

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("confirming")]

PEOPLE = ("known", "nobody", "close", "leave", "maybe")
"""Five letters each, or six: known, unknown, closed by the staff, deleted, never proven."""


@pytest.fixture(autouse=True)
def _people(db: None) -> None:
    account("known")
    account("close", is_active=False)
    account("maybe", proven=False)
    left = account("leave")
    leave(left.pk, timezone.now())
    carry_out(left.pk, timezone.now())


@contextmanager
def up(settings: Any) -> Iterator[None]:
    """A mail server that takes everything."""
    with _server(settings):
        yield


@contextmanager
def slow(settings: Any) -> Iterator[None]:
    """A mail server that lets everybody wait."""
    with _server(settings, stalls=True):
        yield


@contextmanager
def down(settings: Any) -> Iterator[None]:
    """No mail server at all."""
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    yield


@contextmanager
def _server(settings: Any, *, stalls: bool = False) -> Iterator[None]:
    with open_post_office() as office:
        office.stalls = stalls
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield
        assert office.lines == 0  # no request has even asked for it


def reset(who: str) -> Any:
    """Ask for a new password."""
    return Client().post("/account/password/reset/", {"email": f"{who}@example.org"})


def signing_up(who: str) -> Any:
    """Sign up with the address."""
    return sign_up(Client(), "Newcomer", f"{who}@example.org")


def by_name(who: str) -> Any:
    """Log in by name with a wrong password."""
    return log_in(Client(), who, "wrong-password")


def by_address(who: str) -> Any:
    """Log in by address with a wrong password."""
    return log_in(Client(), f"{who}@example.org", "wrong-password")


def token(who: str) -> Any:
    """Ask for a token with a wrong password."""
    return ask_token(Client(), who, "wrong-password")


def token_by_address(who: str) -> Any:
    """Ask for a token by address with a wrong password."""
    return ask_token(Client(), f"{who}@example.org", "wrong-password")


def change(who: str) -> Any:
    """Wish for the address as one's own."""
    fields = {"email": f"{who}@example.org", "password": "correct-horse-9"}
    return signed_in(User.objects.get(username="asker")).post("/account/email/", fields)


def resend(who: str) -> Any:
    """Ask for the mail to the wished address once more."""
    client = signed_in(User.objects.get(username="asker"))
    cache.clear()
    return client.post("/account/email/", {"resend": "1"})


ASKINGS = [reset, signing_up, by_name, by_address, token, token_by_address, change, resend]


@pytest.mark.parametrize("server", [up, down, slow])
@pytest.mark.parametrize("ask", ASKINGS, ids=lambda ask: ask.__name__)
def test_answer_and_work_are_the_same_for_everybody(
    settings: Any, hashes: list[str], server: Callable[[Any], Any], ask: Callable[[str], Any]
) -> None:
    settings.EMAIL_BACKEND = "golem.outbox.smtp.Backend"
    answers, work = {}, {}
    with server(settings):
        for who in PEOPLE:
            User.objects.filter(username__in=["Newcomer", "asker"]).delete()
            if ask in (change, resend):
                account("asker")
            if ask is resend:
                cache.clear()
                change(who)
            cache.clear()
            hashes.clear()
            with CaptureQueriesContext(connection) as asked:
                answer = ask(who)
            status, place, text = body_of(answer)
            answers[who] = (status, place, text.replace(who, "NAME"))
            work[who] = (len(hashes), len(asked))
    assert len(set(answers.values())) == 1
    assert len(set(work.values())) == 1, work
    assert Message.objects.filter(attempts__gt=0).count() == 0
