"""A cup from its form to its winner, as its organiser and its players see it.

With a folder as ``PICTURES`` in the environment, every step is stored there as a picture.
"""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import User
from golem.matches.log import game_of, present_state
from golem.matches.models import Match
from golem.matches.services import resign, submit_move
from golem.play.movers import at_random
from tests.matches.conftest import person
from tests.web.conftest import DESK, PHONE
from tournaments.advance import advance, advance_all
from tournaments.entries import enter
from tournaments.models import Event
from tournaments.series import ensure

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Boris", "Clara", "Dora", "Emil", "Frida")


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    """Store a page as a picture, if that is wanted."""
    folder = os.environ.get("PICTURES")

    def store(page: Page, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)

    return store


def _size(named: dict[str, int]) -> ViewportSize:
    return ViewportSize(width=named["width"], height=named["height"])


def play(match: Match, moves: int, rng: Random) -> None:
    """Let moves at random be made, up to so many, or to the end."""
    game = game_of(match)
    for _ in range(moves):
        match.refresh_from_db()
        if match.status == Match.Status.FINISHED:
            return
        state = present_state(match)
        [seat] = game.to_move(state)
        user = match.seats.get(name=seat).user
        text = game.write(at_random(game, state, seat, rng))
        submit_move(match.pk, user, match.ply, text)


def running(event: Event) -> list[Match]:
    """Return the matches of the event that run, the first first."""
    found = Match.objects.filter(board__pairing__group__event=event)
    return list(found.filter(status=Match.Status.RUNNING).order_by("pk"))


def play_round(event: Event, rng: Random, leave: int = 0) -> None:
    """Let all running matches but ``leave`` end: some on the board, the others by resignation."""
    matches = running(event)
    for number, match in enumerate(matches[: len(matches) - leave]):
        play(match, 80 if number % 3 == 0 else rng.randrange(6, 20), rng)
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING:
            resign(match.pk, rng.choice(list(match.seats.all())).user)
    advance(event.pk)


def test_a_cup_from_its_form_to_its_winner(
    page: Page, log_in: Callable[[Page, Any], None], picture: Callable[[Page, str], None]
) -> None:
    rng, anna = Random(5), person("Anna")
    others = [person(name) for name in NAMES]
    log_in(page, anna)
    page.set_viewport_size(_size(DESK))
    event = _made(page, picture)
    for user in (anna, *others):
        enter(event.pk, user)
    event = advance(event.pk)
    assert (event.status, len(running(event))) == (Event.Status.RUNNING, 12)

    play_round(event, rng, leave=3)
    page.goto(f"/events/{event.pk}/")
    expect(page.get_by_role("table").first).to_be_visible()
    picture(page, "cup-groups")
    group = event.groups.order_by("-open").first()
    assert group is not None
    page.goto(f"/events/{event.pk}/groups/{group.pk}/what-if/")
    picture(page, "cup-what-if")
    page.goto(f"/events/{event.pk}/desk/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    picture(page, "cup-desk")

    for _ in range(6):
        play_round(event, rng)
        event.refresh_from_db()
        if event.is_over:
            break
    assert event.status == Event.Status.FINISHED
    page.set_viewport_size(_size(PHONE))
    page.emulate_media(color_scheme="dark")
    page.goto(f"/events/{event.pk}/")
    picture(page, "cup-over-phone")


def _made(page: Page, picture: Callable[[Page, str], None]) -> Event:
    """Make the cup by its form: two groups of three, and a knock-out of the best two of each."""
    page.goto("/events/new/")
    page.get_by_label("Name", exact=True).fill("Autumn cup")
    page.get_by_label("Places").fill("6")
    page.locator("[name=stage1_legs]").select_option("2")
    page.locator("[name=stage1_groups]").fill("2")
    page.locator("[name=stage1_advance]").fill("2")
    page.locator("summary", has_text="Second stage").click()
    page.locator("[name=stage2_kind]").select_option("knock_out")
    page.get_by_role("button", name="Try it out").click()
    expect(page.locator("#plan")).to_contain_text("6 players")
    picture(page, "cup-form")
    page.get_by_role("button", name="Make this tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Autumn cup")
    return Event.objects.get(name="Autumn cup")


def test_a_ladder_in_motion(
    page: Page, log_in: Callable[[Page, Any], None], picture: Callable[[Page, str], None]
) -> None:
    ensure(timezone.now())
    ladder = Event.objects.get(kind=Event.Kind.LADDER, game="streetsoccer", bots=False)
    users: list[User] = [person(name) for name in ("Anna", *NAMES)]
    for user in users:
        enter(ladder.pk, user)
    advance_all()
    log_in(page, users[3])
    page.set_viewport_size(_size(DESK))
    page.goto(f"/events/{ladder.pk}/")
    page.get_by_role("button", name="Ask for a match").click()
    page.wait_for_url("**/matches/*/")
    advance_all()
    [match] = running(ladder)
    play(match, 5, Random(2))
    page.goto(f"/events/{ladder.pk}/")
    picture(page, "ladder")
    assert users[3] in [seat.user for seat in match.seats.all()]
