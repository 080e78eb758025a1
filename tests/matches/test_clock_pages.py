"""Clocks on the pages and in the API: time left in words and exact, notices, public ledgers."""

import html
import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from golem.matches import challenges
from golem.matches.challenges import Terms
from golem.matches.models import Brake, Heartbeat, Match, Pause, Seat, VacationDay
from golem.matches.services import Agreement, start_match, submit_move
from golem.matches.sweep import freeze
from golem.play.controls import PRESETS
from tests.matches.conftest import NOON, at, begin, client_of
from tests.matches.hours import SETUP, h, set_left, sweep_at


def seen(user: User | None, address: str) -> str:
    """Return the page as text: without tags, spaces made one."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", source(user, address))).split())


def source(user: User | None, address: str) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    response = client.get(address)
    assert response.status_code == 200
    return str(response.content.decode())


def shown(instant: datetime, zone: str = "UTC") -> str:
    """Return the instant as pages show it to a reader in ``zone``."""
    local = instant.astimezone(ZoneInfo(zone))
    return f"{local.day} {local:%b %Y, %H:%M} {local:%Z}"


def test_the_match_page_and_all_lists_say_what_is_left(
    soccer: Match, anna: User, boris: User
) -> None:
    anna.time_zone = "Asia/Tokyo"
    anna.save()
    page = f"/matches/{soccer.pk}/"
    assert f"9 days 23 h left, until {shown(h(240), 'Asia/Tokyo')}" in seen(anna, page)
    assert f"9 days 23 h left, until {shown(h(240), 'Asia/Tokyo')}" in seen(anna, "/matches/")
    for address in ("/matches/", "/watch/", "/", "/players/Anna/"):
        said = f"Anna: 9 days 23 h left, until {shown(h(240))}"
        assert said in seen(boris, address), address
    assert f'datetime="{h(240).astimezone(ZoneInfo("Asia/Tokyo")).isoformat()}"' in source(
        anna, page
    )
    assert "10 days left" in seen(None, page)


def test_a_stopped_clock_shows_what_is_left(soccer: Match, anna: User, boris: User) -> None:
    submit_move(soccer.pk, anna, 1, SETUP, clock=at(NOON))
    set_left(soccer, "yellow", 3 * 24 + 4.5)
    said = seen(boris, f"/matches/{soccer.pk}/")
    assert "3 days 4 h left" in said
    assert "3 days 4 h left, until" not in said
    assert f"9 days 23 h left, until {shown(h(240))}" in said


def test_a_sealed_clock_runs_on_for_everybody_else(
    duel: str, anna: User, boris: User, clara: User
) -> None:
    match = begin(duel, anna, boris)
    set_left(match, "left", 50)
    set_left(match, "right", 200)
    page = f"/matches/{match.pk}/"
    before = {user: seen(user, page) for user in (boris, clara)}
    submit_move(match.pk, anna, 1, "N3", clock=at(NOON + timedelta(microseconds=9)))
    running = f"2 days 1 h left, until {shown(h(50))}"
    for user in (boris, clara):
        assert running in before[user]
        assert running in seen(user, page)
        assert f"Anna: {running}" in seen(user, "/watch/")
    assert "3 days 13 h left" in seen(anna, page)
    assert running not in seen(anna, page)
    clocks = {
        user: client_of(user).get(f"/api/v1/matches/{match.pk}/").json()["clocks"]["left"]
        for user in (anna, boris)
    }
    assert clocks[boris]["running"]
    assert clocks[boris]["zero_at"] == h(50).isoformat().replace("+00:00", "Z")
    assert not clocks[anna]["running"]
    assert clocks[anna]["left"] == (50 + 36) * 3600 - 1
    ledger = client_of(boris).get(f"/api/v1/matches/{match.pk}/clocks/").json()
    assert [line["reason"] for line in ledger["seats"]["left"]] == ["start", "gift"]


def test_overdue_but_not_settled_is_said(soccer: Match, anna: User, boris: User) -> None:
    Seat.objects.filter(name="yellow").update(runs_since=h(-300), zero_at=h(-60))
    Brake.objects.create(pk=1, on_since=NOON, reason="test")
    page = f"/matches/{soccer.pk}/"
    for address in (page, "/matches/"):
        said = seen(anna, address)
        assert "time is over" in said, address
        assert "The clocks are being checked" in said, address
    for address in (page, "/matches/", "/watch/", "/", "/players/Anna/"):
        assert "time is over" in seen(boris, address), address
    assert Match.objects.get().status == "running"


def test_frozen_clocks_stand_still_and_say_so(soccer: Match, anna: User, boris: User) -> None:
    Seat.objects.filter(name="yellow").update(runs_since=h(-30))
    freeze("checking", h(-10))
    for address in (f"/matches/{soccer.pk}/", "/matches/", "/watch/", "/"):
        said = seen(anna, address)
        assert "All clocks are frozen" in said, address
        assert "9 days 4 h left" in said, address
        assert "left, until" not in said, address


def test_what_is_due_is_settled_before_it_is_shown(anna: User, boris: User, settings: Any) -> None:
    settings.VACATION_DAYS = 0
    for address in ("/", "/watch/", "/players/Boris/", "/matches/"):
        match = begin("streetsoccer", anna, boris)
        Seat.objects.filter(match=match, name="yellow").update(runs_since=h(-300), zero_at=h(-60))
        seen(boris, address)
        match.refresh_from_db()
        assert (match.how, match.winner, match.ended_at) == ("timeout", "red", h(-60)), address
    assert "On time, at 0 : 0." in seen(boris, f"/matches/{match.pk}/")


def test_the_ledger_on_the_page_and_in_the_api(
    soccer: Match, anna: User, boris: User, settings: Any
) -> None:
    """100 h used, 36 h earned; then 20 h given with a reason; a pause of 6 h for Boris."""
    settings.VACATION_DAYS = 1
    submit_move(soccer.pk, anna, 1, SETUP, clock=at(h(100)))
    Pause.objects.create(kind="outage", began_at=h(101), ended_at=h(107))
    other = begin("streetsoccer", anna, boris)
    set_left(other, "yellow", 5)
    sweep_at(6)
    soccer.gifts.create(seat="yellow", seconds=72000, reason="a wrong bell", at=h(108))
    Heartbeat.objects.update(at=h(111.5))
    submit_move(soccer.pk, boris, 2, "Pacbdej", clock=at(h(111.5)))
    body = client_of(None).get(f"/api/v1/matches/{soccer.pk}/clocks/").json()
    lines = {
        seat: [(line["reason"], line["change"] / 3600, line["left"] / 3600) for line in rows]
        for seat, rows in body["seats"].items()
    }
    assert lines == {
        "yellow": [
            ("start", 240, 240),
            ("vacation", 24, 264),
            ("used", -100, 164),
            ("increment", 36, 200),
            ("gift", 20, 220),
        ],
        "red": [("start", 240, 240), ("used", -5.5, 234.5), ("increment", 5.5, 240)],
    }
    day = next(line for line in body["seats"]["yellow"] if line["reason"] == "vacation")
    assert day["match"] == other.pk
    assert [pause["kind"] for pause in body["pauses"]] == ["outage"]
    said = seen(None, f"/matches/{soccer.pk}/")
    for part in (
        f"{shown(h(5))} vacation day ( match {other.pk} ) +24:00:00 264:00:00",
        f"{shown(h(100))} used for a move −100:00:00 164:00:00",  # noqa: RUF001
        "given by the operators: a wrong bell +20:00:00 220:00:00",
        "Anna has 0 vacation days left this year.",
        f"{shown(h(101))} – {shown(h(107))} : outage of the server",  # noqa: RUF001
    ):
        assert part in said, part


def without_vacation(first: User, second: User) -> Match:
    """Return a new match that allows no vacation."""
    control = replace(PRESETS["days-3"], vacation=False)
    users = {"yellow": first, "red": second}
    return start_match(Agreement("streetsoccer", users, control, {}, False), NOON)


def test_no_vacation_is_said_everywhere(anna: User, boris: User, clara: User) -> None:
    match = without_vacation(anna, boris)
    offer = challenges.create(clara, None, Terms("streetsoccer", control="fixed-14"))
    challenges.create(clara, anna, Terms("streetsoccer", control="fixed-14"))
    for address in ("/", "/watch/", f"/matches/{match.pk}/", "/players/Boris/", "/matches/"):
        assert "no vacation" in seen(boris, address), address
    for address in ("/challenges/", f"/challenges/{offer.pk}/"):
        assert "whole match, no vacation" in seen(boris, address), address
    assert "whole match, no vacation" in seen(anna, "/matches/")
    assert "60 days for the whole match, no vacation" in seen(boris, "/challenges/")
    with_vacation = begin("streetsoccer", boris, clara)
    assert "no vacation" not in seen(clara, f"/matches/{with_vacation.pk}/")


def test_the_player_page_tells_of_vacation(
    soccer: Match, anna: User, boris: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 3
    year = NOON.year
    VacationDay.objects.create(player=anna, year=year, number=1, at=h(-1), match=soccer)
    VacationDay.objects.create(player=anna, year=year - 1, number=1, at=h(-9000), match=soccer)
    for reader in (anna, boris, None):
        said = seen(reader, "/players/Anna/")
        assert f"2 of 3 days of {year} are left." in said
        assert f"{shown(h(-1))} , match {soccer.pk}" in said
        assert ("If nobody moves" in said) == (reader == anna)
    assert "If nobody moves" not in seen(boris, "/players/Boris/")
    assert "Vacation" not in seen(anna, "/players/house/")


def test_the_owner_reads_what_comes(soccer: Match, anna: User, settings: Any) -> None:
    settings.VACATION_DAYS = 1
    said = seen(anna, "/players/Anna/")
    days = [f"{one:%A} {one.day} {one:%B %Y, %H:%M} UTC" for one in (h(240), h(264))]
    spans_new_year = h(240).year != NOON.year or h(264).year != h(240).year
    assert f"a vacation day on {days[0]}" in said or spans_new_year
    assert f"match {soccer.pk} is lost on {days[1]}" in said or spans_new_year


@pytest.mark.parametrize(
    "address", ["/matches/", "/watch/", "/", "/players/Anna/", "/api/v1/matches/"]
)
@pytest.mark.parametrize("state", ["running", "frozen", "sealed"])
def test_clocks_take_the_same_number_of_queries(
    duel: str, anna: User, boris: User, address: str, state: str
) -> None:
    client = Client()
    client.force_login(anna)
    client.get("/")  # notes the visit, which is one write a minute

    def queries(count: int) -> int:
        while Match.objects.count() < count:
            match = begin(duel if state == "sealed" else "streetsoccer", anna, boris)
            if state == "sealed":
                submit_move(match.pk, boris, 1, "N3", clock=at(NOON))
        Seat.objects.filter(runs_since__isnull=False).update(
            **({"zero_at": None} if state == "frozen" else {})
        )
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        return len(captured)

    if state == "frozen":
        Pause.objects.create(kind="freeze", began_at=NOON)
    assert queries(2) == queries(8)
