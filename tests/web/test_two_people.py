"""Two people, each at a browser of their own, from the sign-up to a goal: the end of the match,
or the restart. What they play is in :mod:`tests.web.lines`."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE
from tests.web.driving import expect_score, hear_news, know_the_dice, play, sign_up
from tests.web.lines import LINES, Line


@pytest.fixture
def ben_and_ann(new_page: Callable[..., Page]) -> tuple[Page, Page]:
    """Ann at a desk, Ben at a phone, both signed up; their pages' time is at our command."""
    ann, ben = new_page(), new_page(PHONE)
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        page.clock.install()
        sign_up(page, name)
    return ben, ann


def challenge_and_accept(ann: Page, ben: Page, line: Line) -> None:
    """Ann offers to play yellow in the waiting room, Ben takes it; both look at the match."""
    ann.get_by_role("link", name="Waiting room").click()
    ann.get_by_role("radio", name=line.title, exact=True).check()
    ann.locator(f'[name="{line.game}:seat"]').select_option("yellow")
    for key, value in line.options.items():
        ann.locator(f'[name="{line.game}:{key}"]').select_option(str(value))
    ann.get_by_role("button", name="Offer this challenge").click()
    expect(ann.get_by_role("heading", level=1)).to_have_text(f"Ann offers {line.title}")
    ben.get_by_role("link", name="Waiting room").click()
    ben.get_by_role("button", name="Accept the challenge of Ann").click()
    expect(ben.locator("#headline")).to_have_text("Ann to move")
    ann.get_by_role("link", name="My matches").click()
    ann.locator(".rows a.cover").click()
    expect(ann.locator("#headline")).to_have_text("Your turn")


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_from_sign_up_to_a_goal_and_on(
    ben_and_ann: tuple[Page, Page], monkeypatch: pytest.MonkeyPatch, line: Line
) -> None:
    know_the_dice(monkeypatch, line.byte)
    ben, ann = ben_and_ann
    challenge_and_accept(ann, ben, line)
    people = {"yellow": (ann, ben), "red": (ben, ann)}
    for number, (seat, notation, yellow_goals) in enumerate(line.moves, start=1):
        mover, waiting = people[seat]
        expect(mover.locator("#headline")).to_have_text("Your turn")
        expect(mover.locator("#play")).to_have_attribute("data-ply", str(number))
        play(mover, notation)
        expect(mover.locator(".status .notation")).to_have_text(notation)
        hear_news(waiting)
        expect(waiting.locator(".status .notation")).to_have_text(notation)
        for page in (mover, waiting):
            expect_score(page, yellow_goals, 0)
    expect(ann.locator(".moves .goal")).to_have_count(1)
    if line.ends:
        for page in (ann, ben):
            expect(page.locator("#headline")).to_have_text("Match over")
            expect(page.locator("#result")).to_contain_text("Ann wins 1 : 0")
            expect(page.locator("#result")).to_contain_text(line.ends)
