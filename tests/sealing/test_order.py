"""The order of a list tells nothing of a seal: also when its clock would put it first."""

from collections.abc import Callable

import pytest

from golem.matches.models import Match
from golem.matches.services import submit_move
from tests.matches.hours import at, h, set_left
from tests.sealing.conftest import Scene, secret_games
from tournaments.models import Event
from tournaments.reading.running import running

pytestmark = pytest.mark.django_db


def order(event: Event) -> list[int]:
    """Return the numbers of the event's running matches as an onlooker sees them listed."""
    return [match.pk for match in running(event, None)]


@pytest.mark.parametrize("game", secret_games())
def test_running_matches_of_an_event_keep_their_order(
    game: str, stage: Callable[[str], Scene]
) -> None:
    scene = stage(game)
    others = Match.objects.filter(board__pairing__group__event=scene.event)
    for match in others.exclude(pk=scene.match.pk):
        set_left(match, match.seats.order_by("number")[0].name, 40 + match.pk % 7)
    before = order(scene.event)
    assert len(before) > 2
    assert before[0] == scene.match.pk
    submit_move(scene.match.pk, scene.sealer, 1, scene.texts()[0], clock=at(h(0.5)))
    assert order(scene.event) == before
