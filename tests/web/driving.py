"""What a visitor does on the pages, in words of the match page."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from golem.matches import services, starting
from golem.matches.models import Match
from golem.play import chance

PASSWORD = "seven green goal posts"
POLL = 15_000  # milliseconds between the page's looks for news
NAMED = re.compile("[a-gz][a-l]|G")
COLUMNS = "zabcdefg"
NETS = ("ca", "cl")
"""A square of each net: where a goal is clicked that the notation names G."""


def know_the_dice(monkeypatch: pytest.MonkeyPatch, byte: int) -> None:
    """Give every match that starts from now on the seed of this byte, 32 times."""

    class Known:
        @staticmethod
        def token_bytes(length: int) -> bytes:
            assert length == chance.SEED_BYTES
            return bytes([byte] * length)

    monkeypatch.setattr(starting, "secrets", Known)


def sign_up(page: Page, name: str) -> None:
    """Go to the front page and sign up there under ``name``."""
    page.goto("/")
    page.get_by_role("link", name="Sign up", exact=True).first.click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("details.account summary")).to_contain_text(name)


def play_the_house(page: Page, title: str = "StreetSoccer") -> None:
    """Begin a match against the house from the list of games that the page shows."""
    card = page.get_by_role("listitem").filter(has=page.get_by_text(title, exact=True))
    card.get_by_role("button", name="Play against the house").click()


def square(page: Page, name: str) -> Locator:
    """Return the button of a square of the live board; it is one once the script has run.

    ``G`` is the square of a net that can be chosen now.
    """
    if name == "G":
        return page.locator(", ".join(f'.choosable[data-square="{net}"]' for net in NETS))
    return page.locator(f'[data-square="{name}"][role="button"]')


def drafts(notation: str) -> Iterator[tuple[str, str]]:
    """Yield the squares of a move in order (``G`` for a net), each with the notation once it is
    chosen."""
    for found in NAMED.finditer(notation):
        yield found[0], notation[: found.end()]


def choose(page: Page, notation: str) -> None:
    """Put the move together by clicks on its squares; the page ends at its preview."""
    for name, draft in drafts(notation):
        square(page, name).click()
        expect(page.locator("#notation")).to_have_value(draft)
    expect(page.locator("#prompt")).to_contain_text("This is how it would be")


def play(page: Page, notation: str) -> None:
    """Choose the move by clicks, look at the preview, and play it."""
    before = ply(page)
    choose(page, notation)
    with page.expect_navigation():
        page.locator("#confirm").click()
    expect(page.locator("#play")).not_to_have_attribute("data-ply", str(before))


def ply(page: Page) -> int:
    """Return the ply that the page is about."""
    return int(page.locator("#play").get_attribute("data-ply") or 0)


def hear_news(page: Page) -> None:
    """Let the page's time go on to its next look for the opponent's move."""
    page.clock.run_for(POLL)


def expect_score(page: Page, yellow: int, red: int) -> None:
    """Expect the goals beside the board."""
    for seat, goals in (("yellow", yellow), ("red", red)):
        strip = page.locator(".strip").filter(has=page.locator(f".shirt.seat-{seat}"))
        expect(strip.locator(".goals")).to_have_text(f"goals: {goals}")


def play_on(match: Match, *line: str) -> None:
    """Play the moves for whoever is to move, past the pages."""
    for notation in line:
        match.refresh_from_db()
        mover = match.seats.get(to_move=True).user
        services.submit_move(match.pk, mover, match.ply, notation)
    match.refresh_from_db()
