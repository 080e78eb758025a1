"""One person plays the house to the end of a match in the browser.

No worker runs here: the test calls the task that looks for the house's due moves.
"""

import re
from collections.abc import Callable
from random import Random
from typing import Any

from django.conf import LazySettings
from playwright.sync_api import Page, expect

from golem.matches.log import game_of, present_state
from golem.matches.models import Match
from golem.matches.tasks import sweep_house
from golem.play.chance import commitment
from tests.matches.conftest import person
from tests.web.driving import choose, hear_news, play_the_house

LogIn = Callable[[Page, Any], None]

CLICKED = 6  # so many of the first moves are made by clicks, the others are typed


def a_move(match: Match, seat: str, rng: Random) -> str:
    """Return a legal move for the seat: a goal if there is one, else any."""
    game: Any = game_of(match)
    state = present_state(match)
    if match.ply <= 2:
        return a_setup(game, state, seat)
    legal: list[str] = [game.write(move) for move in game.legal(state, seat)]
    goals = [text for text in legal if "B" in text and text[-1] in "al"]
    return rng.choice(goals or legal)


def a_setup(game: Any, state: Any, seat: str) -> str:
    """Return a setup, by the game's own clicks on some of the squares that it offers."""
    draft = game.click(state, seat, "", None)
    while not draft.complete:
        draft = game.click(state, seat, draft.notation, draft.squares[len(draft.squares) // 2])
    return str(draft.notation)


def move(page: Page, notation: str, by_clicks: bool) -> None:
    """Play the move; the page shows what came of it."""
    if by_clicks:
        choose(page, notation)
    else:
        page.locator("#notation").fill(notation)
    with page.expect_navigation():
        page.locator("#confirm").click()
    expect(page.locator(".status .notation")).to_have_text(notation)


def play_to_the_end(page: Page, match: Match, seat: str) -> None:
    """Play by turns with the house, whose moves the page hears of by itself."""
    rng, made = Random(8), 0
    while True:
        sweep_house()
        match.refresh_from_db()
        hear_news(page)
        expect(page.locator("#play")).to_have_attribute("data-ply", str(match.ply))
        if match.status == Match.Status.FINISHED:
            return
        move(page, a_move(match, seat, rng), by_clicks=made < CLICKED)
        made += 1


def test_a_match_against_the_house_to_its_end(
    page: Page, log_in: LogIn, settings: LazySettings
) -> None:
    settings.HOUSE_SECONDS = 0.02
    clara = person("Clara")
    log_in(page, clara)
    page.clock.install()
    page.goto("/")
    play_the_house(page)
    expect(page.locator("#play")).to_be_visible()
    match = Match.objects.get()
    seat = match.seats.get(user=clara).name
    play_to_the_end(page, match, seat)
    look_at_the_end(page, match)
    save_the_records(page, match)
    page.get_by_role("button", name="Offer a rematch").click()  # the house takes it at once
    expect(page.locator("#play")).to_have_attribute("data-status", "running")
    again = Match.objects.exclude(pk=match.pk).get()
    expect(page).to_have_url(re.compile(f"/matches/{again.pk}/$"))
    assert again.seats.get(user=clara).name != seat


def look_at_the_end(page: Page, match: Match) -> None:
    """The page shows winner, score, points and how it ended, and the seed."""
    points, score = (
        " : ".join(str((of or {})[seat]) for seat in ("yellow", "red"))
        for of in (match.points, match.score)
    )
    winner = match.seats.filter(name=match.winner).first()
    who = f"{winner.user.username} wins" if winner else "Nobody wins"
    expect(page.locator("#headline")).to_have_text("Match over")
    expect(page.locator("#result .headline")).to_have_text(f"{who} {score}")
    expect(page.locator("#result")).to_contain_text(f"Points {points}.")
    page.get_by_text("Fair dice").click()
    seed = bytes(match.seeds.get().secret)
    for value in (seed.hex(), commitment(seed)):
        expect(page.locator(".hash", has_text=value)).to_be_visible()


def save_the_records(page: Page, match: Match) -> None:
    """The links to the exports lead to the whole match."""
    page.get_by_text("About this match").click()
    as_json, as_text = (
        page.request.get(page.get_by_role("link", name=name).get_attribute("href") or "")
        for name in ("JSON", "plain text")
    )
    assert (as_json.status, as_text.status) == (200, 200)
    moves = [move["notation"] for move in as_json.json()["moves"]]
    assert moves == list(match.moves.values_list("notation", flat=True))
    assert moves[-1] in as_text.text()
