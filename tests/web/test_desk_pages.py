"""The organiser's desk in a real browser: every dress, and hostile text that stays text."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts.models import User
from tests.matches.conftest import person
from tests.tournaments.course.scenes import Course, course
from tests.web.test_accessible import Inspection
from tests.web.test_accessible import inspect as inspect
from tests.web.test_strict_csp import HOSTILE
from tests.web.test_strict_csp import guarded as guarded
from tournaments.models import Announcement, Board, Entry, Event, EventAct

LogIn = Callable[[Page, Any], None]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def there(live_server: Any) -> Course:
    """Events in the middle of their course, with Anna at the desk of each."""
    found = course()
    Event.objects.update(organiser=found.anna)
    return found


def taking_entries(organiser: User, *players: User) -> Event:
    """Return an event before its start, made like one that runs."""
    event = Event.objects.order_by("pk")[0]
    event.pk, event.status, event.organiser = None, Event.Status.ENTRY, organiser
    event.started_at = event.due_at = None
    event.save()
    Entry.objects.bulk_create(
        Entry(event=event, number=number, user=player, entered_at=event.created_at)
        for number, player in enumerate(players, 1)
    )
    return event


def desks(there: Course) -> list[str]:
    """Return the pages of organisers: events of every kind and in every state, and a match."""
    board = Board.objects.filter(pairing__group__event=there.robin, result="")[0]
    entry = taking_entries(there.anna, there.anna, *User.objects.exclude(pk=there.anna.pk)[:3])
    return [
        *(f"/events/{event.pk}/desk/" for event in (entry, there.robin, there.tree, there.teams)),
        f"/events/{there.robin.pk}/desk/match/?match={board.match_id}",
        f"/events/{entry.pk}/",
        "/events/new/",
        f"/events/new/?copy={there.staged.pk}",
    ]


def test_the_desk_in_every_dress(
    page: Page, log_in: LogIn, inspect: Inspection, there: Course
) -> None:
    log_in(page, there.anna)
    for address in desks(there):
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        inspect(page, address)


def test_text_of_organisers_and_teams_runs_nowhere(
    guarded: Page, log_in: LogIn, there: Course
) -> None:
    for event, text in zip(Event.objects.all(), HOSTILE, strict=False):
        Event.objects.filter(pk=event.pk).update(name=text)
        Announcement.objects.create(event=event, text=text, at=event.created_at)
        EventAct.objects.filter(event=event).update(reason=text)
    for entry, text in zip(there.teams.entries.all(), HOSTILE, strict=False):
        Entry.objects.filter(pk=entry.pk).update(team=text)
    reader = person("Reader")
    for user, events in ((there.anna, Event.objects.all()), (reader, [there.robin, there.teams])):
        log_in(guarded, user)
        for event in events:
            group = event.groups.first()
            parts = ["", "log/", "matches/", *([f"groups/{group.pk}/"] if group else [])]
            for part in (*parts, *(["desk/"] if user == there.anna else [])):
                guarded.goto(f"/events/{event.pk}/{part}")
    guarded.goto(f"/events/{there.teams.pk}/")
    assert HOSTILE[0] in guarded.locator("body").inner_text()
