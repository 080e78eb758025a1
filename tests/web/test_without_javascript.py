"""Everything works by forms alone, in a browser that runs no script."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from playwright.sync_api import Page, expect

from golem.matches.models import Match
from golem.matches.tasks import sweep_house
from tests.web.conftest import PHONE, Troubles
from tests.web.driving import expect_score, play_the_house, sign_up
from tests.web.lines import LINES, Line

NOTE = "Good luck & have fun <3"


@pytest.fixture
def plain(new_page: Callable[..., Page]) -> Page:
    """A visitor with a phone whose browser runs no script."""
    return new_page(PHONE, javascript=False)


def test_a_player_types_moves_against_the_house(
    plain: Page, troubles: Troubles, settings: LazySettings
) -> None:
    troubles.allow(r"status of 422 .*/matches/\d+/'")
    settings.HOUSE_SECONDS = 0.05
    sign_up(plain, "Clara")
    plain.get_by_role("link", name="Waiting room").click()
    plain.get_by_label("Opponent").fill("house")
    plain.locator("[name='streetsoccer:seat']").select_option("yellow")
    plain.get_by_role("button", name="Offer this challenge").click()
    expect(plain.locator("#headline")).to_have_text("Your turn")
    match = Match.objects.get()
    type_what_is_refused(plain)
    preview_and_play(plain)
    sweep_house()
    plain.reload()
    expect(plain.locator("#headline")).to_have_text("Your turn")
    match.refresh_from_db()
    assert match.ply == 3
    step_back(plain, match)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_two_people_type_a_match_to_a_goal(
    new_page: Callable[..., Page], log_in: Callable[[Page, Any], None], line: Line
) -> None:
    match = line.match()
    pages = {seat.name: new_page(PHONE, javascript=False) for seat in match.seats.all()}
    for player in match.seats.all():
        log_in(pages[player.name], player.user)
    for seat, notation, yellow_goals in line.moves:
        page = pages[seat]
        page.goto(f"/matches/{match.pk}/")
        page.get_by_label("Move in notation").fill(notation)
        press(page, "Preview")
        expect(page.locator("#headline")).to_have_text("Preview: not played yet")
        press(page, "Play")
        expect(page.locator(".status .notation")).to_have_text(notation)
        expect_score(page, yellow_goals, 0)
    if line.ends:
        expect(page.locator("#result")).to_contain_text(line.ends)


def press(page: Page, name: str) -> None:
    """Press the button of that name; the page that it leads to has loaded."""
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()


def type_what_is_refused(page: Page) -> None:
    """Type a setup with a player in the centre circle: it comes back with the reason."""
    page.get_by_text("Add a line of text").click()
    page.locator("#note").fill(NOTE)
    page.get_by_label("Move in notation").fill("Pafbhdf")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#refusal")).to_have_text("Nobody may be placed in the centre circle.")
    expect(page.locator("#refusal")).to_be_visible()
    expect(page.get_by_label("Move in notation")).to_have_value("Pafbhdf")
    expect(page.locator("#note")).to_have_value(NOTE)
    expect(page.locator("#note")).to_be_visible()


def preview_and_play(page: Page) -> None:
    """Look at a good setup before it is played, then play it."""
    page.get_by_label("Move in notation").fill("Pafbhci")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#headline")).to_have_text("Preview: not played yet")
    expect(page.get_by_label("Move in notation")).to_have_value("Pafbhci")
    expect(page.locator("#note")).to_have_value(NOTE)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#headline")).to_have_text("house to move")
    expect(page.locator(".note")).to_contain_text(NOTE)


def step_back(page: Page, match: Match) -> None:
    """The links of the stepper and of the move list lead to earlier positions and back."""
    page.get_by_role("link", name="First").click()
    expect(page.locator("#headline")).to_have_text("Before the first ply")
    page.locator("#moves a").first.click()
    expect(page.locator(".status")).to_contain_text("last move")
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator("#headline")).to_have_text("Your turn")


def test_resigning_is_asked_twice(plain: Page) -> None:
    sign_up(plain, "Clara")
    play_the_house(plain)
    plain.get_by_text("Resign", exact=True).click()
    plain.get_by_role("button", name="Resign this match").click()
    expect(plain.locator("#result .headline")).to_contain_text("house wins")
    expect(plain.locator("#headline")).to_have_text("Match over")
