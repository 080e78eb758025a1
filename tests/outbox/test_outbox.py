"""The outbox: written with what it tells, sent once, emptied, and no mail holds up another."""

import smtplib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import IntegrityError, transaction

from golem.outbox.models import Message
from golem.outbox.sender import send_due
from golem.outbox.services import post
from golem.outbox.store import FIRST_PAUSE, LEASE, MOST_ATTEMPTS, claim
from tests.outbox.conftest import NOON
from tests.racing import race

pytestmark = pytest.mark.django_db


class Picky(BaseEmailBackend):
    """A mail server that refuses one address."""

    def send_messages(self, messages: Any) -> int:
        """Keep what is not for that address."""
        for message in messages:
            if message.to == ["refused@example.org"]:
                raise smtplib.SMTPRecipientsRefused({})
            mail.outbox.append(message)
        return len(messages)


def write(address: str = "a@example.org", now: datetime = NOON) -> Message:
    """Put a mail into the outbox."""
    post("test", address, "Hello", "text", "<p>html</p>", now)
    return Message.objects.latest("pk")


@pytest.mark.usefixtures("clock")
def test_a_mail_is_sent_once_and_then_forgotten() -> None:
    message = write()
    assert (send_due(), send_due()) == (1, 0)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject, sent.body) == (["a@example.org"], "Hello", "text")
    assert isinstance(sent, mail.EmailMultiAlternatives)
    assert sent.alternatives[0][:2] == ("<p>html</p>", "text/html")
    message.refresh_from_db()
    assert (message.subject, message.text, message.html) == ("", "", "")
    assert (message.sent_at, message.due_at, message.attempts) == (NOON, None, 1)


def test_nothing_is_written_if_the_transaction_fails() -> None:
    def fail_late() -> None:
        with transaction.atomic():
            write()
            raise IntegrityError

    with pytest.raises(IntegrityError):
        fail_late()
    assert not Message.objects.exists()


def test_one_refused_address_stops_no_other(
    settings: Any, clock: Callable[[datetime], None]
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Picky"
    bad = write("refused@example.org")
    for address in ("b@example.org", "c@example.org"):
        write(address)
    assert send_due() == 2
    now = NOON
    for attempt in range(1, MOST_ATTEMPTS):
        bad.refresh_from_db()
        pause = FIRST_PAUSE * 2 ** (attempt - 1)
        assert (bad.attempts, bad.due_at) == (attempt, now + pause)
        clock(now + pause - timedelta(seconds=1))
        assert send_due() == 0
        now += pause
        clock(now)
        assert send_due() == 0
    bad.refresh_from_db()
    assert (bad.attempts, bad.due_at, bad.given_up_at) == (MOST_ATTEMPTS, None, now)
    assert bad.text == ""
    assert len(mail.outbox) == 2


def test_a_killed_senders_mail_is_tried_again(clock: Callable[[datetime], None]) -> None:
    write()
    assert claim(NOON).messages  # and then the process dies
    assert send_due() == 0
    clock(NOON + LEASE)
    assert send_due() == 1


@pytest.mark.usefixtures("clock")
def test_a_subject_is_one_line() -> None:
    post("test", "a@example.org", "A\r\nBcc: x@example.org", "text", "html", NOON)
    assert send_due() == 1
    assert mail.outbox[0].subject == "A Bcc: x@example.org"
    assert mail.outbox[0].recipients() == ["a@example.org"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("clock")
def test_two_senders_send_each_mail_once() -> None:
    for number in range(12):
        write(f"{number}@example.org")
    assert sum(race(send_due, send_due, send_due)) == 12
    assert len({message.to[0] for message in mail.outbox}) == len(mail.outbox) == 12
