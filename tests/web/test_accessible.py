"""Every page, in every state: axe finds nothing, light and dark, at a desk and on a phone; nothing
is wider than a small phone; squares are large enough for a thumb."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from allauth.account.forms import EmailAwarePasswordResetTokenGenerator
from allauth.account.utils import user_pk_to_url_str
from django.template.loader import render_to_string
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from accounts.leaving import leave
from accounts.models import User
from golem import registry
from tests.web.conftest import Troubles
from tests.web.driving import drafts, play_on, square
from tests.web.lines import LINES, Line
from tests.web.scenes import GOAL, Scene, everything

Dress = tuple[ViewportSize, Literal["light", "dark"]]

SMALL: ViewportSize = {"width": 320, "height": 640}
DAY: Dress = (ViewportSize(width=1280, height=900), "light")
NIGHT: Dress = (ViewportSize(width=390, height=844), "dark")
MIXED: tuple[Dress, ...] = ((DAY[0], "dark"), (NIGHT[0], "light"))
THUMB = 44  # CSS pixels
SIDES = """(all) => all.map((one) => one.getBoundingClientRect())
    .flatMap(({width, height}) => [width, height])"""
WIDTH = "() => document.documentElement.scrollWidth"


@dataclass
class Inspection:
    """Looks at pages in all their dress, and gathers what is wrong."""

    axe: Callable[[Page], None]
    faults: list[str] = field(default_factory=list)

    def __call__(self, page: Page, what: str, *more: Dress) -> None:
        """Look at the page as it is now; ``what`` names it in the report."""
        for size, scheme in (DAY, *more, NIGHT):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            self.demand(page, f"{what}, {scheme}, {size['width']} px")
        for narrow in (NIGHT[0], SMALL):
            page.set_viewport_size(narrow)
            if page.evaluate(WIDTH) > narrow["width"]:
                self.faults.append(f"{what} is {page.evaluate(WIDTH)} px at {narrow['width']}")

    def demand(self, page: Page, what: str) -> None:
        """Note what axe finds."""
        try:
            self.axe(page)
        except AssertionError as fault:
            self.faults.append(f"{what}: {fault}")


@pytest.fixture
def inspect(axe: Callable[[Page], None]) -> Iterator[Inspection]:
    """An inspection; the test fails at its end with all that was found."""
    inspection = Inspection(axe)
    yield inspection
    assert not inspection.faults, "\n".join(inspection.faults)


@pytest.fixture
def scene(live_server: Any) -> Scene:
    """A server with everything on it, its long match cut short."""
    return everything(GOAL)


def test_pages_that_everybody_may_see(page: Page, scene: Scene, inspect: Inspection) -> None:
    addresses = [
        "/",
        "/challenges/",
        f"/challenges/{scene.open_offer.pk}/",
        "/watch/",
        "/games/",
        *(f"/games/{key}/" for key in registry.game_keys()),
        "/dice/",
        "/api/docs/",
        "/players/Boris/",
        "/players/Boris/dice/",
        *(f"/ratings/{key}/" for key in registry.game_keys()),
        "/players/Boris/ratings/streetsoccer/",
        "/players/Clara_with_a_long_20/ratings/streetsoccer/",
        f"/matches/{scene.turn.pk}/",
        f"/matches/{scene.over.pk}/?ply=3",
    ]
    for address in addresses:
        page.goto(address)
        inspect(page, address)


def test_the_way_in(page: Page, scene: Scene, inspect: Inspection, troubles: Troubles) -> None:
    for address in ("/account/signup/", "/account/login/", "/account/password/reset/"):
        page.goto(address)
        inspect(page, address)
    page.locator("main [name=email]").fill("anna@example.org")
    page.locator("main form [type=submit]").click()
    inspect(page, "the reset's mail was sent")
    page.goto(reset_link(scene.anna))
    inspect(page, "a new password")
    page.locator("main [type=password]").nth(0).fill("golem")
    page.locator("main [type=password]").nth(1).fill("melog")
    page.locator("main form [type=submit]").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    inspect(page, "a new password, refused")
    page.goto("/account/password/reset/key/x-nothing/")
    inspect(page, "a reset link that has been used")
    page.goto("/account/signup/")
    page.locator("[name=username]").fill("Anna")
    page.locator("[name=email]").fill("a@example.org")
    page.locator("[name=password1]").fill("1")
    page.locator("[name=password2]").fill("2")
    page.locator("main form [type=submit]").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    inspect(page, "sign-up, refused")
    page.goto("/account/confirm-email/nothing/")
    inspect(page, "an address that cannot be confirmed")


def reset_link(user: User) -> str:
    """Return the address in the mail for a forgotten password."""
    key = EmailAwarePasswordResetTokenGenerator().make_token(user)
    return f"/account/password/reset/key/{user_pk_to_url_str(user)}-{key}/"


def test_pages_of_ones_own(
    page: Page,
    log_in: Callable[[Page, Any], None],
    scene: Scene,
    inspect: Inspection,
) -> None:
    scene.anna.set_password("seven green goal posts")
    scene.anna.save()
    log_in(page, scene.anna)
    addresses = [
        "/",
        "/matches/",
        "/challenges/",
        "/challenges/house/",
        f"/challenges/{scene.to_anna.pk}/",
        f"/challenges/{scene.from_anna.pk}/",
        "/players/Anna/",
        "/players/Boris/",
        "/account/settings/",
        "/account/email/",
        "/account/password/change/",
        "/account/tokens/",
        "/account/delete/",
        f"/matches/{scene.turn.pk}/resign/",
    ]
    for address in addresses:
        page.goto(address)
        inspect(page, f"{address} as Anna")
    leave(scene.boris.pk, timezone.now())
    page.goto(f"/players/gone-{scene.boris.pk}/")
    inspect(page, "a player who is gone")
    page.goto("/account/delete/")
    page.locator("main [name=name]").fill("Boris")
    page.locator("main [name=password]").fill("wrong")
    page.locator("main form [type=submit]").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    inspect(page, "a deletion, refused")
    page.goto("/account/tokens/")
    page.locator("main [name=name]").fill("my bot")
    page.locator("main form [type=submit]").first.click()
    inspect(page, "a new token")
    page.locator("details.account summary").click()
    inspect(page, "the open account menu")


def test_the_match_page_in_every_state(
    page: Page, log_in: Callable[[Page, Any], None], live_server: Any, inspect: Inspection
) -> None:
    scene = everything()
    log_in(page, scene.anna)
    page.goto(f"/matches/{scene.placing.pk}/")
    inspect(page, "setup")
    page.goto(f"/matches/{scene.turn.pk}/")
    inspect(page, "my turn", *MIXED)
    thumbs(page, 68)
    for name, draft in drafts("Mejcj"):
        square(page, name).click()
        expect(page.locator("#notation")).to_have_value(draft)
        if draft == "Mej":
            inspect(page, "a player chosen")
    expect(page.locator("#confirm")).to_be_focused()
    inspect(page, "preview", *MIXED)
    page.goto(f"/matches/{scene.turn.pk}/?ply=1")
    inspect(page, "an earlier position of my turn")
    page.goto(f"/matches/{scene.scored.pk}/")
    inspect(page, "the opponent's turn, after a goal")
    for match, what in ((scene.over, "the end"), (scene.given_up, "given up, rematch offered")):
        page.goto(f"/matches/{match.pk}/")
        page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
        inspect(page, what)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_the_board_of_every_game_whatever_is_asked(
    new_page: Callable[..., Page],
    log_in: Callable[[Page, Any], None],
    inspect: Inspection,
    line: Line,
) -> None:
    match = line.match()
    pages = {seat.name: new_page() for seat in match.seats.all()}
    for player in match.seats.all():
        log_in(pages[player.name], player.user)
    asked: set[str] = set()
    for seat, notation, _ in line.moves:
        page = pages[seat]
        page.set_viewport_size(DAY[0])
        page.goto(f"/matches/{match.pk}/")
        for name, draft in drafts(notation):
            prompt = page.locator("#prompt").inner_text()
            if prompt not in asked:
                inspect(page, prompt)
            asked.add(prompt)
            square(page, name).click()
            expect(page.locator("#notation")).to_have_value(draft)
        expect(page.locator("#confirm")).to_be_focused()  # its preview has come
        play_on(match, notation)
    assert len(asked) >= 4
    page.goto(f"/matches/{match.pk}/")
    inspect(page, f"{line.name}: after all moves", *MIXED)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_squares_of_every_game_are_large_enough(
    page: Page, log_in: Callable[[Page, Any], None], line: Line
) -> None:
    match = line.match()
    log_in(page, match.seats.get(to_move=True).user)
    page.goto(f"/matches/{match.pk}/")
    thumbs(page, {"streetsoccer": 68, "golden_goal": 96}[line.game])
    assert smallest(page, SMALL) >= 36


def thumbs(page: Page, cells: int) -> None:
    """Every square is at least as large as a thumb needs on a phone."""
    assert page.locator("[data-square] .hit").count() == cells
    assert smallest(page, NIGHT[0]) >= THUMB


def smallest(page: Page, size: ViewportSize) -> float:
    """Return the least width or height of the squares on a screen of ``size``."""
    page.set_viewport_size(size)
    sides: list[float] = page.locator("[data-square] .hit").evaluate_all(SIDES)
    return min(sides)


def test_refused_moves_and_pages_of_errors(
    page: Page,
    log_in: Callable[[Page, Any], None],
    scene: Scene,
    inspect: Inspection,
    troubles: Troubles,
) -> None:
    troubles.allow("status of 4(04|22)")
    log_in(page, scene.anna)
    page.goto(f"/matches/{scene.placing.pk}/")
    page.locator("#notation").fill("Pahbidf")
    page.locator("#confirm").click()
    expect(page.locator("#refusal")).to_be_visible()
    inspect(page, "a refused setup")
    page.goto("/nothing/here/")
    inspect(page, "404")
    for name in ("400", "403", "403_csrf", "429", "500"):
        page.route("**/broken/", answer_with(name))
        page.goto("/broken/")
        inspect(page, name)
        page.unroute("**/broken/")


def answer_with(name: str) -> Callable[[Any], None]:
    """Return an answer of the page of errors ``name``, as to a visitor who is not signed in."""
    html = render_to_string(f"{name}.html")
    return lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8")
