"""Accepted moves per second beside the floor of the stack: ``python -m tests.load.moves``.

Sixteen clients play a match each, both sides, over connections that are kept; the moves were
worked out before. Rounds of moves and rounds of the floor take turns on the same servers.
"""

import json
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from http.client import HTTPConnection
from multiprocessing import get_context
from random import Random
from statistics import median
from typing import Any

from django.db import connections

from tests.load.stack import Stack, inside, served

CLIENTS = 16
PROCESSES = 2
MOVES = 48  # of each client in a round; a match has some more
ROUNDS = 5
GAME = "streetsoccer"
GOAL = 0.6
SLOWEST = 10
"""The p99 may be so many times the median."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request of a client: path, token, body."""

    path: str
    token: str
    body: str


@dataclass(frozen=True, slots=True)
class Round:
    """What a round came to: answers per second, and each answer's time in seconds."""

    rate: float
    times: list[float]
    errors: list[str]


def play(stack: Stack, scripts: Sequence[Sequence[Ask]]) -> Round:
    """Let every client send its requests, one after the other; return how it went."""
    shares = [scripts[number::PROCESSES] for number in range(PROCESSES)]
    begun = time.perf_counter()
    with ProcessPoolExecutor(PROCESSES, get_context("fork")) as pool:
        found = list(pool.map(_clients, [stack.port] * PROCESSES, shares))
    took = max(end for _, _, end in found) - min(start for _, start, _ in found)
    assert took < time.perf_counter() - begun + 1
    answers = [answer for share, _, _ in found for answer in share]
    times = [seconds for seconds, _ in answers]
    errors = [problem for _, problem in answers if problem]
    return Round(len(times) / took, times, errors)


def _clients(
    port: int, scripts: Sequence[Sequence[Ask]]
) -> tuple[list[tuple[float, str]], float, float]:
    with ThreadPoolExecutor(len(scripts)) as pool:
        begun = time.monotonic()
        found = list(pool.map(lambda script: _client(port, script), scripts))
        return [one for client in found for one in client], begun, time.monotonic()


def _client(port: int, script: Sequence[Ask]) -> list[tuple[float, str]]:
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    found = []
    for ask in script:
        headers = {"Authorization": f"Token {ask.token}", "Content-Type": "application/json"}
        begun = time.perf_counter()
        line.request("POST", ask.path, ask.body, headers)
        answer = line.getresponse()
        text = answer.read()
        seconds = time.perf_counter() - begun
        found.append((seconds, "" if answer.status == 201 else f"{answer.status} {text[:200]!r}"))
    line.close()
    return found


def matches(number: int, rng: Random) -> list[list[Ask]]:
    """Start so many matches; return the requests that play each, worked out with its dice."""
    from django.db import transaction
    from django.utils import timezone

    from golem import registry
    from golem.matches.services import Agreement, start_match
    from golem.play.controls import DEFAULT, PRESETS

    game = registry.load(GAME)
    found = []
    for _ in range(number):
        users, tokens = zip(*(_player(rng) for _ in game.info.seats), strict=True)
        by_seat = dict(zip(game.info.seats, users, strict=True))
        seed = rng.randbytes(32)
        with transaction.atomic():
            match = start_match(
                Agreement(GAME, by_seat, PRESETS[DEFAULT], {}, True), timezone.now(), seed
            )
        token = dict(zip(game.info.seats, tokens, strict=True))
        path = f"/api/v1/matches/{match.pk}/moves/"
        found.append(
            [
                Ask(path, token[seat], json.dumps({"ply": ply, "notation": text}))
                for ply, seat, text in script(game, seed, rng)
            ][:MOVES]
        )
    return found


def _player(rng: Random) -> tuple[Any, str]:
    from django.utils import timezone

    from accounts.models import ApiToken, User
    from accounts.services import issue_token

    user = User.objects.create_user(f"p{rng.randrange(10**12)}")
    lifetime = timedelta(days=1)
    _, token = issue_token(user, "load", ApiToken.Scope.PLAY, lifetime, timezone.now())
    return user, token


def script(game: Any, seed: bytes, rng: Random) -> list[tuple[int, str, str]]:
    """Return a whole match of random moves with the dice of ``seed``: ply, seat and text."""
    from golem.play import chance
    from golem.play.movers import at_random

    dice, state, ply = chance.dice(seed), game.start({}), 1
    found = []
    while game.outcome(state) is None:
        if (want := game.wants(state)) is not None:
            state = game.supply(state, chance.draw(want.kind, dice))
            continue
        moves = game.forced(state)
        if not moves:
            (seat,) = game.to_move(state)
            moves = {seat: at_random(game, state, seat, rng)}
            found.append((ply, seat, game.write(moves[seat])))
        state, ply = game.play(state, moves), ply + 1
    return found


def floored(scripts: Sequence[Sequence[Ask]]) -> list[list[Ask]]:
    """Return the requests of the floor that go with these moves: same callers, same bodies."""
    return [
        [Ask(f"/floor/{ask.path.split('/')[4]}/", ask.token, ask.body) for ask in script]
        for script in scripts
    ]


def measure(rounds: int, say: Callable[[str], None] = print) -> tuple[list[Round], list[Round]]:
    """Return the rounds of moves and of the floor; the first of each only warms up."""
    with inside():
        say("making matches")
        scripts = [matches(CLIENTS, Random(number)) for number in range(rounds + 1)]
        connections.close_all()
        ours, floor = [], []
        with served(dict(os.environ)) as stack:
            for number, one in enumerate(scripts):
                ours.append(play(stack, one))
                floor.append(play(stack, floored(one)))
                say(f"round {number}: {ours[-1].rate:.0f} moves/s, floor {floor[-1].rate:.0f}/s")
        return ours[1:], floor[1:]


def main() -> int:
    """Measure and print the rows of the table; 1 if a goal is missed or an answer was an error."""
    ours, floor = measure(ROUNDS)
    errors = [problem for one in (*ours, *floor) for problem in one.errors]
    rate, bound = (median(one.rate for one in side) for side in (ours, floor))
    times = sorted(seconds for one in ours for seconds in one.times)
    middle, worst = times[len(times) // 2], times[len(times) * 99 // 100]
    share = f"share {rate / bound:.0%} (goal {GOAL:.0%})"
    print(f"accepted moves/s {rate:.0f}, floor {bound:.0f}, {share}")
    print(f"median {middle * 1000:.1f} ms, p99 {worst * 1000:.1f} ms, {worst / middle:.1f} times")
    print(f"errors: {len(errors)} {errors[:3]}")
    return 1 if errors or rate < GOAL * bound or worst > SLOWEST * middle else 0


if __name__ == "__main__":
    raise SystemExit(main())
