"""From the last entry to the first match, without anybody's doing."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from golem.matches.models import Match
from golem.outbox.sender import send_due
from tests.outbox.post_office import PostOffice, open_post_office
from tests.tournaments.entry.making import NOW, clock, made, people
from tournaments.advance import advance_all
from tournaments.entries import enter
from tournaments.models import Event
from tournaments.withdrawals import withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def office(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    """The mail server that all mails of this test go to; the sender looks at it late."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + timedelta(days=61))
    with open_post_office() as found:
        settings.EMAIL_BACKEND = "golem.outbox.smtp.Backend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", found.port
        yield found


def status(event: Event) -> str:
    event.refresh_from_db()
    return event.status


def test_the_last_place_taken_starts_it_and_all_are_told_of_their_matches(
    anna: User, office: PostOffice
) -> None:
    event = made(anna, entry={"most": 3})
    *two, third, fourth = people(4)
    for player in two:
        enter(event.pk, player, clock=clock)
    assert advance_all(clock) == 0
    assert status(event) == "entry"
    for player in (third, fourth):
        enter(event.pk, player, clock=clock)
    assert advance_all(clock) == 0
    assert status(event) == "running"
    assert Match.objects.count() == 3
    assert not event.entries.filter(status="waiting").exists()
    send_due()
    [letter] = [one for one in office.taken if str(one["To"]) == two[0].email]
    body = letter.get_body(("plain",))
    assert body is not None
    text = str(body.get_content())
    assert "Spring cup has started" in str(letter["Subject"]) + text
    assert text.count("Against Player_") >= 2
    assert not [one for one in office.taken if str(one["To"]) == fourth.email]


def test_who_leaves_before_the_mail_does_is_not_told_of_the_start(
    anna: User, office: PostOffice
) -> None:
    event = made(anna, entry={"most": 3})
    players = people(3)
    for player in players:
        enter(event.pk, player, clock=clock)
    advance_all(clock)
    withdraw(event.pk, players[0], clock=clock)
    send_due()
    started = [str(one["To"]) for one in office.taken if "has started" in str(one)]
    assert sorted(started) == sorted(player.email for player in players[1:])


def test_what_does_not_fill_is_cancelled_by_time_alone(anna: User, office: PostOffice) -> None:
    event = made(anna, entry={"most": 8})
    [player] = people(1)
    enter(event.pk, player, clock=clock)
    advance_all(lambda: NOW + timedelta(days=60, seconds=-1))
    assert status(event) == "entry"
    advance_all(lambda: NOW + timedelta(days=60))
    assert status(event) == "cancelled"
    send_due()
    [letter] = office.taken
    assert str(letter["Subject"]) == "[Golem] Spring cup does not take place"


def test_a_date_starts_it_with_enough_and_cancels_it_with_fewer(anna: User) -> None:
    start = {"when": "date", "at": "2027-04-01T00:00:00Z"}
    enough, too_few = (made(anna, start=start, entry={"most": 8, "least": 3}) for _ in range(2))
    players = people(3)
    for player in players:
        enter(enough.pk, player, clock=clock)
    enter(too_few.pk, players[0], clock=clock)
    advance_all(lambda: NOW + timedelta(days=40))
    assert (status(enough), status(too_few)) == ("running", "cancelled")
