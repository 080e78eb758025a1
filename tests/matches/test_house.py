"""The house's moves: made once, by the same service as everybody's, whatever becomes of workers."""

import json
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from threading import Event
from typing import Any

import pytest
import redis
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings as django_settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from golem import registry
from golem.celery import app
from golem.matches import house, nudges, tasks
from golem.matches.locks import lock_match
from golem.matches.models import Match, Move, Seat
from golem.matches.services import resign, submit_move
from golem.play.protocol import Seat as SeatName
from streetsoccer.game import StreetSoccer
from streetsoccer.notation import Move as SoccerMove
from streetsoccer.position import Position
from tests.matches.conftest import NOON, at, begin
from tests.racing import race

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick(settings: Any) -> None:
    settings.HOUSE_SECONDS = 0.01


def seat_of(match: Match) -> Seat:
    return match.seats.get(user__is_house=True)


def ply(match: Match) -> int:
    return Match.objects.get(pk=match.pk).ply


def queued() -> list[int]:
    """Return the matches that the workers were told of and have not looked at yet."""
    with redis.Redis.from_url(django_settings.REDIS_URL) as client:
        bodies = [json.loads(raw)["body"] for raw in client.lrange("house", 0, -1)]
    return [json.loads(b64decode(body))[0][0] for body in reversed(bodies)]


# --- moving ----------------------------------------------------------------------------------


def test_there_is_one_house_and_it_is_a_bot(computer: User) -> None:
    assert computer.is_bot
    assert not computer.has_usable_password()


def test_it_moves_through_the_service(waiting: Match) -> None:
    assert house.move(seat_of(waiting).pk, at(NOON))
    move = Move.objects.get(match=waiting)
    assert (move.ply, move.seat, move.at, move.forced) == (1, "yellow", NOON, False)
    assert ply(waiting) == 2
    assert [seat.name for seat in waiting.seats.filter(to_move=True)] == ["red"]
    assert seat_of(waiting).thinking_until is None


def test_it_does_nothing_when_it_is_not_to_move(waiting: Match, anna: User) -> None:
    house.move(seat_of(waiting).pk)
    assert not house.move(seat_of(waiting).pk)
    assert not house.move(waiting.seats.get(user=anna).pk)
    resign(waiting.pk, anna)
    assert not house.move(seat_of(waiting).pk)
    assert ply(waiting) == 2


def test_due_are_its_own_seats_to_move_longest_waiting_first(
    computer: User, anna: User, boris: User
) -> None:
    matches = [begin("streetsoccer", computer, who) for who in (anna, boris, anna)]
    begin("streetsoccer", anna, computer)  # not its turn
    begin("streetsoccer", anna, boris)  # not its match
    for hours, match in zip((2, 3, 1), matches, strict=True):
        match.seats.filter(to_move=True).update(turn_since=NOON - timedelta(hours=hours))
    order = [seat.match for seat in house.due(NOON)]
    assert order == [matches[1], matches[0], matches[2]]


# --- leases ----------------------------------------------------------------------------------


def test_a_lease_keeps_a_second_worker_away_until_it_runs_out(waiting: Match) -> None:
    """A worker took the lease at noon and was killed: its move is found again."""
    seat = seat_of(waiting)
    lease = house._lease(seat.pk, NOON)
    assert lease == NOON + timedelta(seconds=0.01) + house.LEASE_SLACK
    assert not house.move(seat.pk, at(lease - timedelta(seconds=1)))
    assert list(house.due(lease - timedelta(seconds=1))) == []
    assert ply(waiting) == 1
    assert house.move(seat.pk, at(lease))
    assert ply(waiting) == 2


def test_one_of_many_workers_gets_the_lease(computer: User, anna: User) -> None:
    for _ in range(10):
        seat = seat_of(begin("streetsoccer", computer, anna))
        leases = race(*[lambda pk=seat.pk: house._lease(pk, NOON)] * 6)
        assert Counter(lease is None for lease in leases) == {True: 5, False: 1}


def test_two_workers_at_once_make_one_move(computer: User, anna: User) -> None:
    for _ in range(5):
        match = begin("streetsoccer", computer, anna)
        pk = seat_of(match).pk
        made = race(*[lambda: house.move(pk)] * 4)
        assert sorted(made) == [False, False, False, True]
        assert Move.objects.filter(match=match).count() == 1


