"""What operators and organisers do is answered and shown the same, sealed or not."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from golem.matches import (
    clock_columns,
    clocks,
    gifts,
    operators,
    outages,
    replacing,
    withdrawals,
)
from golem.matches.annulment import annul
from golem.matches.figures import clock_figures
from golem.matches.models import Gift, Heartbeat, Match, SealedMove
from golem.matches.reopening import reopen
from golem.matches.services import resign, submit_move
from golem.ratings import facts
from golem.rest.refusals import Refused
from tests.games.registering import register
from tests.matches.conftest import begin, person
from tests.matches.hours import at, beat, h
from tests.sealing.conftest import SECRET_GAMES, Scene, secret_games, signed_in
from tests.sealing.looking import VOLATILE, mails
from tournaments.organising import decisions, removal
from tournaments.organising import replacing as desk_replacing
from tournaments.withdrawals import withdraw

pytestmark = pytest.mark.django_db
each_game = pytest.mark.parametrize("game", secret_games()[-1:])
HOUR = 3600
Deed = Callable[[Scene, datetime], object]


@pytest.fixture(autouse=True)
def _same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that runs again has a new seed by lot, and so a new commitment."""
    lot = SimpleNamespace(token_bytes=lambda size: b"s" * size)
    monkeypatch.setattr("golem.matches.reopening.secrets", lot)


# --- what is done ---


def give(hours: float, to: str = "sealer") -> Deed:
    """An operator gives so many hours to a player, by the page."""

    def deed(scene: Scene, now: datetime) -> object:
        seat = scene.seat(getattr(scene, to))
        page = f"/admin/matches/match/{scene.match.pk}/do/give/"
        filled = {"seat": seat, "hours": hours, "reason": "a test", "confirmed": "1"}
        answer = signed_in(scene.people["rita"]).post(page, filled)
        return answer.status_code, answer.headers.get("Location"), masked(answer.content)

    return deed


def after(*deeds: Deed) -> Deed:
    """One after another; what each came to."""
    return lambda scene, now: [came_to(deed, scene, now) for deed in deeds]


def number_of(scene: Scene, user: User) -> int:
    return int(scene.event.entries.get(user=user).number)


def rita(scene: Scene) -> User:
    return scene.people["rita"]


DEEDS: dict[str, Deed] = {
    "give": give(5),
    "give to the other": give(5, "opposite"),
    "take": give(-5),
    "take from the other": give(-5, "opposite"),
    "take all but a little": give(-28.9),
    "take too much": give(-30),
    "take more than the cap": give(-241),
    "take what was given": after(give(300), give(-250)),
    "take bit by bit": after(give(300), give(-200), give(-50), give(-20)),
    "freeze": lambda scene, now: operators.freeze("a test", rita(scene), now),
    "freeze and thaw": after(
        lambda scene, now: operators.freeze("a test", rita(scene), now),
        lambda scene, now: operators.thaw(rita(scene), now + timedelta(hours=1)),
    ),
    "outage": lambda scene, now: (
        outages.lay(h(0.6), h(0.9), "a test", rita(scene), max(now, h(0.9))).matches
    ),
    "annul": lambda scene, now: annul(scene.match.pk, "a test", rita(scene), at(now)).how,
    "adjudicate": lambda scene, now: (
        decisions.adjudicate(
            scene.event.pk,
            scene.match.pk,
            scene.seat(scene.opposite),
            "x",
            rita(scene),
            clock=at(now),
        ).data
    ),
    "give at the desk": lambda scene, now: (
        decisions.give_time(
            scene.event.pk, scene.match.pk, scene.seat(scene.sealer), 99, "x", rita(scene), at(now)
        ).data
    ),
    "annul at the desk": lambda scene, now: (
        decisions.annul(scene.event.pk, scene.match.pk, "x", rita(scene), at(now)).data
    ),
    "the other resigns": lambda scene, now: resign(scene.match.pk, scene.opposite, at(now)).points,
    "end and reopen": after(
        lambda scene, now: resign(scene.match.pk, scene.opposite, at(now)).how,
        lambda scene, now: reopen(scene.match.pk, "a test", rita(scene), at(now)).ply,
    ),
    "replace the sealer": lambda scene, now: (
        replacing.replace_player(
            scene.match.pk, scene.sealer, scene.people["nora"], "a test", rita(scene), at(now)
        ).rated
    ),
    "replace the other": lambda scene, now: (
        replacing.replace_player(
            scene.match.pk, scene.opposite, scene.people["nora"], "a test", rita(scene), at(now)
        ).rated
    ),
    "replace at the desk": lambda scene, now: desk_replacing.replace(
        scene.event.pk,
        number_of(scene, scene.sealer),
        scene.sealer,
        scene.people["nora"],
        "a test",
        rita(scene),
        at(now),
    ).data["old"],
    "remove": lambda scene, now: (
        removal.remove(
            scene.event.pk, number_of(scene, scene.opposite), "a test", rita(scene), at(now)
        ).data
    ),
    "the other withdraws": lambda scene, now: (
        withdraw(scene.event.pk, scene.opposite, clock=at(now)).status
    ),
    "the other leaves": lambda scene, now: withdrawals.leave(scene.opposite, at(now)),
}


