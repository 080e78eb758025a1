"""The match page by keyboard alone, and by voice."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from golem.matches.models import Match
from tests.matches.conftest import begin, person
from tests.web.driving import COLUMNS, drafts, expect_score, play_on, square
from tests.web.lines import LINES, Line

LogIn = Callable[[Page, Any], None]
FOCUSED = "() => document.activeElement.dataset.square ?? ''"
FRAME = "() => getComputedStyle(document.activeElement.querySelector('.frame')).visibility"
OPENING = ("Pahbied", "Pacbdej", "Bec")  # the seed of 32 zero bytes: then red has a 4


@pytest.fixture
def match() -> Match:
    """Anna, yellow, against Boris, red, before the first move."""
    return begin("streetsoccer", person("Anna"), person("Boris"), bytes(32))


def open_as(page: Page, log_in: LogIn, match: Match, seat: str) -> None:
    """Show the match to the player of the seat, with the script awake."""
    log_in(page, match.seats.get(name=seat).user)
    page.goto(f"/matches/{match.pk}/")


def tab_to_the_board(page: Page) -> str:
    """Press Tab until a square has the focus, by way of the skip link; return its name."""
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skip to the content
    for _ in range(20):
        page.keyboard.press("Tab")
        name = page.evaluate(FOCUSED)
        if name:
            return str(name)
    raise AssertionError("no square can be reached by Tab")


def arrow_to(page: Page, goal: str, turned: bool = False) -> None:
    """Press arrow keys until the focus is on the square ``goal``: rows first, then columns."""
    here = page.evaluate(FOCUSED)
    right = COLUMNS.index(goal[0]) - COLUMNS.index(here[0])
    down = ord(goal[1]) - ord(here[1])
    if turned:
        right, down = -right, -down
    for steps, keys in ((down, ("ArrowUp", "ArrowDown")), (right, ("ArrowLeft", "ArrowRight"))):
        for _ in range(abs(steps)):
            page.keyboard.press(keys[steps > 0])
    assert page.evaluate(FOCUSED) == goal


def choose_by_keys(page: Page, notation: str, turned: bool = False) -> None:
    """Put the move together with arrow keys and Enter."""
    for name, draft in drafts(notation):
        arrow_to(page, str(square(page, name).get_attribute("data-square")), turned)
        page.keyboard.press("Enter")
        expect(page.locator("#notation")).to_have_value(draft)


def press_until_focused(page: Page, selector: str) -> None:
    """Press Tab until the focus is on what the selector names."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


def test_a_whole_turn_without_a_mouse(page: Page, log_in: LogIn, match: Match) -> None:
    open_as(page, log_in, match, "yellow")
    tab_to_the_board(page)
    assert page.evaluate(FRAME) == "visible"
    choose_by_keys(page, "Pahbi")
    expect(square(page, "ah")).to_have_accessible_name("a h: empty, chosen")
    page.keyboard.press("Escape")
    expect(page.locator("#notation")).to_have_value("Pah")
    expect(page.locator("#voice")).to_contain_text("Taken back.")
    assert page.evaluate(FOCUSED) == "bi"
    page.keyboard.press("Enter")
    expect(page.locator("#voice")).to_have_text(
        "Choose a square for the next of your three players."
    )
    arrow_to(page, "ed")
    page.keyboard.press(" ")
    expect(page.locator("#confirm")).to_be_focused()
    expect(page.locator("#voice")).to_contain_text("This is how it would be")
    page.keyboard.press("Escape")
    expect(page.locator("#notation")).to_have_value("Pahbi")
    assert page.evaluate(FOCUSED) == "ed"
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_have_text("Boris to move")
    match.refresh_from_db()
    assert match.moves.get().notation == "Pahbied"


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_a_match_to_a_goal_without_a_mouse(
    new_page: Callable[..., Page], log_in: LogIn, line: Line
) -> None:
    match = line.match()
    pages = {player.name: new_page() for player in match.seats.all()}
    for player in match.seats.all():
        log_in(pages[player.name], player.user)
    for seat, notation, yellow_goals in line.moves:
        page = pages[seat]
        page.goto(f"/matches/{match.pk}/")
        tab_to_the_board(page)
        choose_by_keys(page, notation, turned=seat == "red")
        expect(page.locator("#confirm")).to_be_focused()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.locator(".status .notation")).to_have_text(notation)
        expect_score(page, yellow_goals, 0)
    match.refresh_from_db()
    assert (match.status == Match.Status.FINISHED) == bool(line.ends)


