"""Notices when something is amiss: nobody is told wrongly, and one trouble stops no other."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts import selectors
from accounts.models import User
from golem.outbox.cleanup import KEPT, forget
from golem.outbox.gather import HERE, gather
from golem.outbox.invariants import check
from golem.outbox.kinds import KINDS, Asked, Entry, register
from golem.outbox.models import Message, Notice
from golem.outbox.readers import Reader
from golem.outbox.sender import send_due
from golem.outbox.services import tell
from golem.outbox.store import FIRST_PAUSE
from tests.accounts.conftest import account, signed_in
from tests.outbox.conftest import NOON
from tests.outbox.post_office import PostOffice
from tests.outbox.told import states, subjects
from tests.racing import race

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
Clock = Callable[[datetime], None]


@pytest.mark.usefixtures("gone")
def test_nobody_else_gets_mail(office: PostOffice, settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    house = User.objects.get(is_house=True)
    bot = account("Robot", is_bot=True)
    left = account("Left", is_active=False)
    unproven = account("Unproven", proven=False)
    tell("news", [house.pk, bot.pk, left.pk, unproven.pk], 1, 0, NOON)
    assert send_due() == 0
    assert (office.taken, states()) == ([], ["unreachable"] * 4)


@pytest.mark.usefixtures("gone")
def test_whoever_leaves_before_the_next_attempt_gets_none(
    anna: User, office: PostOffice, clock: Clock
) -> None:
    office.refused["anna@example.org"] = "451 later"
    tell("news", [anna.pk], 1, 0, NOON)
    send_due()
    User.objects.filter(pk=anna.pk).update(is_active=False)
    office.refused.clear()
    clock(NOON + FIRST_PAUSE)
    assert send_due() == 0
    assert (office.taken, states()) == ([], ["unreachable"])


@pytest.mark.usefixtures("gone")
def test_nothing_is_told_of_what_was_undone(anna: User, office: PostOffice) -> None:
    def fail_late() -> None:
        with transaction.atomic():
            tell("turns", [anna.pk], 7, 1, NOON)
            raise IntegrityError

    with pytest.raises(IntegrityError):
        fail_late()
    assert send_due() == 0
    assert not Notice.objects.exists()


@pytest.mark.usefixtures("gone")
def test_a_bad_title_becomes_one_line_and_stops_nobody(anna: User, office: PostOffice) -> None:
    def bad(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
        if any(one.notice.user_id != anna.pk for one in asked):
            raise ZeroDivisionError
        subject = 'A\r\nBcc: x@example.org "D, J" \u202e' + "x" * 300
        return {one.notice.pk: Entry(subject, (), "/") for one in asked}

    register(replace(KINDS["news"], tell=bad))
    clara = account("Clara")
    tell("news", [account("Boris").pk, anna.pk], 1, 0, NOON)
    tell("turns", [clara.pk], 1, 1, NOON)
    assert send_due() == 2
    first = next(mail for mail in office.taken if mail["To"] == "anna@example.org")
    assert first["Bcc"] is None
    subject = str(first["Subject"]).strip()
    assert subject.startswith('[Golem] A Bcc: x@example.org "D, J" xxx')
    assert len(subject) == 200


@pytest.mark.usefixtures("gone")
def test_one_person_who_cannot_be_seen_to_holds_up_nobody(
    anna: User, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(user_ids: Collection[int]) -> Mapping[int, Reader]:
        if anna.pk in user_ids:
            raise ZeroDivisionError
        return selectors.readers_of(user_ids)

    monkeypatch.setattr("golem.outbox.gather.readers_of", broken)
    tell("news", [anna.pk, account("Boris").pk], 1, 0, NOON)
    assert send_due() == 1
    assert states() == ["waiting", "told"]


@pytest.mark.usefixtures("gone")
def test_what_comes_while_a_mail_is_being_sent_waits_for_the_next(
    anna: User, office: PostOffice
) -> None:
    def late(asked: Sequence[Asked], now: datetime) -> dict[int, Entry]:
        (row,) = [one.notice for one in asked]
        if row.subject == 1:
            tell("news", [anna.pk], 2, 0, NOON)
            assert gather(NOON) == 0  # a sender holds her mail
        return {row.pk: Entry(f"news {row.subject}", (), "/")}

    register(replace(KINDS["news"], tell=late))
    tell("news", [anna.pk], 1, 0, NOON)
    assert send_due() == 2
    assert subjects(office) == ["[Golem] news 1", "[Golem] news 2"]
    assert len(set(office.ids())) == 2
    assert states() == ["told", "told"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("gone")
def test_senders_at_once_tell_everybody_once(office: PostOffice) -> None:
    people = [account(f"Player{number}").pk for number in range(12)]
    for number in (1, 2):
        tell("turns", people, number, 1, NOON)
    race(send_due, send_due, send_due)
    send_due()
    assert subjects(office) == ["[Golem] 2 turns"] * 12
    assert len({str(mail["To"]) for mail in office.taken}) == 12
    assert states() == ["told"] * 24


@pytest.mark.usefixtures("gone")
def test_a_notice_of_a_kind_that_is_gone_holds_up_no_other(anna: User, office: PostOffice) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    tell("news", [anna.pk], 8, 0, NOON)
    gather(NOON)
    del KINDS["news"]
    assert send_due() == 1
    assert subjects(office) == ["[Golem] turns 7"]
    assert states() == ["told", "off"]


@pytest.mark.usefixtures("gone")
def test_a_notice_that_cannot_be_told_holds_up_the_others_of_its_mail_for_minutes_only(
    anna: User, office: PostOffice, clock: Clock
) -> None:
    real = KINDS["news"].tell

    def bad(asked: Sequence[Asked], now: datetime) -> Mapping[int, Entry]:
        if any(one.notice.subject == 8 for one in asked):
            raise ZeroDivisionError
        return real(asked, now)

    register(replace(KINDS["news"], tell=bad))
    tell("turns", [anna.pk], 7, 1, NOON)
    for number in (8, 9):
        tell("news", [anna.pk], number, 0, NOON)
    assert send_due() == 0
    for minutes in (2, 6):
        clock(NOON + timedelta(minutes=minutes))
        send_due()
    assert subjects(office) == ["[Golem] 1 turns, 1 news"]
    assert states() == ["told", "failed", "told"]


@pytest.mark.usefixtures("gone")
def test_while_one_mail_is_in_doubt_no_other_tells_the_same_kind(
    anna: User, office: PostOffice, clock: Clock
) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    gather(NOON)
    Message.objects.update(doubts=1, attempts=1, due_at=NOON + FIRST_PAUSE)
    tell("turns", [anna.pk], 8, 1, NOON)
    tell("news", [anna.pk], 9, 0, NOON)
    assert send_due() == 1
    for minutes in (2, 4):
        clock(NOON + timedelta(minutes=minutes))
        send_due()
    assert subjects(office) == ["[Golem] news 9", "[Golem] turns 7"]
    assert states() == ["told", "quiet", "told"]


@pytest.mark.usefixtures("gone")
def test_a_clock_that_was_wrong_keeps_nobody_silent(
    anna: User, office: PostOffice, clock: Clock
) -> None:
    client = signed_in(anna)
    clock(NOON + timedelta(days=1000))
    client.get("/account/mails/")
    clock(NOON + timedelta(days=1000) + HERE)
    tell("turns", [anna.pk], 7, 1, NOON)
    assert send_due() == 1
    clock(NOON)
    tell("turns", [anna.pk], 8, 1, NOON)
    assert send_due() == 1
    clock(NOON + HERE)
    signed_in(anna).get("/account/mails/")
    anna.refresh_from_db()
    assert anna.last_seen == NOON + HERE
    clock(NOON + 2 * HERE)
    tell("turns", [anna.pk], 9, 1, NOON)
    tell("turns", [anna.pk], 10, 1, NOON)
    assert send_due() == 1
    tell("turns", [anna.pk], 11, 1, NOON)
    assert send_due() == 0


@pytest.mark.usefixtures("gone")
def test_an_old_mail_stays_as_long_as_what_it_told(
    anna: User, office: PostOffice, clock: Clock
) -> None:
    tell("news", [anna.pk], 1, 0, NOON)
    office.refused["anna@example.org"] = "451 later"
    assert send_due() == 0
    office.refused.clear()
    clock(NOON + timedelta(hours=1))
    tell("news", [anna.pk], 2, 0, NOON + timedelta(hours=1))
    assert send_due() == 1
    now = NOON + KEPT + timedelta(minutes=1)
    assert forget(now) == 1
    assert list(check(now)) == []
    assert forget(now + timedelta(hours=1)) == 2
