"""The pages of events before the start, in a real browser: all dress, and by hand."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.matches.conftest import person
from tests.tournaments.entry.making import cup, people
from tests.web.test_accessible import Inspection
from tests.web.test_accessible import inspect as inspect
from tournaments import creation, teams
from tournaments.entries import enter
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db(transaction=True)


def test_events_in_every_dress(
    page: Page, log_in: Callable[[Page, Any], None], inspect: Inspection
) -> None:
    anna, captain, *others = person("Anna"), *people(8)
    stages = [{"kind": "round_robin", "group_size": 4, "advance": 2}, {"kind": "knock_out"}]
    full = creation.create(anna, cup(entry={"most": 6, "least": 4}, stages=stages), "pass word")
    for player in others:
        enter(full.pk, player, "pass word")
    team_cup = creation.create(anna, cup(kind="team_cup", name="n" * 60))
    reds = teams.create(team_cup.pk, captain, "R" * 60)
    teams.invite(reds.pk, captain, others[0])
    teams.create(team_cup.pk, anna, "Blues")
    off = creation.create(anna, cup(name="Off"))
    creation.cancel(off.pk, anna, "Rain.")
    for reader in (None, anna, captain):
        if reader is not None:
            log_in(page, reader)
        for path in ("", "calendar/", f"{full.pk}/", f"{team_cup.pk}/", f"{off.pk}/"):
            page.goto(f"/events/{path}")
            inspect(page, f"{path} as {reader}")
    page.goto(f"/events/new/?copy={full.pk}")
    inspect(page, "the form")


def test_a_tournament_is_tried_out_made_and_entered(
    page: Page, log_in: Callable[[Page, Any], None]
) -> None:
    anna = person("Anna")
    log_in(page, anna)
    page.goto("/events/")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name", exact=True).fill("Winter cup")
    page.get_by_label("Places").fill("9")
    page.get_by_role("button", name="Try it out").click()
    expect(page.locator("#plan")).to_contain_text("9 players, 36 matches, at most 8 at once")
    page.get_by_role("button", name="Make this tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Winter cup")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("You take part.")).to_be_visible()
    assert Entry.objects.get().user == anna
    assert Event.objects.get().created_at <= timezone.now()
