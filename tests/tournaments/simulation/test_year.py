"""A small year in simulated time: every kind of event, and all of it as it must be at the end."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from golem.matches.models import Pause
from tests.matches.conftest import person
from tournaments.models import Event
from tournaments.simulation import outcome, size
from tournaments.simulation.year import play


@pytest.mark.django_db
def test_faults_39_40_42_in_a_small_year() -> None:
    """Time-outs, deletions, outages, late and doubled tasks; then time alone ends all
    that has an end, and ``check_invariants`` finds nothing."""
    world = play(size.small(18, 40), 1, timezone.now(), lambda _: None)
    assert world.troubles == []
    assert not outcome.goes_on()
    assert set(Event.objects.values_list("kind", flat=True)) == set(Event.Kind.values)
    assert Pause.objects.count() == 2
    done = world.counts
    assert all(done[name] for name in ("withdraw", "delete an account", "doubled tasks"))
    shown = "\n".join(outcome.summary(world))
    assert "Team cup" in shown
    assert "championship 1" in shown
    Event.objects.filter(kind="team_cup").update(status="running", ended_at=None)
    lines = list(outcome.wrong(size.small(18, 40)))
    assert "something that has an end has not ended" in lines


@pytest.mark.django_db
def test_a_database_with_people_is_left_alone() -> None:
    person("Anna")
    with pytest.raises(CommandError, match="There are accounts in this database"):
        call_command("simulate_year", "--small")
    assert list(User.objects.filter(is_house=False).values_list("username", flat=True)) == ["Anna"]
    assert not Event.objects.exists()
