"""Two worlds that differ in a seal only look the same to all others, whatever happens next."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction

from golem.matches import clock_columns, operators, outages, projections, sweep
from golem.matches.annulment import annul
from golem.matches.invariants.check import chosen, of_matches
from golem.matches.models import Match
from golem.matches.reopening import reopen
from golem.matches.replacing import replace_player
from golem.matches.services import resign, submit_move
from golem.matches.withdrawals import adjudicate, withdraw
from tests.matches.hours import at, beat, h
from tests.sealing.conftest import Scene, secret_games
from tests.sealing.looking import Look, differences, look, viewers

PRESENT = 6
"""When everybody looks, in hours."""
WHY = "a test"
Event = Callable[[Scene], object]


def ended(scene: Scene) -> None:
    resign(scene.match.pk, scene.opposite, at(h(3)))


def reopened(scene: Scene) -> None:
    ended(scene)
    reopen(scene.match.pk, WHY, None, at(h(4)))


def frozen(scene: Scene) -> None:
    operators.freeze(WHY, None, h(3))


def thawed(scene: Scene) -> None:
    frozen(scene)
    operators.thaw(None, h(4))


def silent(scene: Scene) -> None:
    beat(2)
    sweep.beat(h(5))


EVENTS: dict[str, Event] = {
    "given": lambda s: operators.give(s.match.pk, s.seat(s.sealer), 7200, WHY, None, h(3)),
    "taken": lambda s: operators.give(s.match.pk, s.seat(s.sealer), -7200, WHY, None, h(3)),
    "frozen": frozen,
    "thawed": thawed,
    "outage laid": lambda s: outages.lay(h(2), h(4), WHY, None, h(5)),
    "silence": silent,
    "sealer replaced": lambda s: replace_player(
        s.match.pk, s.sealer, s.people["stan"], WHY, None, at(h(3))
    ),
    "other replaced": lambda s: replace_player(
        s.match.pk, s.opposite, s.people["stan"], WHY, None, at(h(3))
    ),
    "other resigned": ended,
    "sealer resigned": lambda s: resign(s.match.pk, s.sealer, at(h(3))),
    "annulled": lambda s: annul(s.match.pk, WHY, None, at(h(3))),
    "adjudicated": lambda s: adjudicate(
        s.match.pk,
        None,
        dict.fromkeys((s.seat(s.sealer), s.seat(s.opposite)), 1),
        WHY,
        None,
        at(h(3)),
    ),
    "sealer gone": lambda s: withdraw(s.match.pk, {s.sealer.pk}, at(h(3))),
    "other gone": lambda s: withdraw(s.match.pk, {s.opposite.pk}, at(h(3))),
    "reopened": reopened,
}


def _of_matches(address: str) -> bool:
    """The addresses that tell of matches and clocks; all others are walked elsewhere."""
    told = ("/matches/", "/api/v1/matches/", "/calendar/")
    return address in ("/", "/watch/") or address.startswith(told)


def world(scene: Scene, event: Event, *, sealed: bool) -> Look:
    """Return what the other side sees after ``event``, the sealer having sealed before it or not.
    Nothing of it happens."""
    with transaction.atomic():
        if sealed:
            submit_move(scene.match.pk, scene.sealer, 1, scene.texts()[0], clock=at(h(1)))
        event(scene)
        beat(PRESENT)
        viewer = replace(viewers(scene, "opposite"), places=_of_matches)
        seen = look(viewer, scene)
        transaction.set_rollback(True)
    return seen


@pytest.mark.django_db
@pytest.mark.parametrize("event", EVENTS)
def test_nothing_that_happens_tells_of_a_seal(
    event: str, stage: Callable[[str], Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = stage(secret_games()[-1])
    monkeypatch.setattr("django.utils.timezone.now", lambda: h(PRESENT))
    for user in (scene.sealer, scene.opposite, *scene.people.values()):
        type(user).objects.filter(pk=user.pk).update(last_seen=h(PRESENT) - timedelta(seconds=1))
    # What is drawn anew, and who sits where later on, would be differences of themselves.
    monkeypatch.setattr("golem.matches.reopening.secrets.token_bytes", bytes)
    texts = scene.texts()
    monkeypatch.setattr(Scene, "texts", lambda _scene: texts)
    act = EVENTS[event]
    one, other = (world(scene, act, sealed=sealed) for sealed in (False, True))
    assert differences(one, other) == []


GOES_ON = (
    "given",
    "taken",
    "thawed",
    "outage laid",
    "silence",
    "sealer replaced",
    "other replaced",
)
"""What leaves the match running, and clocks to stop."""


@pytest.mark.django_db
@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("event", GOES_ON)
def test_the_reveal_agrees_with_what_happened_before(
    event: str, again: bool, stage: Callable[[str], Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = stage(secret_games()[-1])
    monkeypatch.setattr("django.utils.timezone.now", lambda: h(PRESENT))
    texts, names = scene.texts(), [scene.seat(user) for user in (scene.sealer, scene.opposite)]
    submit_move(scene.match.pk, scene.sealer, 1, texts[0], clock=at(h(1)))
    EVENTS[event](scene)
    beat(PRESENT)
    users = [scene.match.seats.get(name=name).user for name in names]
    if again:
        submit_move(scene.match.pk, users[0], 1, texts[1], clock=at(h(5.5)))
    assert not submit_move(scene.match.pk, users[1], 1, texts[0], clock=at(h(PRESENT))).sealed
    match = Match.objects.get(pk=scene.match.pk)
    assert (projections.differences(match), clock_columns.differences(match)) == ({}, {})
    assert list(of_matches(chosen([match.pk], None), lambda _: None)) == []
