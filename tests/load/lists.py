"""What lists ask of the database: ``python -m tests.load.lists`` prints one table.

A player with 5 running matches and one with 500 open the page of their matches and the same list
of the API; both must cost as many queries. In a scratch database.
"""

import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from tests.load.stack import inside

FEW, MANY = 5, 500
ROUNDS = 5
ADDRESSES = {
    "page of my matches": "/matches/",
    "front page": "/",
    "page of the player": "/players/{}/",
    "API, my matches": "/api/v1/matches/?mine=true",
    "API, matches where I am to move": "/api/v1/matches/?to_move=true",
}


def main() -> int:
    """Measure and print the rows; 1 if a list costs more queries for more matches."""
    with inside():
        few, many = _player("few", FEW), _player("many", MANY)
        found = {
            name: (_asked(few, address.format(few)), _asked(many, address.format(many)))
            for name, address in ADDRESSES.items()
        }
    print(f"| {'list of a player with 5 / 500 matches':40} | queries 5 | 500 | ms 5 | ms 500 |")
    print(f"| {'-' * 40} | --------: | --: | ---: | -----: |")
    for name, ((asked, ms), (more, more_ms)) in found.items():
        print(f"| {name:40} | {asked:9} | {more:3} | {ms:4.0f} | {more_ms:6.0f} |")
    return 0 if all(asked == more for (asked, _), (more, _) in found.values()) else 1


def _player(name: str, matches: int) -> Any:
    """Return a player with so many running matches against twenty others."""
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from golem import registry
    from golem.matches.services import Agreement, start_match
    from golem.play.controls import DEFAULT, PRESETS

    game = registry.load(registry.game_keys()[0])
    player = User.objects.create_user(name)
    others = [User.objects.create_user(f"{name}{number}") for number in range(20)]
    for number in range(matches):
        pair = (player, others[number % len(others)])
        users = dict(zip(game.info.seats, pair if number % 2 else pair[::-1], strict=True))
        terms = Agreement(game.info.key, users, PRESETS[DEFAULT], {}, True)
        with transaction.atomic():
            start_match(terms, timezone.now())
    return player


def _asked(player: Any, address: str) -> tuple[int, float]:
    """Return how many queries an address asks for this reader, and its median time in ms."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(player)
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address)
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
    return len(captured), median(_timed(lambda: client.get(address)) for _ in range(ROUNDS))


def _timed(ask: Callable[[], object]) -> float:
    begun = time.perf_counter()
    ask()
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    sys.exit(main())
