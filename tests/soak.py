"""Rounds of acts that meet in real threads: moves, seals, sweeps, resignations, gifts, reads, and
what an organiser does.

A few people share many matches, of one mover and of two at once, at short time controls. Time goes
by the hour, so clocks run out all the while, and vacation days are spent. What is chosen follows
from the seed; who comes first does not.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from threading import Barrier
from typing import Any, Final

from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from accounts.models import User
from golem import registry
from golem.matches import gifts, reads, sweep
from golem.matches.invariants.check import chosen, of_all, of_matches
from golem.matches.log import game_of, present_state
from golem.matches.models import Heartbeat, Match
from golem.matches.replacing import replace_player
from golem.matches.services import Agreement, resign, start_match, submit_move
from golem.matches.transactions import in_transaction
from golem.matches.withdrawals import adjudicate, withdraw
from golem.play.controls import PRESETS
from golem.play.movers import at_random
from golem.ratings import fold
from golem.rest.locks import Busy
from golem.rest.refusals import Refused
from tests.games.duel import NUMBERS

PEOPLE: Final = 5
MATCHES: Final = 12
AT_ONCE: Final = 5
STEP: Final = timedelta(hours=2)
CONTROLS: Final = ("brisk", "days-1", "days-2", "fixed-7")
Act = Callable[[], Any]


@dataclass
class Soaked:
    """What came of it: ``counts`` of what the calls returned or were refused with, the
    ``unexpected`` errors that reached a caller, deadlocks that the database saw, and what
    ``check_invariants`` says."""

    rounds: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    unexpected: list[str] = field(default_factory=list)
    deadlocks: int = 0
    findings: list[str] = field(default_factory=list)


def soak(rounds: int, seed: int, say: Callable[[int, Soaked], None] = lambda *_: None) -> Soaked:
    """Play so many rounds; ``say`` hears after each. The game "duel" must be registered, and the
    brake out of reach."""
    table, found = _Table(Random(seed), timezone.now() - (rounds + 24) * STEP), Soaked()
    before = _deadlocks()
    with ThreadPoolExecutor(AT_ONCE, initializer=connection.ensure_connection) as pool:
        for number in range(rounds):
            for result in _met(pool, table.round()):
                _count(found, result)
            found.rounds += 1
            say(number + 1, found)
        _met(pool, [connections.close_all] * AT_ONCE)
    found.deadlocks = _deadlocks() - before
    Heartbeat.objects.update(at=timezone.now())
    sweep.run()
    for game in fold.games_due():
        fold.fold(game, timezone.now())
    everything = (*of_matches(chosen([], None), lambda _: None), *of_all(timezone.now()))
    found.findings = [finding.line for finding in everything if not finding.warning]
    return found


def _count(found: Soaked, result: Any) -> None:
    """Count a result; errors that no user should ever see are kept."""
    name = "Busy" if isinstance(result, Busy) else type(result).__name__
    found.counts[name] += 1
    if isinstance(result, Exception) and not isinstance(result, Refused | Busy):
        found.unexpected.append(repr(result))


def _met(pool: ThreadPoolExecutor, acts: list[Act]) -> list[Any]:
    """Run the acts at a barrier; return what each returned or raised."""
    barrier = Barrier(len(acts))

    def run(act: Act) -> Any:
        barrier.wait()
        try:
            return act()
        except Exception as error:
            return error

    return list(pool.map(run, acts))


def _deadlocks() -> int:
    """Return how many deadlocks PostgreSQL has seen in this database."""
    time.sleep(1.1)  # sessions report what they saw once a second
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


class _Table:
    """The people, their matches, and the time that goes by."""

    def __init__(self, rng: Random, now: datetime) -> None:
        self.rng, self.now = rng, now
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
        self.people = [_person(f"Racer{number}") for number in range(PEOPLE)]
        self.matches: list[Match] = []

    def round(self) -> list[Act]:
        """Return what meets in the next round; matches that are over have been replaced."""
        self.now += STEP
        Heartbeat.objects.update(at=self.now)
        over = {m.pk for m in self.matches} & set(
            Match.objects.exclude(ended_at=None).values_list("pk", flat=True)
        )
        self.matches = [match for match in self.matches if match.pk not in over]
        while len(self.matches) < MATCHES:
            self.matches.append(self._begin())
        return [self._act() for _ in range(AT_ONCE)]

    def _begin(self) -> Match:
        key = self.rng.choice(("streetsoccer", "duel"))
        seats = registry.load(key).info.seats
        users = dict(zip(seats, self.rng.sample(self.people, len(seats)), strict=True))
        control = PRESETS[self.rng.choice(CONTROLS)]
        agreement = Agreement(key, users, control, {}, True)
        return in_transaction(lambda: start_match(agreement, self.now, self.rng.randbytes(32)))

    def _act(self) -> Act:
        match, now = self.rng.choice(self.matches), self.now
        user = self.rng.choice(self.people)
        rare = self.rng.choice((self._replace, self._withdraw, self._adjudicate))
        kinds = [self._move] * 6 + [self._sweep] * 3 + [self._resign, self._give, self._read, rare]
        return self.rng.choice(kinds)(Match.objects.get(pk=match.pk), user, now)

    def _move(self, match: Match, user: User, now: datetime) -> Act:
        game, state = game_of(match), present_state(match)
        seat = match.seats.get(name=self.rng.choice(game.to_move(state) or game.info.seats))
        if seat.name not in game.to_move(state):
            return self._sweep(match, user, now)
        if match.game == "duel":
            text = f"N{self.rng.choice(sorted(NUMBERS - set(getattr(state, seat.name))))}"
        else:
            text = game.write(at_random(game, state, seat.name, self.rng))
        return lambda: submit_move(match.pk, seat.user, match.ply, text, clock=lambda: now)

    def _sweep(self, match: Match, user: User, now: datetime) -> Act:
        return lambda: sweep.run(lambda: now)

    def _resign(self, match: Match, user: User, now: datetime) -> Act:
        player = match.seats.all()[0].user
        return lambda: resign(match.pk, player, clock=lambda: now)

    def _give(self, match: Match, user: User, now: datetime) -> Act:
        seat, hours = self.rng.choice(match.seats.all()).name, self.rng.choice((-5, 3, 12))
        return lambda: gifts.give(match.pk, seat, hours * 3600, "a test", now)

    def _replace(self, match: Match, user: User, now: datetime) -> Act:
        old = self.rng.choice(match.seats.all()).user
        return lambda: replace_player(match.pk, old, user, "a test", None, lambda: now)

    def _withdraw(self, match: Match, user: User, now: datetime) -> Act:
        return lambda: withdraw(match.pk, {user.pk}, lambda: now)

    def _adjudicate(self, match: Match, user: User, now: datetime) -> Act:
        seats = registry.load(match.game).info.seats
        points = {seat: 2 - number for number, seat in enumerate(seats)}
        return lambda: adjudicate(match.pk, seats[0], points, "a test", None, lambda: now)

    def _read(self, match: Match, user: User, now: datetime) -> Act:
        return lambda: reads.settle_player_shown(user, now)


def _person(name: str) -> User:
    user = User(username=name, email=f"{name.lower()}@example.org")
    user.set_unusable_password()
    user.save()
    return user


@contextmanager
def out_of_reach() -> Iterator[None]:
    """Register the game of sealed moves and set the brake's bounds out of reach."""
    before, game = settings.BRAKE_ABOVE_MATCHES, registry.GAMES.get("duel")
    settings.BRAKE_ABOVE_MATCHES = 10**9
    registry.GAMES["duel"] = {1: "tests.games.duel:game"}
    try:
        yield
    finally:
        settings.BRAKE_ABOVE_MATCHES = before
        if game is None:
            del registry.GAMES["duel"]
