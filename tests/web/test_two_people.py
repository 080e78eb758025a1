"""Two people, each at a browser of their own, from the sign-up to the restart after a goal.

With the seed of 32 zero bytes the kick-off die is 3, red walks with a 4, yellow scores with
a 4, and the restart die is 3. Yellow attacks row a.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE
from tests.web.driving import expect_score, hear_news, know_the_dice, play, sign_up

SEED_BYTE = 0


@pytest.fixture
def ben_and_ann(new_page: Callable[..., Page]) -> tuple[Page, Page]:
    """Ann at a desk, Ben at a phone, both signed up; their pages' time is at our command."""
    ann, ben = new_page(), new_page(PHONE)
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        page.clock.install()
        sign_up(page, name)
    return ben, ann


def challenge_and_accept(ann: Page, ben: Page) -> None:
    """Ann offers to play yellow in the waiting room, Ben takes it; both look at the match."""
    ann.get_by_role("link", name="Waiting room").click()
    ann.locator("[name='streetsoccer:seat']").select_option("yellow")
    ann.get_by_role("button", name="Offer this challenge").click()
    expect(ann.get_by_role("heading", level=1)).to_have_text("Ann offers StreetSoccer")
    ben.get_by_role("link", name="Waiting room").click()
    ben.get_by_role("button", name="Accept the challenge of Ann").click()
    expect(ben.locator("#headline")).to_have_text("Ann to move")
    ann.get_by_role("link", name="My matches").click()
    ann.locator(".rows a.cover").click()
    expect(ann.locator("#headline")).to_have_text("Your turn")


def test_from_sign_up_to_the_restart_after_a_goal(
    ben_and_ann: tuple[Page, Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    know_the_dice(monkeypatch, SEED_BYTE)
    ben, ann = ben_and_ann
    challenge_and_accept(ann, ben)
    line = [
        (ann, "Pahbied", 0),
        (ben, "Pacbdej", 0),
        (ann, "Bec", 0),
        (ben, "Mejcj", 0),
        (ann, "Medec|Bba", 1),
        (ben, "Pcb|Bfe", 1),
        (ann, "Mahae", 1),
    ]
    for number, (mover, notation, yellow_goals) in enumerate(line, start=1):
        waiting = ben if mover is ann else ann
        expect(mover.locator("#headline")).to_have_text("Your turn")
        expect(mover.locator(".status")).to_contain_text(f"Ply {number} of 52")
        play(mover, notation)
        expect(mover.locator(".status .notation")).to_have_text(notation)
        hear_news(waiting)
        expect(waiting.locator("#headline")).to_have_text("Your turn")
        expect(waiting.locator(".status .notation")).to_have_text(notation)
        for page in (mover, waiting):
            expect_score(page, yellow_goals, 0)
    expect(ann.locator(".moves .goal")).to_have_count(1)
