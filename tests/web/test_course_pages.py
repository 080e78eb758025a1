"""The pages of events that run or have ended, in a real browser: all dress, links, what if."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.tournaments.course.scenes import Course, course
from tests.web.conftest import PHONE
from tests.web.test_accessible import Inspection
from tests.web.test_accessible import inspect as inspect
from tests.web.test_links import crawled
from tournaments.models import Board, Event

LogIn = Callable[[Page, Any], None]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def there(live_server: Any) -> Course:
    """Events in the middle of their course."""
    return course()


def group_of(event: Event, rest: str = "") -> str:
    group = event.groups.order_by("stage", "number")[0]
    return f"/events/{event.pk}/groups/{group.pk}/{rest}"


def addresses(there: Course) -> list[str]:
    """Return the pages to be looked at."""
    board = Board.objects.filter(pairing__group__event=there.robin, result="")[0]
    return [
        *(f"/events/{event.pk}/" for event in (there.robin, there.swiss, there.tree)),
        *(f"/events/{event.pk}/" for event in (there.staged, there.teams)),
        group_of(there.robin, "what-if/"),
        group_of(there.robin, f"what-if/?m{board.pk}=4-1"),
        group_of(there.teams),
        group_of(there.swiss, "?round=1"),
        f"/events/{there.staged.pk}/groups/",
        f"/events/{there.robin.pk}/matches/",
        f"/events/{there.robin.pk}/log/",
        "/events/tables/",
        "/players/Anna/",
        "/players/Anna/events/",
    ]


def test_the_course_in_every_dress(
    page: Page, log_in: LogIn, inspect: Inspection, there: Course
) -> None:
    log_in(page, there.anna)
    for address in addresses(there):
        page.goto(address)
        inspect(page, address)


def test_what_if_by_keys_and_without_a_script(new_page: Callable[..., Page], there: Course) -> None:
    page = new_page(PHONE, javascript=False)
    page.goto(group_of(there.robin))
    page.get_by_role("link", name="What if …").press("Enter")
    expect(page.get_by_role("heading", name="The table as it is")).to_be_visible()
    page.locator("select").first.select_option("5-0")
    page.get_by_role("button", name="Show the table").press("Enter")
    expect(page.get_by_role("heading", name="The table as it would be")).to_be_visible()
    expect(page.locator("select").first).to_have_value("5-0")
    page.get_by_role("link", name="Suppose nothing").press("Enter")
    expect(page.get_by_role("heading", name="The table as it is")).to_be_visible()


def test_no_link_of_the_course_is_dead(there: Course) -> None:
    for reader in (None, there.anna):
        crawl = crawled(reader)
        assert crawl.faults == []
        paths = {urlsplit(page).path for page in crawl.pages}
        assert {urlsplit(address).path for address in addresses(there)} <= paths
