"""A picture of each game, as the README shows it: PICTURES=folder stores them anew."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, ViewportSize, expect

from golem import registry
from golem.matches import services
from golem.matches.log import game_of, present_state
from golem.matches.models import Match
from golem.play import movers
from tests.matches.conftest import begin, person

BASE = Path(settings.BASE_DIR)
SCREEN = ViewportSize(width=520, height=1000)
PLIES = {"streetsoccer": 9, "golden_goal": 12, "goal": 5}
"""After so many plies the picture is taken: the match is under way, nobody has won."""


def play_as_the_house(match: Match, plies: int) -> None:
    """Let the computer players of both seats move, without much thought."""
    rng, mover, game = Random(4), movers.house(0), game_of(match)
    while match.ply <= plies and match.status == Match.Status.RUNNING:
        state = present_state(match)
        for seat in game.to_move(state):
            notation = game.write(mover(game, state, seat, rng))
            user = match.seats.get(name=seat).user
            services.submit_move(match.pk, user, match.ply, notation)
        match.refresh_from_db()


@pytest.mark.parametrize("key", registry.game_keys())
def test_the_board_of_a_game(
    new_page: Callable[..., Page], log_in: Callable[[Page, Any], None], key: str
) -> None:
    match = begin(key, person("Anna"), person("Boris"), bytes([1] * 32))
    play_as_the_house(match, PLIES[key])
    assert match.status == Match.Status.RUNNING
    page = new_page(SCREEN)
    log_in(page, match.seats.order_by("number")[0].user)
    page.goto(f"/matches/{match.pk}/")
    board = page.locator("#board .board")
    expect(board).to_be_visible()
    assert board.locator(".piece").count() >= 2
    folder = os.environ.get("PICTURES")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.locator(".play-board").screenshot(path=Path(folder) / f"{key}.png")


@pytest.mark.parametrize("key", registry.game_keys())
def test_the_readme_shows_and_links_every_game(key: str) -> None:
    readme = (BASE / "README.md").read_text()
    assert f"(docs/pictures/games/{key}.png)" in readme
    assert f"(docs/rules/{key}.md)" in readme
    assert (BASE / f"docs/pictures/games/{key}.png").stat().st_size < 200_000
