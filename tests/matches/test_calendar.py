"""The calendar of deadlines: a secret address, made and ended by its owner only."""

from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar

from accounts.models import User
from golem.matches import calendar
from golem.matches.models import CalendarLink, Match, Seat
from golem.matches.services import submit_move
from golem.matches.sweep import freeze
from tests.matches.conftest import NOON, at, begin, client_of
from tests.matches.hours import SETUP, h, set_left
from tests.matches.test_pages import signed_in, text

PAGE = "/matches/calendar/"


def made(user: User) -> str:
    """Return the path of a new feed of ``user``, read from the page that makes it."""
    page = text(signed_in(user).post(PAGE, {"act": "make"}))
    start = page.index("http://testserver/calendar/") + len("http://testserver")
    return page[start : page.index(".ics", start) + 4]


def events(path: str) -> list[Any]:
    """Return the events of a feed, read by nobody who is signed in."""
    response = Client().get(path)
    assert response.status_code == 200
    return list(Calendar.from_ical(response.content).walk("VEVENT"))


def starts(path: str) -> list[datetime]:
    return [event["DTSTART"].dt for event in events(path)]


def test_the_feed_holds_my_deadlines_and_no_others(
    anna: User, boris: User, clara: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 1
    mine, his, _strange = (
        begin("streetsoccer", anna, boris),
        begin("streetsoccer", boris, anna),
        begin("streetsoccer", boris, clara),
    )
    set_left(mine, "yellow", 30)
    (event,) = events(made(anna))
    assert event["DTSTART"].dt == h(30)
    assert event["SUMMARY"] == "Move in StreetSoccer against Boris"
    assert event["UID"] == f"match-{mine.pk}-ply-1@testserver"
    assert event["URL"] == f"http://testserver/matches/{mine.pk}/"
    assert f"lost at {h(54):%Y-%m-%d %H:%M} UTC" in event["DESCRIPTION"]
    submit_move(his.pk, boris, 1, SETUP, clock=at(h(1)))
    submit_move(mine.pk, anna, 1, SETUP, clock=at(h(2)))
    assert starts(made(anna)) == [h(241)]


def test_the_feed_is_kept_by_nobody(soccer: Match, anna: User) -> None:
    response = Client().get(made(anna))
    assert response["Cache-Control"] == "no-store"
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert not response.cookies


def test_the_address_is_stored_as_a_digest_and_shown_once(soccer: Match, anna: User) -> None:
    path = made(anna)
    token = path.removeprefix("/calendar/").removesuffix(".ics")
    assert len(token) >= 43
    assert token not in str(list(CalendarLink.objects.values()))
    again = signed_in(anna).get(PAGE)
    assert "There is an address" in text(again)
    assert token not in text(again)
    assert "no-store" in again["Cache-Control"]


def test_a_new_address_ends_the_old_one(soccer: Match, anna: User) -> None:
    old, new = made(anna), made(anna)
    assert Client().get(old).status_code == 404
    assert starts(new) == [h(240)]
    assert CalendarLink.objects.count() == 1


def test_a_revoked_address_is_gone(soccer: Match, anna: User, boris: User) -> None:
    path, other = made(anna), made(boris)
    assert signed_in(anna).post(PAGE, {"act": "revoke"}).status_code == 302
    assert Client().get(path).status_code == 404
    assert Client().get(other).status_code == 200
    assert "There is no address" in text(signed_in(anna).get(PAGE))


def test_a_closed_account_has_no_feed(soccer: Match, anna: User) -> None:
    path = made(anna)
    anna.is_active = False
    anna.save()
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("token", ["0" * 48, "x", "%00", "a%2Fb", "ä" * 9])
def test_an_unknown_address(db: None, token: str) -> None:
    assert Client().get(f"/calendar/{token}.ics").status_code == 404


def test_only_a_post_of_the_owner_makes_one(db: None, anna: User) -> None:
    assert signed_in(anna).get(f"{PAGE}?act=make").status_code == 200
    assert signed_in(None).post(PAGE, {"act": "make"}).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    assert strict.post(PAGE, {"act": "make"}).status_code == 403
    assert signed_in(anna).post(PAGE, {"act": "dance"}).status_code == 404
    assert not CalendarLink.objects.exists()


def test_reading_changes_nothing_but_what_was_due(
    soccer: Match, anna: User, boris: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 0
    path = made(anna)
    before = (list(Match.objects.values()), list(Seat.objects.values()))
    for method in ("get", "head"):
        assert getattr(Client(), method)(path).status_code == 200
        assert (list(Match.objects.values()), list(Seat.objects.values())) == before
    assert Client().post(path).status_code == 405
    Seat.objects.filter(name="yellow").update(runs_since=h(-300), zero_at=h(-60))
    assert events(path) == []
    match = Match.objects.get()
    assert (match.how, match.ended_at) == ("timeout", h(-60))


def test_what_is_sealed_or_frozen_has_no_deadline(duel: str, anna: User, boris: User) -> None:
    match = begin(duel, anna, boris)
    submit_move(match.pk, anna, 1, "N3", clock=at(NOON))
    assert starts(made(anna)) == []
    path = made(boris)
    assert starts(path) == [h(240)]
    freeze("checking", NOON)
    assert starts(path) == []


def test_names_cannot_break_the_calendar(soccer: Match, anna: User) -> None:
    raw = Client().get(made(anna)).content
    assert raw.startswith(b"BEGIN:VCALENDAR\r\n")
    assert all(len(line) <= 75 for line in raw.split(b"\r\n"))


def test_the_feed_takes_the_same_number_of_queries(anna: User, boris: User) -> None:
    token = calendar.make_link(anna, NOON)

    def queries(count: int) -> int:
        while Match.objects.count() < count:
            begin("streetsoccer", anna, boris)
        with CaptureQueriesContext(connection) as captured:
            assert len(starts(f"/calendar/{token}.ics")) == count
        return len(captured)

    assert queries(2) == queries(9)


def test_the_api_has_no_calendar(soccer: Match, anna: User) -> None:
    made(anna)
    assert "calendar" not in client_of(anna).get(f"/api/v1/matches/{soccer.pk}/").content.decode()
