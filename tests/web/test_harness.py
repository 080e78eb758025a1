"""The browser fixtures see what they promise to see, under the site's own policy."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page

from tests.web.conftest import PHONE, Troubles

pytestmark = pytest.mark.urls("tests.web.plain")

INLINE_SCRIPT = """() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    return window.ran === true;
}"""


def test_an_inline_script_does_not_run_and_is_a_trouble(page: Page, troubles: Troubles) -> None:
    page.goto("/")
    assert page.evaluate(INLINE_SCRIPT) is False
    assert len(troubles.left()) == 1
    assert "Content Security Policy" in troubles.left()[0]
    troubles.allow("Content Security Policy")
    assert troubles.left() == []


def test_a_script_error_is_a_trouble(page: Page, troubles: Troubles) -> None:
    page.goto("/")
    with page.expect_event("pageerror"):
        page.evaluate("() => { setTimeout(() => { throw new Error('on purpose') }) }")
    assert troubles.left() == ["script error: on purpose"]
    troubles.allow("on purpose")


def test_a_missing_file_is_a_trouble(page: Page, troubles: Troubles) -> None:
    page.goto("/")
    page.evaluate("() => fetch('/missing/')")
    assert ["404" in one for one in troubles.left()] == [True]
    troubles.allow("404")


def test_axe_refuses_a_picture_without_words(page: Page, axe: Callable[[Page], None]) -> None:
    page.goto("/")
    axe(page)
    page.evaluate("() => document.querySelector('main').append(document.createElement('img'))")
    with pytest.raises(AssertionError, match="image-alt"):
        axe(page)


def test_visitors_are_apart(
    new_page: Callable[..., Page], log_in: Callable[[Page, Any], None]
) -> None:
    user = get_user_model().objects.create_user("ann", "ann@example.org", "a long password")
    inside, outside = new_page(), new_page(PHONE, scheme="dark", javascript=False)
    log_in(inside, user)
    for visitor in (inside, outside):
        visitor.goto("/")
    assert inside.get_by_role("paragraph").inner_text() == "ann"
    assert outside.get_by_role("paragraph").inner_text() == "nobody"
    assert outside.viewport_size == PHONE
