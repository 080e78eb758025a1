"""The clocks against a second telling of their rules, that knows only whole hours.

People share matches of one mover and of two at once, round the end of a year. The model goes from
hour to hour and takes one off each clock that runs; the server is asked, swept and read at random.
In the end both must tell of the same days, ends and clocks.
"""

from collections.abc import Callable
from copy import deepcopy
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

import pytest

from accounts.models import User
from golem import registry
from golem.matches import (
    brake,
    clock_columns,
    faces,
    forecast,
    gifts,
    operators,
    reads,
    settle,
    sweep,
)
from golem.matches.annulment import annul
from golem.matches.errors import ClocksBraked, MatchOver
from golem.matches.models import Heartbeat, Match, SealedMove, VacationDay
from golem.matches.reopening import reopen
from golem.matches.services import Agreement, resign, start_match, submit_move
from golem.matches.transactions import in_transaction
from golem.play.clock import year_of
from golem.rest.refusals import Refused
from tests.matches.clock_model import CONTROLS, DAYS, HOURS, SEATS, START, Game, H, Side, World, h
from tests.matches.conftest import at, person

pytestmark = pytest.mark.django_db


class Play:
    """One run: the same acts for the model and for the server."""

    def __init__(self, seed: int, people: list[User]) -> None:
        self.rng, self.world = Random(seed), World(people)
        self.frozen = self.silent = False
        Heartbeat.objects.create(pk=1, at=h(0))
        for _ in range(5):
            self._start()

    @property
    def now(self) -> datetime:
        return h(self.world.hour)

    def run(self) -> None:
        for _ in range(HOURS):
            self._beat()
            self.world.zeros()
            if self.rng.random() < 0.8:
                self._act()
            if self.rng.random() < 0.25:
                self._settle()
            if self.rng.random() < 0.08:
                self._foresee()
            self.world.tick(self.frozen or self.silent)
        self._finish()

    def _beat(self) -> None:
        """Be well, or silent from this hour on, or come back."""
        if not self.silent:
            Heartbeat.objects.update(at=self.now)
            self.silent = self.rng.random() < 0.05
        elif self.rng.random() < 0.3:
            sweep.beat(self.now)
            self.silent = False

    def _start(self) -> None:
        key, control = self.rng.choice(["relay", "duel"]), self.rng.choice(CONTROLS)
        two = self.rng.sample(self.world.people, 2)
        users = dict(zip(SEATS[key], two, strict=True))
        agreement = Agreement(key, users, control, {}, rated=False)
        match = in_transaction(partial(start_match, agreement, self.now))
        sides = {name: Side(user.pk, control.bank // H) for name, user in users.items()}
        game = Game(key, control, sides, self.world.hour)
        game.turn()
        self.world.games[match.pk] = game

    def _act(self) -> None:
        acts: list[Callable[[], None]] = [self._start, self._freeze, self._brake, self._give]
        acts += [self._move] * 8 + [self._end, self._annul, self._reopen, self._reopen]
        self.rng.choice(acts)()

    def _tried(self, number: int, act: Callable[[], Any], then: Callable[[], None]) -> None:
        """Act on the server, and in the model if the server did."""
        game = self.world.games[number]
        try:
            act()
        except MatchOver:
            assert game.over is not None
        except ClocksBraked:
            assert brake.is_on()
        except Refused as error:
            if error.code not in _TOLD:
                raise
        else:
            then()

    def _chosen(self) -> tuple[int, str]:
        number = self.rng.choice(list(self.world.games))
        return number, self.rng.choice(SEATS[self.world.games[number].key])

    def _move(self) -> None:
        turns = [
            (number, name)
            for number, game in self.world.games.items()
            for name, side in game.sides.items()
            if side.moving or (game.over is not None and self.rng.random() < 0.05)
        ]
        if not turns:
            return
        number, name = self.rng.choice(turns)
        game = self.world.games[number]
        user = User.objects.get(pk=game.sides[name].user)
        text = "P" if game.key == "relay" else f"N{game.plies + 1}"
        alive = game.over is None

        def then() -> None:
            assert alive, "a move in a match that is over"
            self.world.move(number, name)

        ply = game.plies + 1
        self._tried(number, lambda: submit_move(number, user, ply, text, clock=at(self.now)), then)

    def _end(self) -> None:
        number, name = self._chosen()
        game = self.world.games[number]
        user = User.objects.get(pk=game.sides[name].user)
        other = next(one for one in game.sides if one != name)
        then = partial(game.end, self.world.hour, "resignation", other)
        if game.over is None:
            self._tried(number, lambda: resign(number, user, at(self.now)), then)

    def _annul(self) -> None:
        number, _ = self._chosen()
        game = self.world.games[number]
        # Under the brake it would take days along that are due, and not spent yet.
        if game.over is None and not brake.is_on() and self.rng.random() < 0.3:
            then = partial(game.end, self.world.hour, "annulled", "")
            self._tried(number, lambda: annul(number, "x", None, at(self.now)), then)

    def _reopen(self) -> None:
        ended = [n for n, g in self.world.games.items() if g.over is not None]
        ended = [n for n in ended if self.world.games[n].how not in ("annulled", "level")]
        ended = [n for n in ended if self.world.games[n].over != self.world.hour]
        if ended:
            number = self.rng.choice(ended)
            then = partial(self.world.reopen, number)
            self._tried(number, lambda: reopen(number, "x", None, at(self.now)), then)

    def _give(self) -> None:
        number, name = self._chosen()
        game, hours = self.world.games[number], self.rng.choice([-20, -5, 5, 20])
        if game.over is None and (self.world.hour > game.began):
            act = partial(gifts.give, number, name, hours * H, "x", self.now)
            self._tried(number, act, partial(self.world.give, number, name, hours))

    def _freeze(self) -> None:
        if self.frozen:
            operators.thaw(None, self.now)
            self.frozen = False
        elif self.rng.random() < 0.5:
            operators.freeze("x", None, self.now)
            self.frozen = True

    def _brake(self) -> None:
        if brake.is_on():
            brake.release()
        elif self.rng.random() < 0.5:
            operators.brake_on("x", None, self.now)

    def _settle(self) -> None:
        user = self.rng.choice(self.world.people)
        number, _ = self._chosen()
        acts: list[Callable[[], object]] = [
            lambda: sweep.run(at(self.now)),
            lambda: reads.settle_player_shown(user, self.now),
            lambda: reads.settle_match_shown(number, self.now),
            lambda: in_transaction(lambda: settle.settle([user.pk], self.now)),
            lambda: reads.settle_list_shown(Match.objects.all(), self.now),
        ]
        self.rng.choice(acts)()

    def _foresee(self) -> None:
        """What is shown and foreseen is what the model has and comes to."""
        if self.frozen or self.silent or brake.is_on():
            return
        reads.settle_list_shown(Match.objects.all(), self.now)
        shown = list(Match.objects.prefetch_related("seats__user"))
        seen = faces.Faces(shown, None, self.now)
        for match in shown:
            game = self.world.games[match.pk]
            for seat in match.seats.all():
                left = max(0, game.sides[seat.name].left)
                more = timedelta(hours=left) - seen.of(seat).left
                assert timedelta(0) <= more < _TICKS, (match.pk, seat.name)
        sides = [side for game in self.world.games.values() for side in game.sides.values()]
        if any(side.own is not None and side.left <= 0 for side in sides):
            return  # a forecast, which knows of no seal, has that clock run out before now
        user = self.rng.choice(self.world.people)
        for match in shown:
            mine = [s for s in match.seats.all() if s.user_id == user.pk]
            if mine and mine[0].runs_since and match.status == "running":
                expected = self._lost(match.pk, mine[0].name, user.pk)
                found = forecast.lost_at(user, match)
                assert (found is None) == (expected is None), (match.pk, user.pk)
                assert not found or not expected or abs(found - expected) < _TICKS

    def _lost(self, number: int, name: str, user: int) -> datetime | None:
        future = deepcopy(self.world)
        for game in future.games.values():
            for side in game.sides.values():
                if side.user != user:
                    side.own = None
        game = future.games[number]
        for _ in range(2000):
            future.zeros()
            if game.over is not None:
                lost = game.how == "both_timed_out" or game.winner != name
                return h(game.over) if lost else None
            future.tick(paused=False)
        return None

    def _finish(self) -> None:
        if self.silent:
            sweep.beat(self.now)
        Heartbeat.objects.update(at=self.now)
        if self.frozen:
            operators.thaw(None, self.now)
        brake.release()
        self.world.zeros()
        sweep.run(at(self.now))
        self._compare()

    def _compare(self) -> None:
        days = [(d.player_id, d.at, d.match_id) for d in VacationDay.objects.all()]
        assert sorted(days) == sorted((p, h(t), m) for p, t, m in self.world.days)
        for match in Match.objects.order_by("pk"):
            game = self.world.games[match.pk]
            ended = None if game.over is None else h(game.over)
            assert (match.how, match.winner) == (game.how, game.winner), match.pk
            assert match.ended_at is None or abs(match.ended_at - (ended or START)) < _TICKS
            assert (match.ended_at is None) == (ended is None)
            for seat in match.seats.all():
                used = self.now - seat.runs_since if seat.runs_since else timedelta(0)
                if seat.zero_at is not None:
                    used = seat.left - (seat.zero_at - self.now)
                    side = game.sides[seat.name]
                    assert abs(seat.left - used - timedelta(hours=side.left)) < _TICKS
            assert clock_columns.differences(match) == {}, match.pk
            for seal in SealedMove.objects.filter(match=match):
                own = game.sides[seal.seat].own
                assert own is not None
                assert abs(seal.left - timedelta(hours=own)) < _TICKS


_TOLD = ("bad_gift", "too_much_taken", "match_over", "match_running", "match_annulled")
_TICKS = timedelta(milliseconds=1)


@pytest.mark.parametrize("seed", range(6))
def test_the_server_tells_what_the_rules_tell(
    duel: str, seed: int, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setitem(registry.GAMES, "relay", {1: "tests.games.relay:game"})
    monkeypatch.setattr("golem.play.clock.year_of", year_of)
    settings.VACATION_DAYS, settings.BRAKE_ABOVE_MATCHES = DAYS, 10**6
    Play(seed, [person(f"Player{n}") for n in range(3)]).run()
