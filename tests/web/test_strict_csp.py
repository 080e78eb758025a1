"""Hostile text stays text, a page left behind shows nothing private, an old tab plays nothing."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Dialog, Page, expect

from golem.matches.services import submit_move
from tests.matches.conftest import begin, person
from tests.web.conftest import Troubles
from tests.web.driving import play_on, square
from tests.web.scenes import GOAL, OPENING

LogIn = Callable[[Page, Any], None]
HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    '"-alert(1)-"',
    "{{7*7}}",
    "javascript:alert(1)",
    "<svg onload=alert(1)>",
    "'><script>alert(1)</script>",
]
POLICY = {
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}


@pytest.fixture
def guarded(page: Page) -> Iterator[Page]:
    """A page that must never open a dialog, as a script of an attacker would."""
    seen: list[str] = []

    def note(dialog: Dialog) -> None:
        seen.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    yield page
    assert seen == []


def test_text_of_others_runs_nowhere(guarded: Page, log_in: LogIn) -> None:
    anna, boris = person("Anna"), person("Boris")
    match = begin("streetsoccer", anna, boris, bytes(32))
    for text, notation in zip(HOSTILE, (*GOAL, "Pcb|Bfe"), strict=True):
        match.refresh_from_db()
        mover = match.seats.get(to_move=True).user
        submit_move(match.pk, mover, match.ply, notation, note=text)
    log_in(guarded, anna)
    for address in (f"/matches/{match.pk}/", f"/matches/{match.pk}/?ply=3", "/matches/", "/watch/"):
        guarded.goto(address)
    guarded.goto(f"/matches/{match.pk}/")
    shown = guarded.locator(".moves .note").all_inner_texts()
    assert [text for text in HOSTILE if not any(text in line for line in shown)] == []
    guarded.keyboard.press("ArrowLeft")  # and once more by way of the script
    expect(guarded.locator("#play")).to_have_attribute("data-shown", "5")
    assert guarded.locator("main img, main script, .note svg").count() == 0


def test_what_was_typed_comes_back_as_text(
    guarded: Page, log_in: LogIn, troubles: Troubles
) -> None:
    troubles.allow("status of 40[04]")
    anna = person("Anna")
    match = begin("streetsoccer", anna, person("Boris"))
    log_in(guarded, anna)
    for text in HOSTILE[:3]:
        guarded.goto(f"/matches/{match.pk}/")
        guarded.locator("#notation").fill(text)
        guarded.locator("#confirm").click()
        expect(guarded.locator("#refusal")).not_to_be_empty()
        expect(guarded.locator("#notation")).to_have_value(text)
        guarded.locator("#preview").click()
        expect(guarded.locator("#refusal")).not_to_be_empty()
    guarded.goto("/challenges/")
    guarded.get_by_label("Opponent").fill(HOSTILE[4][:20])
    guarded.get_by_role("button", name="Offer this challenge").click()
    expect(guarded.get_by_label("Opponent")).to_have_value(HOSTILE[4][:20])
    for text in HOSTILE:
        guarded.goto(f"/challenges/?opponent={quote(text)}&game={quote(text)}")
        expect(guarded.get_by_label("Opponent")).to_have_value(text)
        guarded.goto(f"/players/{quote(text, safe='')}/")
        guarded.goto(f"/matches/{match.pk}/?ply={quote(text)}&turn={quote(text)}")
    match.refresh_from_db()
    assert match.ply == 1


def test_names_of_tokens_and_ways_back(guarded: Page, log_in: LogIn, troubles: Troubles) -> None:
    log_in(guarded, person("Anna"))
    for text in HOSTILE[:3]:
        guarded.goto("/account/tokens/")
        guarded.locator("main [name=name]").fill(text)
        guarded.locator("main form [type=submit]").first.click()
        expect(guarded.locator("main")).to_contain_text(text)
    guarded.context.clear_cookies()
    for text in ("javascript:alert(1)", "//evil.example/", '"><script>alert(1)</script>'):
        guarded.goto(f"/account/login/?next={quote(text)}")
        links = guarded.locator("main a").evaluate_all("(all) => all.map(one => one.href)")
        assert [link for link in links if not link.startswith("http://localhost:")] == []


def test_every_page_has_the_strict_policy(page: Page) -> None:
    match = begin("streetsoccer", person("Anna"), person("Boris"))
    for address in ("/", "/watch/", "/account/login/", f"/matches/{match.pk}/", "/api/docs/"):
        answer = page.goto(address)
        assert answer is not None
        policy = answer.headers["content-security-policy"]
        assert {part.strip() for part in policy.split(";")} == POLICY, address
        assert page.locator("script:not([src]), [style], style").count() == 0, address


def test_the_way_back_after_logging_out_shows_nothing_private(page: Page, log_in: LogIn) -> None:
    anna = person("Anna")
    match = begin("streetsoccer", anna, person("Boris"))
    log_in(page, anna)
    for address in (f"/matches/{match.pk}/", "/matches/", "/account/email/"):
        page.goto(address)
    expect(page.locator("body")).to_contain_text("anna@example.org")
    page.locator("details.account summary").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    for _ in range(3):
        page.go_back()
        expect(page.get_by_role("link", name="Log in").first).to_be_visible()
        expect(page.locator("details.account")).to_have_count(0)
        expect(page.locator("body")).not_to_contain_text("anna@example.org")
        expect(page.locator("#move-form")).to_have_count(0)


def test_an_old_tab_plays_nothing_on_a_new_position(
    page: Page, log_in: LogIn, troubles: Troubles
) -> None:
    troubles.allow("status of 409")
    anna = person("Anna")
    match = begin("streetsoccer", anna, person("Boris"), bytes(32))
    play_on(match, *OPENING[:2])
    log_in(page, anna)
    page.goto(f"/matches/{match.pk}/")
    new_tab = page.context.new_page()
    new_tab.goto(f"/matches/{match.pk}/")
    new_tab.locator("#notation").fill(OPENING[2])
    new_tab.locator("#confirm").click()
    expect(new_tab.locator("#headline")).to_have_text("Boris to move")
    play_on(match, GOAL[3])
    page.locator("#notation").fill(GOAL[4])  # it would be a goal at ply 5; the tab shows ply 3
    page.locator("#confirm").click()
    expect(page.locator("#refusal")).to_contain_text("The match has moved on")
    expect(page.locator("#play")).to_have_attribute("data-ply", "5")
    expect(page.locator("#notation")).to_have_value(GOAL[4])
    match.refresh_from_db()
    assert (match.ply, match.moves.count()) == (5, 4)


def test_an_old_tab_says_so_at_the_first_click(
    page: Page, log_in: LogIn, troubles: Troubles
) -> None:
    troubles.allow("status of 409")
    anna = person("Anna")
    match = begin("streetsoccer", anna, person("Boris"), bytes(32))
    play_on(match, *OPENING[:2])
    log_in(page, anna)
    page.goto(f"/matches/{match.pk}/")
    play_on(match, *GOAL[2:4])
    square(page, "ec").click()
    expect(page.locator("#moved-on")).to_be_visible()
    expect(page.locator("#refusal")).to_be_visible()
    page.locator("#show-now").click()
    expect(page.locator("#play")).to_have_attribute("data-ply", "5")
    expect(page.locator("#moved-on")).to_be_hidden()