class Slow(StreetSoccer):
    """Its computer player waits to be told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.thinking, self.go_on = Event(), Event()

    def bot(self, view: Position, seat: SeatName, rng: Random, seconds: float) -> SoccerMove:
        self.thinking.set()
        self.go_on.wait(30)
        return super().bot(view, seat, rng, seconds)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """The game, registered for this test with a computer player that waits."""
    game = Slow()
    monkeypatch.setattr(registry, "load", lambda key, revision=None: game)
    yield game
    game.go_on.set()


def test_a_worker_slower_than_its_lease_neither_moves_nor_ends_another_lease(
    slow: Slow, waiting: Match
) -> None:
    """While the first worker thinks, its lease runs out, and a second one takes over and moves."""
    seat, later = seat_of(waiting), NOON + timedelta(hours=1)

    def take_over() -> Any:
        slow.thinking.wait(30)
        try:
            lease = house._lease(seat.pk, later)
            submit_move(waiting.pk, seat.user, 1, "Pahbied", clock=at(later))
            assert seat_of(waiting).thinking_until is None  # the move ends its lease itself
            Seat.objects.filter(pk=seat.pk).update(thinking_until=lease)
            return lease
        finally:
            slow.go_on.set()

    made, lease = race(lambda: house.move(seat.pk, at(NOON)), take_over)
    assert made is False
    assert [move.notation for move in Move.objects.all()] == ["Pahbied"]
    assert lease == later + timedelta(seconds=0.01) + house.LEASE_SLACK
    assert seat_of(waiting).thinking_until == lease


def test_a_resignation_while_it_thinks_stands(slow: Slow, waiting: Match, anna: User) -> None:
    def give_up() -> Match:
        slow.thinking.wait(30)
        try:
            return resign(waiting.pk, anna)
        finally:
            slow.go_on.set()

    made, _ = race(lambda: house.move(seat_of(waiting).pk), give_up)
    assert made is False
    assert not Move.objects.exists()
    assert Match.objects.get().how == "resignation"
    assert seat_of(waiting).thinking_until is None


def test_a_locked_match_is_left_for_the_next_sweep(
    waiting: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("golem.matches.transactions.LOCK_WAIT_SECONDS", 0.2)
    with transaction.atomic():
        lock_match(waiting.pk)
        assert race(lambda: house.move(seat_of(waiting).pk)) == [False]
    assert list(house.due(timezone.now())) == [seat_of(waiting)]


# --- the sweep and the tasks -----------------------------------------------------------------


def test_the_sweep_goes_on_past_a_match_with_a_broken_log(
    computer: User, anna: User, boris: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = (begin("streetsoccer", computer, who) for who in (anna, boris))
    Move.objects.create(match=broken, ply=1, seat="yellow", notation="Maaaa", at=NOON)
    tasks.sweep_house()
    assert (ply(broken), ply(sound)) == (1, 2)
    assert f"seat {seat_of(broken).pk}" in caplog.text
    assert Move.objects.get(match=broken).notation == "Maaaa"


def test_a_match_that_fails_rests_and_does_not_hold_up_others(
    computer: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "SWEEP_AT_MOST", 1)
    broken, sound = (begin("streetsoccer", computer, anna) for _ in range(2))
    Move.objects.create(match=broken, ply=1, seat="yellow", notation="Maaaa", at=NOON)
    before = timezone.now()
    tasks.sweep_house()
    assert ply(sound) == 1
    tasks.sweep_house()
    assert ply(sound) == 2
    rests = seat_of(broken).thinking_until
    assert rests is not None
    assert rests >= before + house.PAUSE
    assert list(house.due(rests)) == [seat_of(broken)]


def test_the_end_of_a_tasks_time_ends_the_sweep(
    waiting: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def out_of_time(*_: Any) -> str:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(house, "choose", out_of_time)
    with pytest.raises(SoftTimeLimitExceeded):
        tasks.sweep_house()


def test_the_task_moves_in_its_match_only_and_may_come_twice(
    computer: User, anna: User, boris: User
) -> None:
    mine, other = (begin("streetsoccer", computer, who) for who in (anna, boris))
    tasks.move_for_house(mine.pk)
    tasks.move_for_house(mine.pk)
    tasks.move_for_house(mine.pk + 1000)
    assert (ply(mine), ply(other)) == (2, 1)


def test_a_match_against_the_house_goes_on_by_itself(computer: User, anna: User) -> None:
    """Anna sits at red; after each of her moves there is one answer."""
    match = begin("streetsoccer", computer, anna)
    for _ in range(6):
        tasks.sweep_house()
        match.refresh_from_db()
        if match.seats.filter(user=anna, to_move=True).exists():
            submit_move(match.pk, anna, match.ply, house.choose(match, "red"))
    assert ply(match) >= 12


# --- nudges ----------------------------------------------------------------------------------


def test_the_workers_are_told_when_the_house_is_to_move(anna: User, computer: User) -> None:
    match = begin("streetsoccer", anna, computer)
    assert queued() == []
    submit_move(match.pk, anna, 1, "Pahbied")
    assert queued() == [match.pk]


def test_they_are_told_on_commit_only(anna: User, computer: User) -> None:
    match = begin("streetsoccer", anna, computer)
    with transaction.atomic():
        submit_move(match.pk, anna, 1, "Pahbied")
        assert queued() == []
    assert queued() == [match.pk]


def test_nobody_is_told_of_what_was_undone(anna: User, computer: User) -> None:
    match = begin("streetsoccer", anna, computer)

    def move_and_fail() -> None:
        with transaction.atomic():
            submit_move(match.pk, anna, 1, "Pahbied")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        move_and_fail()
    assert queued() == []
    assert ply(match) == 1


@pytest.fixture
def dead_broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A broker at an address where nobody listens."""
    nobody = app.connection_for_write("redis://127.0.0.1:1/0")
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    monkeypatch.setattr(app, "connection_for_write", lambda *_, **__: nobody.clone())
    yield
    app.amqp._producer_pool = None


def test_a_dead_broker_costs_nothing_and_the_sweep_finds_the_move(
    dead_broker: None, anna: User, computer: User, caplog: pytest.LogCaptureFixture
) -> None:
    match = begin("streetsoccer", anna, computer)
    assert submit_move(match.pk, anna, 1, "Pahbied").ply == 1
    assert "the broker did not take golem.matches.tasks.move_for_house" in caplog.text
    assert ply(match) == 2
    assert queued() == []
    tasks.sweep_house()
    assert ply(match) == 3


def test_a_match_without_the_house_tells_nobody(soccer: Match, anna: User) -> None:
    submit_move(soccer.pk, anna, 1, "Pahbied")
    nudges.after_change(soccer, list(soccer.seats.select_related("user")))
    assert queued() == []
