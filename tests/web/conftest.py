"""A real browser before the real application: pages that fail the test when anything is amiss."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from deploy.chromium import arguments, chromium

# Playwright keeps an event loop in the test's thread, which makes Django refuse the database there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}

# All rules that axe has by default. What is in order is neither described nor sent: that takes
# longer than the rules themselves.
VIOLATIONS = "() => axe.run({reporter: 'no-passes'}).then(({violations}) => ({violations}))"

type_of_scheme = Literal["light", "dark"]


@dataclass
class Troubles:
    """What went wrong in the pages of one test; `allow` names what the test provokes on purpose."""

    seen: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def allow(self, pattern: str) -> None:
        """Let troubles pass that match the regular expression."""
        self.allowed.append(pattern)

    def watch(self, page: Page) -> None:
        """Note errors on the console (refusals by the CSP are such), in scripts, in requests."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.seen.append(f"script error: {error}"))
        page.on("requestfailed", self._failed)

    def left(self) -> list[str]:
        """Return what nobody allowed."""
        return [one for one in self.seen if not any(re.search(a, one) for a in self.allowed)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.seen.append(f"console {message.type}: {message.text} {message.location}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a page was left while it was asking
            self.seen.append(f"request failed: {request.url} {request.failure}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all browser tests of this process; each page has its own profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments())
        yield browser
        browser.close()


@pytest.fixture
def troubles() -> Iterator[Troubles]:
    """The troubles of this test's pages; any that is left at the end fails the test."""
    troubles = Troubles()
    yield troubles
    assert troubles.left() == []


@pytest.fixture
def new_page(
    browser: Browser, live_server: Any, troubles: Troubles
) -> Iterator[Callable[..., Page]]:
    """Open pages, each as another visitor: `new_page(PHONE, scheme="dark", javascript=False)`.

    When `goto` returns, the page has loaded and its script is awake: ours are modules, which run
    before the load event, and ask for nothing at their start. So nobody waits for a quiet network.
    """
    contexts = []

    def open_page(
        size: dict[str, int] = DESK, scheme: type_of_scheme = "light", javascript: bool = True
    ) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport=size,  # type: ignore[arg-type]
            color_scheme=scheme,
            java_script_enabled=javascript,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        troubles.watch(page)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A visitor at a desk, light."""
    return new_page(DESK)


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    """A visitor with a phone of 390 px, light."""
    return new_page(PHONE)


@pytest.fixture
def log_in(live_server: Any) -> Callable[[Page, Any], None]:
    """Let a page's visitor be this user, without the login form."""

    def log_in(page: Page, user: Any) -> None:
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
        )

    return log_in


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], None]:
    """Demand that axe finds no violation on the page as it is now."""

    def demand_accessible(page: Page) -> None:
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        results = AxeResults(page.evaluate(VIOLATIONS))
        assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"

    return demand_accessible
