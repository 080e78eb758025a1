"""Senders that end at any moment: nothing is lost, and only what is in doubt may go twice."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError

from golem.outbox import store
from golem.outbox.models import Message, Notice
from golem.outbox.sender import send_due
from golem.outbox.services import post, tell
from golem.outbox.store import LEASE, claim
from tests.accounts.conftest import account
from tests.outbox.conftest import NOON
from tests.outbox.post_office import PostOffice

Clock = Callable[[datetime], None]


class Killed(BaseException):
    """The end of a process, as far as one process can play it."""


def write(count: int) -> None:
    for number in range(count):
        post("test", f"{number}@example.org", f"Mail {number}", "text", "<p>html</p>", NOON)


def kill_at(monkeypatch: pytest.MonkeyPatch, name: str, call: int) -> None:
    """Let the process end in the ``call``-th call of a function of the store, and in all after."""
    real, calls = getattr(store, name), 0

    def deadly(*args: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls >= call:
            raise Killed
        return real(*args)

    monkeypatch.setattr(store, name, deadly)


def killed(monkeypatch: pytest.MonkeyPatch, name: str, call: int) -> None:
    """Send, and be killed there."""
    with monkeypatch.context() as patch:
        kill_at(patch, name, call)
        with pytest.raises(Killed):
            send_due()


def counts() -> list[tuple[int, int, bool]]:
    """Return attempts and doubts of each mail, and whether it was sent."""
    rows = Message.objects.order_by("pk").values_list("attempts", "doubts", "sent_at")
    return [(attempts, doubts, sent_at is not None) for attempts, doubts, sent_at in rows]


@pytest.mark.django_db
def test_killed_behind_the_answer_one_mail_goes_twice_with_one_id(
    office: PostOffice, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(3)
    killed(monkeypatch, "step", 2)
    assert len(office.taken) == 1
    assert counts() == [(1, 1, False), (0, 0, False), (0, 0, False)]
    assert send_due() == 0  # they are still the killed sender's
    clock(NOON + LEASE)
    assert send_due() == 3
    assert counts() == [(2, 0, True), (1, 0, True), (1, 0, True)]
    ids = office.ids()
    assert len(ids) == 4
    assert ids.count(ids[0]) == 2
    assert len(set(ids)) == 3


@pytest.mark.django_db(transaction=True)
def test_killed_with_several_lines_open_each_has_one_mail_in_doubt(
    office: PostOffice, clock: Clock, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL_LINES = 3
    monkeypatch.setattr(store, "BATCH", 10)
    write(30)
    killed(monkeypatch, "step", 15)  # a batch takes eleven: not just between two of them
    assert 1 <= Message.objects.filter(doubts=1, sent_at=None).count() <= 3
    clock(NOON + LEASE)
    while send_due():
        pass
    often = Counter(office.ids())
    assert len(often) == 30
    assert max(often.values()) == 2
    assert sum(often.values()) <= 30 + 3


@pytest.mark.django_db
def test_killed_before_the_line_nothing_goes_twice(
    office: PostOffice, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(3)
    killed(monkeypatch, "step", 1)
    assert (office.taken, counts()) == ([], [(0, 0, False)] * 3)
    clock(NOON + LEASE)
    assert send_due() == 3
    assert len(office.taken) == len(set(office.ids())) == 3


@pytest.mark.django_db
def test_whoever_is_killed_with_the_same_mail_twice_sends_it_never_again(
    office: PostOffice, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(1)
    now = NOON
    for _ in range(2):
        killed(monkeypatch, "step", 2)
        now += LEASE
        clock(now)
    for _ in range(5):
        assert send_due() == 0
        now += timedelta(hours=1)
        clock(now)
    assert len(office.taken) == 2
    assert len(set(office.ids())) == 1
    assert Message.objects.get().given_up_at


@pytest.mark.django_db
@pytest.mark.usefixtures("gone")
def test_killed_before_its_notices_are_closed_they_are_told_once(
    office: PostOffice, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = account("Anna")
    tell("turns", [anna.pk], 7, 1, NOON)
    killed(monkeypatch, "close_told", 2)
    assert len(office.taken) == 1
    assert Notice.objects.get().state == "waiting"
    tell("turns", [anna.pk], 8, 1, NOON)
    clock(NOON + timedelta(seconds=10))
    assert send_due() == 0  # she was told, and has not been here since
    states = Notice.objects.order_by("pk").values_list("state", "closed_at")
    assert list(states) == [("told", NOON), ("quiet", NOON + timedelta(seconds=10))]


@pytest.mark.django_db
@pytest.mark.usefixtures("clock")
def test_an_account_that_goes_with_its_mail_costs_the_next_mail_no_attempt(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(3)
    real = store._execute

    def gone(statement: str, values: dict[str, Any]) -> int:
        if values["sent"]:
            Message.objects.filter(pk=values["sent"]).delete()
        return real(statement, values)

    monkeypatch.setattr(store, "_execute", gone)
    assert send_due() == 3
    assert len(office.taken) == 3


@pytest.mark.django_db
def test_a_sender_that_slept_over_its_lease_sends_nothing(office: PostOffice, clock: Clock) -> None:
    write(1)
    mine = claim(NOON)
    clock(NOON + LEASE)
    assert send_due() == 1
    assert not store.step(None, mine.messages[0], mine.until)
    assert counts() == [(1, 0, True)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("clock")
def test_a_database_that_is_restarted_meanwhile_costs_no_second_mail(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(3)
    real, away = store._execute, [2, 4]

    def flaky(*args: Any) -> int:
        away[:] = [calls - 1 for calls in away]
        if 0 in away:
            real(*args)  # stored, but nobody hears of it
            raise OperationalError("server closed the connection unexpectedly")
        return real(*args)

    monkeypatch.setattr(store, "_execute", flaky)
    assert send_due() == 3
    assert len(office.taken) == len(set(office.ids())) == 3
    assert counts() == [(1, 0, True)] * 3
