"""An account is closed in the middle of the events that the server holds."""

from datetime import UTC, datetime

import pytest

from accounts.models import User
from golem.matches.models import Match
from tests.tournaments.series.held import DAY, beat, enter, go, held, names, people
from tournaments.closing import leave_all
from tournaments.ladder import results, rungs
from tournaments.ladder.asking import ask
from tournaments.models import Event, Place, Right

MAY = datetime(2027, 5, 1, tzinfo=UTC)


@pytest.mark.django_db
def test_fault_40_in_every_event_at_once() -> None:
    """X is on the ladder with two matches, in a group of the mini cup and waiting for another, in
    the running championship and entered for the next one; the others go on without X."""
    users = people(4)
    gone = users[3]
    championship, cup, ladder = (
        held(kind) for kind in (Event.Kind.CHAMPIONSHIP, Event.Kind.MINI_CUP, Event.Kind.LADDER)
    )
    enter(championship, users)
    enter(ladder, users)
    enter(cup, users[1:])
    go(MAY)
    enter(cup, [gone])
    ask(ladder.pk, gone, clock=lambda: MAY)
    assert Match.objects.filter(status="running", seats__user=gone).count() == 6 + 4 + 1
    beat(MAY + DAY)
    leave_all(gone)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    go(MAY + 2 * DAY)
    assert not Match.objects.filter(status="running", seats__user=gone).exists()
    assert Match.objects.filter(seats__user=gone).count() == 6 + 4 + 1, "nothing is deleted"
    assert names(rungs.group_of(ladder)) == ["Player_1", "Player_2", "Player_3"]
    assert not results.refold(rungs.group_of(ladder))
    assert not Right.objects.filter(entry__user=gone, waits=True).exists()
    assert not Place.objects.filter(entry__user=gone, withdrawn_at=None).exists()
    following = held(Event.Kind.CHAMPIONSHIP)
    assert following.pk != championship.pk
    assert gone not in [entry.user for entry in following.entries.all()]
