"""Championship, mini cup and ladder in a real browser: all dress, by keyboard, without scripts."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from golem.matches.models import Match
from tests.matches.conftest import person
from tests.web.conftest import PHONE
from tests.web.series_scene import Season, held, season
from tests.web.test_accessible import Inspection
from tests.web.test_accessible import inspect as inspect
from tests.web.test_keyboard import press_until_focused
from tests.web.test_links import START, Crawl
from tests.web.test_strict_csp import POLICY
from tournaments import series
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

LogIn = Callable[[Page, Any], None]
MANY = re.compile("/(matches|players)/")


def addresses(found: Season) -> dict[str, str]:
    """Return all pages that show the server's own events, by what they show."""
    events = {
        "ladder": found.ladder,
        "an edition that has ended": found.champions,
        "an edition that runs": found.edition,
        "an edition to enter": found.upcoming,
        "mini cup": found.cup,
        "mini cup for bots": found.bots,
    }
    return {what: f"/events/{event.pk}/" for what, event in events.items()} | {
        "the ladder's second page": f"/events/{found.ladder.pk}/?page=2",
        "a league": f"/events/{found.edition.pk}/leagues/1/",
        "champions": "/events/champions/streetsoccer/",
        "events": "/events/",
        "events that run": "/events/?show=running",
        "events that have ended": "/events/?show=finished",
        "calendar": "/events/calendar/",
        "front page": "/",
        "games": "/games/",
    }


def test_the_servers_events_in_every_dress(
    page: Page, log_in: LogIn, inspect: Inspection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.series.LEAGUES_SHOWN", 1)
    found = season()
    for reader in (None, found.anna):
        if reader is not None:
            log_in(page, reader)
        for what, address in addresses(found).items():
            page.goto(address)
            inspect(page, f"{what} as {reader}")
    for climber, what in ((found.top, "top of the ladder"), (found.asker, "one who has asked")):
        log_in(page, climber)
        page.goto(f"/events/{found.ladder.pk}/")
        inspect(page, what)


def test_before_anybody_has_entered(page: Page, log_in: LogIn, inspect: Inspection) -> None:
    series.ensure(timezone.now())
    own = [(kind, bots) for kind in ("ladder", "mini_cup", "championship") for bots in (False,)]
    for reader in (None, person("Anna")):
        if reader is not None:
            log_in(page, reader)
        for kind, bots in (*own, ("mini_cup", True)):
            page.goto(f"/events/{held(Event.Kind(kind), bots).pk}/")
            inspect(page, f"nobody in {kind}, {bots} as {reader}")
        for path in ("/events/champions/streetsoccer/", "/events/?show=finished"):
            page.goto(path)
            inspect(page, f"{path} before all as {reader}")
    page.goto("/events/?show=mine")
    inspect(page, "no events of mine")


def test_asking_by_keyboard(page: Page, log_in: LogIn) -> None:
    found = season(players=4)
    log_in(page, found.anna)
    page.goto("/")
    page.get_by_role("link", name="StreetSoccer ladder", exact=True).press("Enter")
    expect(page.get_by_text("You stand at place 37.")).to_be_visible()
    expect(page.locator("tr.mine")).to_contain_text("Anna")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skip to the content
    press_until_focused(page, "form[action$='/ask/'] button")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/matches/\d+/"))
    assert Match.objects.filter(seats__user=found.anna).latest("pk").status == "running"
    page.go_back()
    page.reload()
    expect(page.get_by_text("The match for which you asked is still running:")).to_be_visible()


def test_without_scripts_and_under_the_strict_policy(
    new_page: Callable[..., Page], log_in: LogIn
) -> None:
    found = season(players=4)
    plain = new_page(PHONE, javascript=False)
    log_in(plain, found.anna)
    for what, address in addresses(found).items():
        answer = plain.goto(address)
        assert answer is not None
        policy = answer.headers["content-security-policy"]
        assert {part.strip() for part in policy.split(";")} == POLICY, what
        assert plain.locator("script:not([src]), [style], style").count() == 0, what
    plain.goto(f"/events/{found.ladder.pk}/")
    plain.get_by_role("link", name="Top").click()
    expect(plain.locator("tr.mine")).to_have_count(0)
    plain.get_by_role("link", name="My place").click()
    expect(plain.locator("tr.mine")).to_contain_text("Anna")
    plain.goto(f"/events/{found.cup.pk}/")
    plain.get_by_role("button", name="Wait no more").click()
    expect(plain.get_by_text("You wait at level 2.")).to_have_count(0)
    plain.get_by_role("button", name="Wait for a group of level 1").click()
    expect(plain.get_by_role("heading", name="Groups that play")).to_be_visible()


@pytest.mark.parametrize("who", [None, "Anna"])
def test_no_link_of_these_pages_is_dead(who: str | None) -> None:
    found, client = season(players=4), Client()
    if who is not None:
        client.force_login(User.objects.get(username=who))
    crawl = Crawl(client)
    base = START.rstrip("/")
    pages = [f"{base}{address}" for address in addresses(found).values()]
    links = {link for page in pages for link in crawl.visit(START, page) if link[:1] in "/?"}
    many = sorted(link for link in links if MANY.match(link))[::10]
    for link in {link for link in links if not MANY.match(link)} | set(many):
        target = f"{base}/events/{found.ladder.pk}/{link}" if link[:1] == "?" else f"{base}{link}"
        crawl.visit("these pages", target.partition("#")[0])
    assert crawl.faults == []
