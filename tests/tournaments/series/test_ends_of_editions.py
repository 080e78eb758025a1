"""Who is champion, and a task that goes on past a series with something amiss."""

from typing import Any

import pytest

from tests.matches.hours import NOON
from tests.tournaments.events.playing import ROUND_ROBIN, open_event, people
from tournaments import series, tasks
from tournaments.championship.closing import winners
from tournaments.groups import make_group
from tournaments.models import Event, Group, Place

pytestmark = pytest.mark.django_db


def test_who_left_and_still_leads_is_champion() -> None:
    event = open_event(people(3), ROUND_ROBIN)
    group = make_group(event, Group.Kind.ROUND_ROBIN, list(event.entries.all()), NOON)
    first, second, third = group.places.order_by("number")
    Place.objects.filter(pk=first.pk).update(rank=1, withdrawn_at=NOON)
    Place.objects.filter(pk=second.pk).update(rank=2)
    Place.objects.filter(pk=third.pk).update(withdrawn_at=NOON, counted=False)
    assert winners(event) == [first]


def test_what_is_amiss_with_a_series_stops_no_event(monkeypatch: pytest.MonkeyPatch) -> None:
    event = open_event(people(3), ROUND_ROBIN)

    def amiss(now: Any) -> None:
        raise RuntimeError("a season without a date")

    monkeypatch.setattr(series, "ensure", amiss)
    with pytest.raises(RuntimeError, match="season"):
        tasks.advance_events()
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING
