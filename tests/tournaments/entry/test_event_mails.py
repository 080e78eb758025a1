"""Mails about events say what is true when they leave."""

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from golem.outbox.sender import send_due
from tests.outbox.post_office import PostOffice, open_post_office
from tests.tournaments.entry.making import NOW, clock, made, people
from tournaments import creation, messages, teams
from tournaments.entries import enter, leave
from tournaments.models import Announcement

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def office(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    """The mail server that all mails of this test go to; the sender's present is noon."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    with open_post_office() as found:
        settings.EMAIL_BACKEND = "golem.outbox.smtp.Backend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
        yield found


def told(office: PostOffice, user: User) -> list[tuple[str, str]]:
    """Send what is due; return subject and text of the mails to ``user``."""
    send_due()
    found = []
    for one in office.taken:
        body = one.get_body(("plain",))
        if str(one["To"]) == user.email and body is not None:
            found.append((str(one["Subject"]), str(body.get_content())))
    return found


def test_an_event_that_is_called_off_is_told_with_its_reason(
    office: PostOffice, anna: User, boris: User
) -> None:
    event = made(anna)
    enter(event.pk, boris, clock=clock)
    creation.cancel(event.pk, anna, "Rain.", clock=clock)
    [(subject, text)] = told(office, boris)
    assert subject == "[Golem] Spring cup does not take place"
    assert "The organiser: Rain." in text
    assert f"/events/{event.pk}/" in text
    assert told(office, anna) == []


def test_who_moves_up_is_told_if_they_still_have_the_place(office: PostOffice, anna: User) -> None:
    event = made(anna, entry={"most": 2, "least": 2}, stages=[{"kind": "knock_out"}])
    one, two, three, four = people(4)
    for player in (one, two, three, four):
        enter(event.pk, player, clock=clock)
    for player in (one, two):
        leave(event.pk, player, clock=clock)
    leave(event.pk, four, clock=clock)
    [(subject, text)] = told(office, three)
    assert subject == "[Golem] You have a place in Spring cup"
    assert "moved up" in text
    assert told(office, four) == []


def test_an_announcement_reaches_all_who_entered(
    office: PostOffice, anna: User, boris: User
) -> None:
    event = made(anna)
    enter(event.pk, boris, clock=clock)
    row = Announcement.objects.create(event=event, text="Hello\n\nall of you", at=NOW)
    messages.announced(row, NOW)
    [(subject, text)] = told(office, boris)
    assert subject == "[Golem] News of Spring cup"
    assert "Hello" in text
    assert "all of you" in text


def test_an_invitation_into_a_team_is_told_while_it_stands(
    office: PostOffice, anna: User, boris: User, clara: User
) -> None:
    event = made(anna, kind="team_cup")
    reds = teams.create(event.pk, anna, "Reds", clock=clock)
    teams.invite(reds.pk, anna, boris, clock=clock)
    back = teams.invite(reds.pk, anna, clara, clock=clock)
    teams.part(reds.pk, anna, back.pk, clock=clock)
    [(subject, _text)] = told(office, boris)
    assert subject == "[Golem] The team Reds wants you"
    assert told(office, clara) == []


def test_a_start_that_was_undone_is_not_told(office: PostOffice, anna: User, boris: User) -> None:
    event = made(anna)
    enter(event.pk, boris, clock=clock)
    messages.started(event, NOW)
    assert told(office, boris) == []
