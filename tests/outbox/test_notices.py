"""Notices: told once, all of one person in one mail, by what is true when the mail leaves."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from accounts.services import set_time_zone
from golem.outbox import preferences, unsubscribe
from golem.outbox.cleanup import KEPT, forget
from golem.outbox.gather import HERE
from golem.outbox.models import Message
from golem.outbox.preferences import Mode, next_digest, set_modes
from golem.outbox.readers import readers_of
from golem.outbox.sender import send_due
from golem.outbox.services import tell
from golem.outbox.store import FIRST_PAUSE
from tests.accounts.conftest import account, signed_in
from tests.outbox.conftest import NOON
from tests.outbox.post_office import PostOffice
from tests.outbox.told import part, states, subjects

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
Clock = Callable[[datetime], None]


@pytest.mark.usefixtures("gone")
def test_the_same_is_told_once(anna: User, office: PostOffice) -> None:
    for _ in range(3):
        tell("turns", [anna.pk], 7, 1, NOON)
    assert (send_due(), send_due()) == (1, 0)
    tell("turns", [anna.pk], 7, 1, NOON)
    assert send_due() == 0
    assert subjects(office) == ["[Golem] turns 7"]
    assert states() == ["told"]


@pytest.mark.usefixtures("gone")
def test_all_of_one_person_is_one_mail(anna: User, office: PostOffice) -> None:
    boris = account("Boris")
    for number in (1, 2, 3):
        tell("turns", [anna.pk, boris.pk], number, 1, NOON)
    tell("news", [anna.pk], 9, 0, NOON)
    assert send_due() == 2
    assert sorted(subjects(office)) == ["[Golem] 3 turns", "[Golem] 3 turns, 1 news"]
    assert {str(mail["To"]) for mail in office.taken} == {"anna@example.org", "boris@example.org"}


@pytest.mark.usefixtures("gone")
def test_text_and_html_with_everything_escaped(anna: User, office: PostOffice) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    send_due()
    assert "a <line>\nhttp://127.0.0.1:8000/7/" in part(office, "plain").replace("\r", "")
    assert "a &lt;line&gt;" in part(office, "html")
    assert 'href="http://127.0.0.1:8000/7/"' in part(office, "html")


def test_what_is_no_longer_so_is_not_told(anna: User, office: PostOffice, gone: set[int]) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    tell("turns", [anna.pk], 8, 1, NOON)
    gone.add(7)
    send_due()
    assert subjects(office) == ["[Golem] turns 8"]
    assert states() == ["stale", "told"]


def test_a_mail_that_is_tried_again_tells_the_state_then(
    anna: User, office: PostOffice, gone: set[int], clock: Clock
) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    office.refused["anna@example.org"] = "451 later"
    assert send_due() == 0
    tell("turns", [anna.pk], 8, 1, NOON)
    assert send_due() == 0
    assert Message.objects.count() == 1  # the second joins the first
    office.refused.clear()
    gone.add(7)
    clock(NOON + FIRST_PAUSE)
    assert send_due() == 1
    assert subjects(office) == ["[Golem] turns 8"]
    assert states() == ["stale", "told"]


def test_a_mail_without_anything_to_tell_vanishes(
    anna: User, office: PostOffice, gone: set[int]
) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    gone.add(7)
    assert send_due() == 0
    assert (office.taken, Message.objects.count(), states()) == ([], 0, ["stale"])


@pytest.mark.usefixtures("gone")
def test_one_mail_then_silence_until_a_visit(anna: User, office: PostOffice, clock: Clock) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    assert send_due() == 1
    clock(NOON + timedelta(hours=1))
    tell("turns", [anna.pk], 8, 1, NOON)
    tell("news", [anna.pk], 9, 0, NOON)
    assert send_due() == 1
    assert subjects(office)[1] == "[Golem] news 9"
    clock(NOON + timedelta(hours=2))
    assert signed_in(anna).get("/account/mails/").status_code == 200
    tell("turns", [anna.pk], 10, 1, NOON)
    assert send_due() == 0  # she is here at this moment
    clock(NOON + timedelta(hours=2) + HERE)
    assert send_due() == 1
    assert subjects(office)[2] == "[Golem] turns 10"
    assert states() == ["told", "quiet", "told", "told"]


def test_a_call_of_the_api_is_a_visit_and_noted_once_a_minute(anna: User, clock: Clock) -> None:
    clock(NOON + timedelta(days=1))
    client = signed_in(anna)
    for seconds in (0, 59, 60):
        clock(NOON + timedelta(days=1, seconds=seconds))
        client.get("/api/v1/matches/")
        anna.refresh_from_db()
        assert anna.last_seen == NOON + timedelta(days=1, seconds=seconds // 60 * 60)


@pytest.mark.usefixtures("gone")
def test_a_daily_digest_at_an_hour_of_the_readers_day(
    anna: User, office: PostOffice, clock: Clock
) -> None:
    set_modes(anna.pk, {"turns": Mode.DIGEST, "news": Mode.AT_ONCE}, 18, NOON)
    for number in (1, 2):
        tell("turns", [anna.pk], number, 1, NOON)
    assert send_due() == 0
    clock(NOON + timedelta(hours=4, minutes=59))  # 17:59 in Berlin
    assert send_due() == 0
    clock(NOON + timedelta(hours=5))
    assert send_due() == 1
    assert subjects(office) == ["[Golem] 2 turns"]


def test_the_hour_of_the_digest_across_a_change_of_the_clocks(anna: User) -> None:
    reader = readers_of([anna.pk])[anna.pk]
    before = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)
    assert next_digest(reader, 8, before) == datetime(2026, 3, 29, 6, 0, tzinfo=UTC)
    assert next_digest(reader, 13, before) == datetime(2026, 3, 29, 11, 0, tzinfo=UTC)
    at = next_digest(reader, 2, before)  # 02:00 does not exist on that day
    assert at == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)


@pytest.mark.usefixtures("gone")
def test_a_new_wish_counts_for_what_waits(anna: User, office: PostOffice) -> None:
    set_modes(anna.pk, {"turns": Mode.DIGEST}, 18, NOON)
    tell("turns", [anna.pk], 1, 1, NOON)
    assert send_due() == 0
    set_modes(anna.pk, {"turns": Mode.AT_ONCE}, 18, NOON)
    assert send_due() == 1
    tell("news", [anna.pk], 2, 0, NOON)
    set_modes(anna.pk, {"news": Mode.OFF}, 18, NOON)
    assert send_due() == 0
    assert states() == ["told", "off"]
    assert len(office.taken) == 1


@pytest.mark.usefixtures("gone")
def test_one_click_unsubscribes_from_this_kind_only(anna: User, office: PostOffice) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    send_due()
    (sent,) = office.taken
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(sent["List-Unsubscribe"]).strip(" <>").removeprefix("http://127.0.0.1:8000")
    assert link.startswith("/account/mails/unsubscribe/")
    program = Client(enforce_csrf_checks=True)
    for _ in range(3):
        assert program.get(link).status_code == program.head(link).status_code == 200
    assert preferences.modes_of(anna.pk) == {"turns": Mode.AT_ONCE, "news": Mode.AT_ONCE}
    for _ in range(2):  # it still works for the human afterwards
        answer = program.post(link, {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    assert preferences.modes_of(anna.pk) == {"turns": Mode.OFF, "news": Mode.AT_ONCE}
    assert program.post(link[:-2] + "x/").status_code == 404
    nobody = unsubscribe.link(0, ["turns"]).removeprefix("http://127.0.0.1:8000")
    assert program.post(nobody).status_code == 404


@pytest.mark.usefixtures("gone")
def test_programs_that_follow_links_change_nothing(anna: User, office: PostOffice) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    send_due()
    links = {
        word.strip('"<>')
        for word in (part(office, "plain") + part(office, "html")).replace('"', " ").split()
        if word.startswith("http")
    }
    assert len(links) >= 3
    for link in links:
        for _ in range(3):
            Client().get(link.removeprefix("http://127.0.0.1:8000"))
    assert preferences.modes_of(anna.pk)["turns"] == Mode.AT_ONCE
    assert states() == ["told"]


@pytest.mark.usefixtures("gone")
def test_the_page_stores_wishes_and_shows_the_log(anna: User, office: PostOffice) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    send_due()
    tell("turns", [anna.pk], 8, 1, NOON)
    send_due()
    client = signed_in(anna)
    text = client.get("/account/mails/").content.decode()
    assert "not sent: you were told and had not been here since" in text
    assert text.count("<tr>") == 3
    answer = client.post("/account/mails/", {"turns": "digest", "news": "off", "hour": "6"})
    assert answer.status_code == 302
    assert preferences.modes_of(anna.pk) == {"turns": Mode.DIGEST, "news": Mode.OFF}
    assert preferences.digest_hour(anna.pk) == 6
    bad = client.post("/account/mails/", {"turns": "x", "news": "off", "hour": "24"})
    assert bad.status_code == 200
    assert "Select a valid choice" in bad.content.decode()
    other = signed_in(account("Boris")).get("/account/mails/").content.decode()
    assert "Nothing yet." in other


@pytest.mark.usefixtures("gone")
def test_the_command_sends_without_a_worker(anna: User, office: PostOffice, capsys: Any) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    call_command("send_mail")
    assert capsys.readouterr().out == "1 sent\n"
    assert len(office.taken) == 1


@pytest.mark.usefixtures("gone")
def test_old_rows_go_and_waiting_ones_stay(anna: User, office: PostOffice) -> None:
    tell("turns", [anna.pk], 7, 1, NOON)
    send_due()
    tell("news", [anna.pk], 8, 1, NOON)
    assert forget(NOON + KEPT) == 0
    assert forget(NOON + KEPT + timedelta(seconds=1)) == 2
    assert (states(), Message.objects.count()) == (["waiting"], 0)


@pytest.mark.usefixtures("gone")
def test_a_digest_follows_its_reader_to_another_zone(
    anna: User, office: PostOffice, clock: Clock
) -> None:
    set_modes(anna.pk, {"turns": Mode.DIGEST, "news": Mode.AT_ONCE}, 18, NOON)
    tell("turns", [anna.pk], 1, 1, NOON)
    assert send_due() == 0
    set_time_zone(anna, "America/New_York", NOON)
    clock(NOON + timedelta(hours=5))  # 18:00 in Berlin
    assert send_due() == 0
    clock(NOON + timedelta(hours=11))  # 18:00 in New York
    assert send_due() == 1


def test_a_zone_that_is_unknown_here_is_not_named(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(time_zone="Europe/Atlantis")
    reader = readers_of([anna.pk])[anna.pk]
    assert (str(reader.zone), reader.zone_name) == ("UTC", "UTC")
