"""The ladder: coming back before one's matches have ended, and ends at the same instant."""

import pytest

from accounts.models import User
from golem.matches.models import Match
from golem.matches.services import resign
from tests.tournaments.series.held import START, day, enter, go, held, names, people
from tournaments import entries
from tournaments.ladder import results, rungs
from tournaments.ladder.asking import ask
from tournaments.leaving import leave_or_withdraw
from tournaments.models import Event, Place

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(db: None) -> Event:
    return held(Event.Kind.LADDER)


@pytest.fixture
def nine(ladder: Event) -> list[User]:
    found = people(9)
    enter(ladder, found)
    return found


def numbers(event: Event) -> list[int]:
    places = Place.objects.filter(group__event=event, number__lt=rungs.PARKED)
    return list(places.order_by("number").values_list("number", flat=True))


def order(event: Event) -> str:
    return "".join(name[-1] for name in names(rungs.group_of(event)))


def test_leaving_and_coming_back_at_once_is_a_new_beginning(
    ladder: Event, nine: list[User]
) -> None:
    """No task has come in between: the match of the one who left is lost all the same."""
    match = ask(ladder.pk, nine[4], clock=lambda: START)
    leave_or_withdraw(ladder.pk, nine[4], clock=lambda: day(1))
    entries.enter(ladder.pk, nine[4], clock=lambda: day(1))
    assert order(ladder) == "123467895"
    go(day(1))
    assert numbers(ladder) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert Match.objects.get(pk=match.pk).how == "withdrawal"
    assert order(ladder) == "123467895"
    assert not results.refold(rungs.group_of(ladder))


@pytest.mark.parametrize("first", [0, 1])
def test_ends_at_one_instant_are_taken_in_one_order(
    ladder: Event, nine: list[User], first: int
) -> None:
    """9 beats 6 and 6 beats 4 at the same instant: whichever is heard of first."""
    askers = (nine[8], nine[5])
    asked = [ask(ladder.pk, user, clock=lambda: START) for user in askers]
    for at in (first, 1 - first):
        loser = asked[at].seats.exclude(user=askers[at]).get().user
        resign(asked[at].pk, loser, clock=lambda: day(1))
        go(day(1))
    assert not results.refold(rungs.group_of(ladder))