# --- what is seen ---


def masked(body: bytes) -> bytes:
    for pattern in VOLATILE:
        body = pattern.sub(b"", body)
    return body


def came_to(deed: Deed, scene: Scene, now: datetime) -> object:
    """Return what the deed returned, or its refusal."""
    try:
        return deed(scene, now)
    except Refused as error:
        return error.code, error.status, error.data


def pages(scene: Scene) -> list[tuple[str, str]]:
    """Return who looks where: staff with all rights, the organisers' pages, too; the other seat."""
    one, event = scene.match.pk, scene.event.pk
    ledger = f"/api/v1/matches/{one}/clocks/"
    return [
        *(("rita", f"/admin/matches/match/{one}/change/"), ("rita", f"/events/{event}/log/")),
        *(("rita", f"/events/{event}/desk/match/?match={one}"), ("rita", f"/matches/{one}/")),
        *(("opposite", ledger), ("opposite", f"/api/v1/matches/{one}/"), ("opposite", "/matches/")),
    ]


def world(scene: Scene, deed: Deed, now: datetime, sealed_at: datetime | None) -> list[object]:
    """Return what a deed comes to and what everybody sees then, the sealer having sealed at that
    instant or not at all. Nothing of it happens."""
    seat = scene.seat(scene.sealer)
    with transaction.atomic():
        if sealed_at is not None:
            submit_move(scene.match.pk, scene.sealer, 1, scene.texts()[0], clock=at(sealed_at))
            assert SealedMove.objects.filter(match=scene.match).exists()
        came = came_to(deed, scene, now)
        found: list[object] = [came, mails(_sits_there(scene, seat).email)]
        clients = {"rita": signed_in(rita(scene)), "opposite": signed_in(scene.opposite)}
        for name, page in pages(scene):
            answer = clients[name].get(page)
            found.append((name, page, answer.status_code, masked(answer.content)))
        found += [clock_figures(now), facts.frontier(scene.match.game, now)]
        found += list(Gift.objects.values_list("seat", "seconds", "at"))
        if clocks.silence(now) is None:  # after a silence everything is computed anew
            _require_right(scene.match)
        transaction.set_rollback(True)
    return found


def _sits_there(scene: Scene, seat: str) -> User:
    """Return who has the sealer's seat now: a newcomer there may know of the seal."""
    return scene.match.seats.get(name=seat).user


def _require_right(match: Match) -> None:
    """The columns, the seal's too, are those of the ledger."""
    match = Match.objects.get(pk=match.pk)
    seals = list(SealedMove.objects.filter(match=match).values_list("left"))
    assert clock_columns.differences(match) == {}
    clock_columns.correct(match)
    assert list(SealedMove.objects.filter(match=match).values_list("left")) == seals


@each_game
def test_an_act_is_the_same_with_and_without_a_seal(
    game: str, stage: Callable[[str], Scene]
) -> None:
    scene = stage(game)
    _seen(scene)
    assert _telling(scene, DEEDS, h(1)) == {}


@each_game
def test_a_seal_dated_by_a_clock_that_is_ahead(game: str, stage: Callable[[str], Scene]) -> None:
    """A gift is dated by what everybody knows: not behind a seal that is dated later."""
    scene = stage(game)
    _seen(scene)
    for deed in (give(5), give(-28.9)):
        worlds = [world(scene, deed, h(1), at_) for at_ in (None, h(1), h(1.001))]
        assert differing(*worlds[:2]) == []
        assert differing(*worlds[::2]) == []