def test_squares_say_what_stands_there_and_may_be_chosen(
    page: Page, log_in: LogIn, match: Match
) -> None:
    play_on(match, *OPENING)
    open_as(page, log_in, match, "red")
    names = {
        "ac": "a c: red player, can be chosen",
        "db": "d b: red keeper, can be chosen",
        "dg": "d g: yellow player",
        "ec": "e c: ball",
        "fk": "f k: empty",
    }
    for name, words in names.items():
        expect(square(page, name)).to_have_accessible_name(words)
    expect(page.locator("[data-board] [tabindex='0']")).to_have_count(1)
    expect(page.locator("[data-board] [role=button]")).to_have_count(68)


def test_squares_beside_the_field_and_nets_have_names_too(page: Page, log_in: LogIn) -> None:
    line = next(line for line in LINES if line.name == "golden goal")
    match = line.match()
    play_on(match, *(notation for _, notation, _ in line.moves[:12]))
    open_as(page, log_in, match, "yellow")
    tab_to_the_board(page)
    choose_by_keys(page, "Mdedc")
    names = {
        "ca": "c a: empty, can be chosen",
        "gb": "g b: red outfielder",
        "za": "z a: empty",
        "dc": "d c: ball, chosen",
    }
    for name, words in names.items():
        expect(square(page, name)).to_have_accessible_name(words)
    expect(page.locator("[data-board] [role=button]")).to_have_count(96)
    expect(page.locator("#voice")).to_have_text("Choose where the ball goes.")


def is_below(page: Page, one: str, other: str) -> bool:
    """Tell whether the square ``one`` lies below the ``other`` on the screen."""
    boxes = [square(page, name).bounding_box() for name in (one, other)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    return boxes[0]["y"] > boxes[1]["y"]


def test_red_sees_its_own_side_below_and_the_arrows_go_as_the_eyes_do(
    page: Page, log_in: LogIn, match: Match
) -> None:
    play_on(match, *OPENING)
    open_as(page, log_in, match, "red")
    assert is_below(page, "db", "ck")  # red's keeper, yellow's
    tab_to_the_board(page)
    choose_by_keys(page, "Mejcj", turned=True)
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_have_text("Anna to move")


def test_the_board_turned_away_by_keys_stays_so(page: Page, log_in: LogIn, match: Match) -> None:
    play_on(match, *OPENING)
    open_as(page, log_in, match, "red")
    press_until_focused(page, "[data-turn]")
    page.keyboard.press("Enter")
    expect(page.locator("#play [data-turn]")).to_have_attribute("href", re.compile("turn=0"))
    expect(page.locator("#play [data-turn]")).to_be_focused()
    page.goto(f"/matches/{match.pk}/")  # and it stays turned
    assert is_below(page, "ck", "db")
    tab_to_the_board(page)
    choose_by_keys(page, "Mejcj")
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_have_text("Anna to move")


def test_stepping_through_the_match(page: Page, log_in: LogIn, match: Match) -> None:
    play_on(match, *OPENING, "Mejcj", "Medec|Bba")
    log_in(page, match.seats.get(name="yellow").user)
    page.goto(f"/matches/{match.pk}/")
    shown = page.locator("#play")
    steps = [("ArrowLeft", 4), ("ArrowLeft", 3), ("ArrowRight", 4), ("Home", 0), ("ArrowLeft", 0)]
    steps += [("ArrowRight", 1), ("End", 5), ("ArrowRight", 5)]
    for key, ply in steps:
        page.keyboard.press(key)
        expect(shown).to_have_attribute("data-shown", str(ply))
    expect(page.locator("#headline")).to_have_text("Boris to move")
    page.keyboard.press("Home")
    expect(page.locator("#headline")).to_have_text("Before the first ply")
    expect(page.locator("#voice")).to_contain_text("Before the first ply")
    expect(page).to_have_url(re.compile(r"\?ply=0$"))
    page.locator("#moves a[data-step='4']").click()
    expect(shown).to_have_attribute("data-shown", "4")
    press_until_focused(page, "[data-go=previous]")
    page.keyboard.press("Enter")
    expect(shown).to_have_attribute("data-shown", "3")
    expect(page.locator("[data-go=previous]")).to_be_focused()
    expect(page.locator("#moves [aria-current=step]")).to_have_attribute("data-step", "3")
