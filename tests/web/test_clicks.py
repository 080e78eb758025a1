"""Moves put together by clicks: quick ones, second thoughts, news meanwhile."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.matches.conftest import begin, person
from tests.web.conftest import Troubles
from tests.web.driving import choose, hear_news, play_on, square

LogIn = Callable[[Page, Any], None]


def test_quick_clicks_second_thoughts_and_steps_back(page: Page, log_in: LogIn) -> None:
    anna = person("Anna")
    match = begin("streetsoccer", anna, person("Boris"))
    log_in(page, anna)
    page.goto(f"/matches/{match.pk}/")
    square(page, "ah").click()
    square(page, "bi").click()  # without waiting for the answer to the first
    expect(page.locator("#notation")).to_have_value("Pahbi")
    square(page, "bi").click()  # chosen once more: let go
    expect(page.locator("#notation")).to_have_value("Pah")
    page.locator("#take-back").click()
    expect(page.locator("#notation")).to_have_value("")
    expect(page.locator("#take-back")).to_be_hidden()
    choose(page, "Pahbied")
    page.keyboard.press("Escape")
    expect(page.locator("#notation")).to_have_value("Pahbi")
    square(page, "fd").click()
    expect(page.locator("#notation")).to_have_value("Pahbifd")
    page.locator("#confirm").click()
    expect(page.locator("#headline")).to_have_text("Boris to move")
    match.refresh_from_db()
    assert (match.ply, match.moves.get().notation) == (2, "Pahbifd")


def test_a_refused_square_and_news_leave_the_draft_alone(
    page: Page, log_in: LogIn, troubles: Troubles
) -> None:
    troubles.allow(r"status of 422 .*/click/")
    anna = person("Anna")
    match = begin("streetsoccer", anna, person("Boris"))
    log_in(page, anna)
    page.clock.install()
    page.goto(f"/matches/{match.pk}/")
    square(page, "ah").click()
    square(page, "cf").click()
    expect(page.locator("#refusal")).to_be_visible()
    expect(page.locator("#notation")).to_have_value("Pah")
    play_on(match, "Pbiahed", "Pacbdej")  # from another device, and Boris answers
    hear_news(page)
    expect(page.locator("#moved-on")).to_be_visible()
    expect(page.locator("#notation")).to_have_value("Pah")
    page.get_by_role("button", name="Show the new position").click()
    expect(page.locator("#play")).to_have_attribute("data-ply", "3")
    expect(page.locator("#headline")).to_have_text("Your turn")
    expect(page.locator("#notation")).to_have_value("")
    expect(page.locator("#moved-on")).to_be_hidden()


def test_a_typed_move_is_seen_on_the_board(page: Page, log_in: LogIn) -> None:
    anna = person("Anna")
    match = begin("streetsoccer", anna, person("Boris"))
    log_in(page, anna)
    page.goto(f"/matches/{match.pk}/")
    expect(square(page, "ah")).to_have_class(re.compile("choosable"))
    page.locator("#notation").press_sequentially("Pahbi")
    expect(square(page, "ah")).not_to_have_class(re.compile("choosable"))
    expect(page.locator("#take-back")).to_be_visible()
    square(page, "ed").click()
    expect(page.locator("#notation")).to_have_value("Pahbied")
    page.locator("#confirm").click()
    expect(page.locator("#headline")).to_have_text("Boris to move")


def test_the_reason_of_a_refusal_stays_until_the_move_changes(
    page: Page, log_in: LogIn, troubles: Troubles
) -> None:
    troubles.allow("status of 422")
    anna = person("Anna")
    match = begin("streetsoccer", anna, person("Boris"))
    log_in(page, anna)
    page.goto(f"/matches/{match.pk}/")
    page.locator("#notation").fill("Pahbidf")
    page.locator("#confirm").click()
    page.wait_for_load_state("networkidle")  # the script has asked about what was typed
    expect(page.locator("#refusal")).to_have_text("Nobody may be placed in the centre circle.")
    page.locator("#notation").fill("Pahbid")
    expect(page.locator("#refusal")).to_be_hidden()
    page.locator("#notation").fill("Pahbidf")
    page.locator("#preview").click()
    expect(page.locator("#refusal")).to_be_visible()
    expect(page.locator("#notation")).to_have_value("Pahbidf")
