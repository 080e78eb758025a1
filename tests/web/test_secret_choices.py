"""A game in which both choose in secret, in real browsers: by clicks, by keys, without a script."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from golem.matches.models import Match
from golem.matches.services import submit_move
from tests.matches.conftest import begin, person
from tests.web.conftest import PHONE
from tests.web.driving import hear_news
from tests.web.test_accessible import Inspection
from tests.web.test_accessible import inspect as inspect
from tests.web.test_keyboard import FOCUSED, press_until_focused, tab_to_the_board

LogIn = Callable[[Page, Any], None]
TRICKS = (("K", "2"), ("Q", "3"), ("T", "4"))
"""Hearts win three tricks one after the other: a goal at the usual distance."""
FIRST_LOOK = 2_000  # milliseconds until a page that waits looks for news for the first time
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(live_server: Any) -> Match:
    """Anna has the hearts, Boris the spades."""
    return begin("goal", person("Anna"), person("Boris"), bytes(32))


def seated(page: Page, log_in: LogIn, match: Match, seat: str) -> Page:
    """Show the match to a player."""
    log_in(page, match.seats.get(name=seat).user)
    page.goto(f"/matches/{match.pk}/")
    return page


def card(page: Page, name: str) -> Locator:
    return page.locator(f'[data-square="{name}"][role="button"]')


def choose(page: Page, name: str) -> None:
    """Choose a card by a click, and play it."""
    card(page, name).click()
    expect(page.locator("#notation")).to_have_value(f"C{name[1]}")
    page.locator("#confirm").click()


def test_two_people_play_to_a_goal_and_none_sees_the_others_choice(
    new_page: Callable[..., Page], log_in: LogIn, match: Match
) -> None:
    anna = seated(new_page(), log_in, match, "hearts")
    boris = new_page(PHONE)
    boris.clock.install()
    seated(boris, log_in, match, "spades")
    for hearts, spades in TRICKS:
        expect(boris.locator("#headline")).to_have_text("Your turn")
        before = boris.locator("main").inner_text()
        choose(anna, f"H{hearts}")
        expect(anna.locator("#headline")).to_have_text(f"You have chosen C{hearts}")
        hear_news(boris)
        assert boris.locator("main").inner_text() == before
        choose(boris, f"S{spades}")
        expect(boris.locator(".status .notation")).to_have_text(f"C{hearts} C{spades}")
        anna.reload()
        expect(anna.locator(".status .notation")).to_have_text(f"C{hearts} C{spades}")
    for page in (anna, boris):
        strip = page.locator(".strip").filter(has_text="Anna")
        expect(strip.locator(".goals")).to_have_text("goals: 1")


def test_a_choice_by_keyboard_and_another_in_its_place(
    page: Page, log_in: LogIn, match: Match
) -> None:
    seated(page, log_in, match, "hearts")
    first = tab_to_the_board(page)
    page.keyboard.press("ArrowRight")
    second = str(page.evaluate(FOCUSED))
    assert second != first
    page.keyboard.press("Enter")
    expect(page.locator("#notation")).to_have_value(f"C{second[1]}")
    press_until_focused(page, "#confirm")
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_have_text(f"You have chosen C{second[1]}")
    choose(page, first)
    expect(page.locator("#headline")).to_have_text(f"You have chosen C{first[1]}")


def test_a_sealed_card_is_marked_after_a_reload_and_may_be_replaced(
    new_page: Callable[..., Page], log_in: LogIn, match: Match
) -> None:
    submit_move(match.pk, match.seats.get(name="hearts").user, 1, "C7")
    page = seated(new_page(PHONE), log_in, match, "hearts")
    for _ in range(2):
        expect(page.locator("#prompt")).to_have_text(
            "Your card C7 is sealed. You may replace it by another one until your opponent has "
            "chosen."
        )
        expect(page.locator("#notation")).to_have_value("")
        expect(page.locator(".seal")).to_have_count(1)
        expect(card(page, "H7")).to_have_accessible_name(
            "H7: hearts card 7, your sealed choice, can be chosen"
        )
        expect(card(page, "H8")).to_have_accessible_name("H8: hearts card 8, can be chosen")
        expect(page.locator("#play.drafting")).to_have_count(0)
        page.reload(wait_until="networkidle")
    choose(page, "HQ")
    expect(page.locator("#headline")).to_have_text("You have chosen CQ")
    expect(card(page, "HQ")).to_have_accessible_name(
        "H Q: hearts card Q, your sealed choice, can be chosen"
    )


def test_whose_card_is_sealed_hears_of_the_answer_soon(
    page: Page, log_in: LogIn, match: Match
) -> None:
    submit_move(match.pk, match.seats.get(name="hearts").user, 1, "C7")
    page.clock.install()
    seated(page, log_in, match, "hearts")
    submit_move(match.pk, match.seats.get(name="spades").user, 1, "C8")
    page.clock.run_for(FIRST_LOOK)
    expect(page.locator(".status .notation")).to_have_text("C7 C8")
    submit_move(match.pk, match.seats.get(name="hearts").user, 2, "C9")
    for address, seals in (("", 1), ("?ply=0", 0)):
        page.goto(f"/matches/{match.pk}/{address}", wait_until="networkidle")
        expect(page.locator(".seal")).to_have_count(seals)


def test_a_choice_without_a_script(
    new_page: Callable[..., Page], log_in: LogIn, match: Match
) -> None:
    page = seated(new_page(PHONE, javascript=False), log_in, match, "hearts")
    page.get_by_label("Move in notation").fill("C7")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#headline")).to_have_text("Preview: not played yet")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#headline")).to_have_text("You have chosen C7")


def test_the_table_in_every_dress(
    page: Page, log_in: LogIn, match: Match, inspect: Inspection
) -> None:
    seated(page, log_in, match, "spades")
    inspect(page, "before a choice")
    expect(page.get_by_text("Fair dice")).to_have_count(0)
    choose(page, "S7")
    expect(page.locator("#headline")).to_have_text("You have chosen C7")
    inspect(page, "after it")
    submit_move(match.pk, match.seats.get(name="hearts").user, 1, "CA")
    page.reload()
    inspect(page, "after a trick")
    for address in ("/games/goal/", "/games/"):
        page.goto(address)
        inspect(page, address)
