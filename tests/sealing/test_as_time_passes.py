"""A seal stays unseen as time passes, and in the figures of those who watch over the server."""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client

from golem.matches.models import Match, SealedMove, VacationDay
from golem.matches.services import submit_move
from golem.pages.health import facts as health
from tests.matches.hours import at, h, set_left, sweep_at
from tests.sealing.conftest import Scene, secret_games
from tests.sealing.looking import Look, differences, look, viewers
from tests.sealing.routes import PROBES

each_game = pytest.mark.parametrize("game", secret_games()[-1:])
HOURS = 6


def world(scene: Scene, name: str, *, sealed: bool) -> Look:
    """Return what a viewer sees six hours after the start, the sealer having sealed or not, and one
    of the sealer's vacation days having been spent on another match. Nothing of it happens."""
    with transaction.atomic():
        if sealed:
            submit_move(scene.match.pk, scene.sealer, 1, scene.texts()[0], clock=at(h(1)))
        sweep_at(HOURS)
        assert VacationDay.objects.filter(player=scene.sealer).count() == 1
        assert SealedMove.objects.filter(match=scene.match).exists() == sealed
        seen = look(viewers(scene, name), scene)
        transaction.set_rollback(True)
    return seen


@pytest.mark.django_db
@each_game
@pytest.mark.parametrize("name", ["opposite", "olga"])
def test_a_vacation_day_lifts_the_clock_that_others_see(
    game: str, name: str, stage: Callable[[str], Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = stage(game)
    monkeypatch.setattr("django.utils.timezone.now", lambda: h(HOURS))
    other = Match.objects.filter(seats__user=scene.sealer).exclude(pk=scene.match.pk).get()
    set_left(other, other.seats.get(user=scene.sealer).name, HOURS - 1)
    for user in (scene.sealer, scene.opposite, *scene.people.values()):
        type(user).objects.filter(pk=user.pk).update(last_seen=h(HOURS))
    # The day that is spent is a row of its own in each world; nobody is shown its number.
    assert differences(world(scene, name, sealed=False), world(scene, name, sealed=True)) == []


@pytest.mark.django_db(transaction=True)
@each_game
def test_the_figures_of_the_server_are_the_same(game: str, stage: Callable[[str], Scene]) -> None:
    scene = stage(game)
    before = _figures()
    submit_move(scene.match.pk, scene.sealer, 1, scene.texts()[0], clock=at(h(0.5)))
    assert _figures() == before


def _figures() -> dict[str, list[str]]:
    """Return what the probes answer, line by line, without the times that requests took."""
    for watched in (health.database, health.broker, health.running):
        watched.forget()
    answers = {path: Client().get(path).content.decode() for path in PROBES}
    return {
        path: [line for line in text.splitlines() if "request" not in line]
        for path, text in answers.items()
    }
