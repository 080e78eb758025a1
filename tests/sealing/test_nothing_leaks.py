"""Nothing of a sealed choice is seen before its reveal: every address, every kind of viewer."""

import logging
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import ApiToken
from golem.matches.models import SealedMove
from golem.outbox.models import Message, Notice
from tests.sealing.conftest import NOTE, SECRET_GAMES, Scene, secret_games, token_of
from tests.sealing.looking import VIEWERS, differences, look, look_at, mails, viewers
from tests.sealing.routes import PARAMETER, addresses, routes

pytestmark = pytest.mark.django_db
REPLACED_BEFORE = ("opposite", "rita")
"""Who looks once more after a seal was replaced: the other seat, and who may see all lists."""
each_game = pytest.mark.parametrize("game", secret_games())


def seal(scene: Scene, text: str) -> None:
    """Let the sealer seal a move, through the API as a program would."""
    token = token_of(scene.sealer, ApiToken.Scope.PLAY)
    answer = viewers(scene, "nobody").client.post(
        f"/api/v1/matches/{scene.match.pk}/moves/",
        {"notation": text, "ply": scene.match.ply, "note": NOTE},
        content_type="application/json",
        HTTP_AUTHORIZATION=f"Token {token}",
    )
    assert (answer.status_code, answer.json()["sealed"]) == (201, True)


def _cases() -> list[tuple[str, str]]:
    """Return all viewers of the registered games, and the other seat of the toy ones; of these all
    if nothing else is registered."""
    toys = [game for game in secret_games() if game in SECRET_GAMES]
    games = [game for game in secret_games() if game not in toys]
    some = [(game, VIEWERS[0]) for game in toys] if games else []
    return some + [(game, name) for game in games or toys for name in VIEWERS]


@pytest.mark.parametrize(("game", "name"), _cases())
def test_no_address_shows_a_difference(
    game: str, name: str, stage: Callable[[str], Scene], caplog: pytest.LogCaptureFixture
) -> None:
    scene = stage(game)
    viewer = viewers(scene, name)
    viewers(scene, "sealer").client.get("/")
    viewer.client.get("/")  # the visit itself is noted once
    caplog.set_level(logging.INFO)
    first, second = scene.texts()[0], scene.texts()[-1]
    before = look(viewer, scene)
    said = _said(caplog)
    for text in (first, second) if name in REPLACED_BEFORE else (second,):
        caplog.clear()
        seal(scene, text)
        told = caplog.text
        caplog.clear()
        assert differences(before, look(viewer, scene)) == []
        assert _said(caplog) == said
        assert NOTE not in told
    assert SealedMove.objects.get().notation == second


def _said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what our rooms and Django's answers have logged; not what is said of slow servers."""
    ours = ("golem.matches", "golem.outbox", "golem.pages", "accounts", "tournaments", "django")
    return [one.getMessage() for one in caplog.records if one.name.startswith(ours)]


@each_game
def test_the_sealer_sees_it(game: str, stage: Callable[[str], Scene]) -> None:
    """The walk would find a difference if there were one: the sealer's own pages have it."""
    scene = stage(game)
    viewer = viewers(scene, "sealer")
    viewer.client.get("/")
    before = look(viewer, scene)
    assert differences(before, look(viewer, scene)) == []
    seal(scene, scene.texts()[0])
    pk = scene.match.pk
    for address in (f"/matches/{pk}/", f"/api/v1/matches/{pk}/", "/matches/", "/"):
        assert look_at(viewer, [address])[address] != before[address], address


@each_game
def test_no_mail_and_no_row_of_anybody_else_changes(
    game: str, stage: Callable[[str], Scene]
) -> None:
    scene = stage(game)
    before = mails(scene.sealer.email), _rows(scene)
    assert before[0]
    for text in (scene.texts()[0], scene.texts()[-1]):
        seal(scene, text)
        for after, once in zip(mails(scene.sealer.email), before[0], strict=True):
            assert after == once
        for rows, former in zip(_rows(scene), before[1], strict=True):
            assert rows == former


def _rows(scene: Scene) -> list[Any]:
    notices = Notice.objects.order_by("pk").exclude(user=scene.sealer)
    messages = Message.objects.order_by("pk").exclude(user=scene.sealer)
    match = type(scene.match).objects.filter(pk=scene.match.pk)
    seats = scene.match.seats.exclude(user=scene.sealer).order_by("pk")
    return [list(rows.values()) for rows in (notices, messages, match, seats)]


def test_every_route_is_walked(stage: Callable[[str], Scene]) -> None:
    known = stage("duel").known
    walked = addresses(known)
    for route in routes():
        beginning = PARAMETER.split(route)[0]
        assert any(address.startswith(beginning) for address in walked), route
    assert len(walked) > 200


def test_a_route_with_a_new_kind_of_hole_is_not_passed_over(
    stage: Callable[[str], Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = stage("duel").known
    monkeypatch.setattr("tests.sealing.routes.routes", lambda: iter(["/new/<slug:thing>/"]))
    with pytest.raises(LookupError):
        addresses(known)
