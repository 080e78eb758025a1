"""Mails over SMTP to a real server that refuses, stalls, or drops the line."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from email import message_from_bytes
from email.policy import SMTP
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import transaction

from golem.outbox import store
from golem.outbox.models import Message
from golem.outbox.sender import MOST_DROPS, send_due
from golem.outbox.services import post
from golem.outbox.smtp import Ready
from golem.outbox.store import BATCH, FIRST_PAUSE, MOST_REFUSALS
from tests.outbox.conftest import NOON
from tests.outbox.post_office import PostOffice
from tests.racing import race

pytestmark = pytest.mark.django_db


def write(count: int, first: int = 0) -> None:
    """Put mails to different addresses into the outbox."""
    for number in range(first, first + count):
        post("test", f"{number}@example.org", f"Mail {number}", "text", "<p>html</p>", NOON)


@pytest.mark.usefixtures("clock")
def test_many_mails_go_over_one_line(office: PostOffice) -> None:
    write(BATCH + 5)
    assert send_due() == BATCH + 5
    assert len(set(office.ids())) == BATCH + 5
    assert office.lines == 1
    assert send_due() == 0
    assert office.lines == 1


def test_a_refused_address_holds_up_nobody_and_is_given_up(
    office: PostOffice, clock: Callable[[datetime], None]
) -> None:
    office.refused["1@example.org"] = "550 no such person"
    write(3)
    assert send_due() == 2
    now = NOON
    for attempt in range(1, MOST_REFUSALS):
        now += FIRST_PAUSE * 2 ** (attempt - 1)
        clock(now)
        assert send_due() == 0
    lost = Message.objects.get(address="1@example.org")
    assert (lost.attempts, lost.given_up_at, lost.text) == (MOST_REFUSALS, now, "")


def test_a_full_mailbox_is_tried_for_longer(
    office: PostOffice, clock: Callable[[datetime], None]
) -> None:
    office.refused["0@example.org"] = "452 full"
    write(1)
    now = NOON
    for attempt in range(1, MOST_REFUSALS + 2):
        assert send_due() == 0
        now += FIRST_PAUSE * 2 ** (attempt - 1)
        clock(now)
    office.refused.clear()
    assert send_due() == 1


@pytest.mark.usefixtures("clock")
def test_a_server_that_is_away_costs_no_attempt(office: PostOffice, settings: Any) -> None:
    write(2)
    settings.EMAIL_PORT = 9  # nobody listens there
    assert [send_due() for _ in range(20)] == [0] * 20
    assert set(Message.objects.values_list("attempts", flat=True)) == {0}
    settings.EMAIL_PORT = office.port
    assert send_due() == 2


def test_a_stalling_server_costs_one_attempt_a_line(
    office: PostOffice, clock: Callable[[datetime], None]
) -> None:
    write(BATCH)
    office.stalls = True
    assert send_due() == 0
    tried = Message.objects.filter(attempts=1, doubts=1)
    assert tried.count() == MOST_DROPS
    assert Message.objects.filter(attempts=0, due_at__lte=NOON).count() == BATCH - MOST_DROPS
    office.stalls = False
    assert send_due() == BATCH - MOST_DROPS
    clock(NOON + FIRST_PAUSE)
    assert send_due() == MOST_DROPS


def test_a_drop_behind_the_mail_brings_it_twice_with_one_id(
    office: PostOffice, clock: Callable[[datetime], None]
) -> None:
    write(3)
    office.drops_after_data = 1
    assert send_due() == 2
    assert len(office.taken) == 3
    clock(NOON + FIRST_PAUSE)
    assert (send_due(), send_due()) == (1, 0)
    assert len(office.taken) == 4
    assert len(set(office.ids())) == 3
    assert office.ids()[0] == office.ids()[3]


def test_a_server_that_always_drops_gets_a_mail_twice_at_most(
    office: PostOffice, clock: Callable[[datetime], None]
) -> None:
    write(1)
    office.drops_after_data = 100
    now = NOON
    for _ in range(40):
        send_due()
        now += timedelta(hours=3)
        clock(now)
    assert len(office.taken) == 2
    assert len(set(office.ids())) == 1
    assert Message.objects.get().given_up_at


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("clock")
def test_two_senders_at_once_send_each_mail_once(office: PostOffice) -> None:
    write(40)
    assert sum(race(send_due, send_due, send_due)) == 40
    assert len(office.taken) == len(set(office.ids())) == 40


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("clock")
def test_several_lines_at_once_send_each_mail_once(
    office: PostOffice, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL_LINES = 3
    monkeypatch.setattr(store, "BATCH", 10)
    write(60)
    assert send_due() == 60
    assert len(office.taken) == len(set(office.ids())) == 60
    assert 1 < office.lines <= 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("clock")
def test_few_mails_open_one_line(office: PostOffice, settings: Any) -> None:
    settings.MAIL_LINES = 3
    write(5)
    assert send_due() == 5
    assert office.lines == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("clock")
def test_no_transaction_is_open_while_the_server_stalls(office: PostOffice) -> None:
    write(1)
    office.stalls = True
    sending = threading.Thread(target=lambda: race(send_due))
    sending.start()
    while not Message.objects.filter(attempts=1).exists():
        pass
    with transaction.atomic():
        assert Message.objects.select_for_update(nowait=True).get()
    write(1, first=1)  # another request goes on
    sending.join()
    assert Message.objects.count() == 2


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Your turn against Anna", "Short.\n"),
        ("Zürich, " * 15, "Grüße\n" * 3),
        ("plain " * 30, "x" * 2000 + "\n.\n..dots\nFrom here\n"),
    ],
)
def test_what_goes_over_the_line_reads_as_djangos_own(subject: str, text: str) -> None:
    mail = EmailMultiAlternatives(
        subject,
        text,
        "Golem <golem@example.org>",
        ["anna@example.org"],
        headers={"Message-ID": "<1@example.org>", "List-Unsubscribe": f"<https://{'x' * 90}/>"},
    )
    mail.attach_alternative(f"<p>{text}</p>", "text/html")
    ready = Ready(mail)
    ours, theirs = (
        message_from_bytes(content, policy=SMTP)
        for content in (ready.content, mail.message().as_bytes())
    )
    assert max(map(len, ready.content.splitlines())) < 998
    assert (ready.sender, ready.recipients) == ("Golem <golem@example.org>", ["anna@example.org"])
    for name in ("Subject", "From", "To", "Message-ID", "List-Unsubscribe", "MIME-Version"):
        assert ours[name] == theirs[name]
    for mine, his in zip(ours.iter_parts(), theirs.iter_parts(), strict=True):
        assert mine.items() == his.items()
        assert mine.get_content().splitlines() == his.get_content().splitlines()