WAITING = {
    "the brake": lambda scene: operators.brake_on("a check", None, h(29)),
    "a silence": lambda scene: beat(29),
}
"""What keeps a clock at zero waiting."""
LATE = 31


LATE_DEEDS = (
    *("give", "give to the other", "take", "annul", "adjudicate", "the other resigns"),
    *("end and reopen", "replace the sealer", "replace at the desk"),
)


@each_game
@pytest.mark.parametrize("held", WAITING)
def test_a_clock_at_zero_that_waits_is_the_same(
    game: str, held: str, stage: Callable[[str], Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = stage(game)
    monkeypatch.setattr("django.utils.timezone.now", lambda: h(LATE))
    _seen(scene)
    WAITING[held](scene)
    assert _telling(scene, {name: DEEDS[name] for name in LATE_DEEDS}, h(LATE)) == {}


def _telling(scene: Scene, deeds: dict[str, Deed], now: datetime) -> dict[str, list[object]]:
    """Return the deeds that tell of the seal, and what differs then."""
    found = {
        name: differing(*(world(scene, deed, now, sealed_at) for sealed_at in (None, h(0.5))))
        for name, deed in deeds.items()
    }
    return {name: differences for name, differences in found.items() if differences}


def _seen(scene: Scene) -> None:
    """Let everybody have been here just now: a visit is noted once."""
    users = [scene.sealer, scene.opposite, *scene.people.values()]
    User.objects.filter(pk__in=[user.pk for user in users]).update(last_seen=h(LATE))


def differing(one: Sequence[object], other: Sequence[object]) -> list[object]:
    """Return what differs, from where it does."""
    return [_parting(str(a), str(b)) for a, b in zip(one, other, strict=True) if a != b]


def _parting(one: str, other: str) -> tuple[str, str]:
    pairs = enumerate(zip(one, other, strict=False))
    begin = max(0, next((n for n, (a, b) in pairs if a != b), 0) - 80)
    return one[begin : begin + 160], other[begin : begin + 160]


# --- the rule ---

# Given and taken, hour by hour; the last of it is refused or not. Each clock had 100 h, the cap is
# 240 h, 36 h are earned by a move.
COURSES = [
    ([-99], None),
    ([-99.9], None),
    ([-99.999], "too_much_taken"),
    ([-100], "too_much_taken"),
    ([300, -239], None),
    ([300, -239.99], "too_much_taken"),
    ([300, -200, -39], None),
    ([300, -200, -40], "too_much_taken"),
    ([300, -200, 100, -139], None),
    ([300, -200, 100, -140], "too_much_taken"),
]


@pytest.mark.parametrize(("course", "refused"), COURSES)
@pytest.mark.parametrize("sealed_after", [None, 0, 1])
def test_what_can_be_taken(
    course: list[float],
    refused: str | None,
    sealed_after: int | None,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    register(monkeypatch, settings, "duel", SECRET_GAMES["duel"])
    anna, boris = person("Sara"), person("Otto")
    match = begin("duel", anna, boris)
    gifts.give(match.pk, "left", -140 * HOUR, "x", h(0))
    Heartbeat.objects.create(pk=1, at=h(1))
    last: Callable[[], object] = object
    for number, hours in enumerate(course):
        if sealed_after == number:
            submit_move(match.pk, anna, 1, "N3", clock=at(h(0)))
        last()
        last = partial(gifts.give, match.pk, "left", round(hours * HOUR), "x", h(0.01))
    if refused:
        with pytest.raises(Refused) as told:
            last()
        assert (told.value.code, told.value.data) == (refused, {})
    else:
        last()
    for seal in SealedMove.objects.all():
        assert seal.left >= gifts.LEAST_LEFT
    _require_right(match)


def test_where_one_moves_at_a_time_a_mistaken_gift_can_be_taken_back() -> None:
    match = begin("streetsoccer", person("Sara"), person("Otto"))
    for hours in (1000, -1000):
        gifts.give(match.pk, "yellow", hours * HOUR, "x", h(0.5))
    assert match.seats.get(name="yellow").left == h(240) - h(0)
