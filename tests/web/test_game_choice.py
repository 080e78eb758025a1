"""Choosing a game shows its own sides and options and no others', with and without script."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from golem.matches.models import Challenge, Match
from tests.games.registering import register
from tests.web.conftest import PHONE
from tests.web.driving import sign_up


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch, settings: Any) -> str:
    register(monkeypatch, settings, "stones", "tests.games.stones:game")
    return "stones"


@pytest.mark.parametrize("javascript", [True, False])
def test_the_chosen_game_alone_shows_its_options(
    stones: str, new_page: Callable[..., Page], javascript: bool
) -> None:
    page = new_page(javascript=javascript)
    sign_up(page, "Dora")
    page.get_by_role("link", name="Waiting room").click()
    sides = page.locator("select[name$=':seat']")
    expect(sides.filter(visible=True)).to_have_count(1)
    expect(page.get_by_label("Variant")).to_be_hidden()
    page.get_by_role("radio", name="Stones").check()
    expect(sides.filter(visible=True)).to_have_attribute("name", "stones:seat")
    expect(page.get_by_label("Variant")).to_have_value("one_heap")
    page.get_by_label("Variant").select_option("first to three goals")
    page.get_by_role("button", name="Offer this challenge").click()
    expect(page.get_by_text("first to three goals")).to_be_visible()
    made = Challenge.objects.get()
    assert (made.game, made.options["variant"]) == (stones, "first_to_three")


def test_the_card_of_a_game_leads_to_a_challenge_of_that_game(
    stones: str, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    sign_up(page, "Dora")
    page.goto("/games/")
    card = page.get_by_role("region", name="Stones", exact=True)
    card.get_by_role("link", name="Challenge somebody").click()
    expect(page.get_by_role("radio", name="Stones")).to_be_checked()
    expect(page.get_by_label("Variant")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False])
def test_the_card_of_a_game_leads_to_a_match_with_the_house_as_one_likes(
    new_page: Callable[..., Page], javascript: bool
) -> None:
    page = new_page(PHONE, javascript=javascript)
    sign_up(page, "Dora")
    page.goto("/games/")
    card = page.get_by_role("region", name="Golden Goal", exact=True)
    card.get_by_role("link", name="Choose side and options").click()
    expect(page.get_by_role("radio", name="Golden Goal")).to_be_checked()
    page.get_by_label("Your side").filter(visible=True).select_option("red")
    page.get_by_label("How it is won").select_option("first_to_3")
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("#headline")).to_have_text("house to move")
    made = Match.objects.get()
    assert (made.game, made.options["variant"]) == ("golden_goal", "first_to_3")
    assert made.seats.get(name="red").user.username == "Dora"


@pytest.mark.parametrize("address", ["/challenges/", "/challenges/house/", "/events/new/"])
def test_the_keyboard_chooses_and_nothing_is_in_the_way(
    stones: str,
    new_page: Callable[..., Page],
    axe: Callable[[Page], None],
    address: str,
) -> None:
    page = new_page(PHONE)
    sign_up(page, "Dora")
    page.goto(address)
    page.get_by_role("radio", name="StreetSoccer").focus()
    page.keyboard.press("ArrowUp")  # around to the last one
    expect(page.get_by_role("radio", name="Stones")).to_be_checked()
    expect(page.get_by_label("Variant")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    axe(page)
