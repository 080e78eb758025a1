"""What a sweep costs: ``python -m tests.load.sweep`` prints one table.

1,000 clocks at zero are settled among 10,000 running matches and among 1,000,000. Both databases
are there at the same time and take turns, each sweep in a process of its own, so that a busy
machine hits both and the memory is that of one sweep. Half of the clocks cost a vacation day, the
others a match. The brake is set out of reach.
"""

import json
import resource
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from statistics import median
from time import monotonic, process_time
from typing import Any, Final

from tests.load.scratch import FIRST, MATCHES_OF_A_PLAYER, fill, run, scratch

SIZES: Final = (10_000, 1_000_000)
DUE: Final = 1_000
MANY_DUE: Final = 5_000
ROUNDS: Final = 5
GOAL: Final = 1.3


def main() -> int:
    """Measure and print the table; return 1 if the goal is missed."""
    sizes = SIZES
    with ExitStack() as stack:
        places = {size: stack.enter_context(scratch(f"sweep_{size}")) for size in sizes}
        for size, environment in places.items():
            run(environment, "-m", "tests.load.sweep", "fill", str(size))
            _say(f"{size} matches run")
        found: dict[int, list[dict[str, Any]]] = {size: [] for size in sizes}
        for turn in range(ROUNDS + 1):
            for size, environment in places.items():
                figures = _child(environment, size, DUE, turn)
                _say(f"{size}: {figures}")
                if turn:  # the first one only warms the database
                    found[size].append(figures)
        many = _child(places[max(sizes)], max(sizes), MANY_DUE, ROUNDS + 1)
    return 0 if _print(found, many) <= GOAL else 1


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _child(environment: Mapping[str, str], size: int, due: int, turn: int) -> dict[str, Any]:
    words = ("once", str(size), str(due), str(turn))
    found: dict[str, Any] = json.loads(run(environment, "-m", "tests.load.sweep", *words))
    return found


def _print(found: Mapping[int, list[dict[str, Any]]], many: Mapping[str, Any]) -> float:
    """Print the table; return the ratio of the medians."""
    print(f"| {'a sweep of 1,000 clocks at zero':34} | {'seconds':>8} | {'peak MB':>8} |")
    print(f"| {'-' * 34} | {'-' * 7}: | {'-' * 7}: |")
    for size, runs in found.items():
        _row(f"among {size:,} running matches", runs)
    few, lots = (median(run["seconds"] for run in runs) for runs in found.values())
    _row(f"{many['due']:,} at zero among {max(found):,}", [many])
    per = max(run["queries"] for run in found[max(found)]) / DUE
    print(f"\nratio {lots / few:.2f} (goal {GOAL}), {per:.1f} queries for each of them")
    return float(lots / few)


def _row(name: str, runs: Sequence[Mapping[str, Any]]) -> None:
    seconds, peak = (median(run[key] for run in runs) for key in ("seconds", "peak"))
    print(f"| {name:34} | {seconds:8.2f} | {peak:8.1f} |")


# --- in a process of its own ---


def once(size: int, due: int, turn: int) -> dict[str, Any]:
    """Let so many clocks run out, sweep, and return what it took."""
    from django.conf import settings
    from django.db import connection
    from django.utils import timezone

    from golem.matches import sweep
    from golem.matches.models import Heartbeat, Seat

    settings.BRAKE_ABOVE_MATCHES = size
    Heartbeat.objects.update(at=timezone.now())
    ready = _let_run_out(size, due, turn)
    counted = _Counter()
    with connection.execute_wrapper(counted):
        began, worked = monotonic(), process_time()
        failed = sweep.run()
        seconds, cpu = monotonic() - began, process_time() - worked
    assert not failed
    assert not Seat.objects.filter(zero_at__lte=timezone.now()).exists()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    queries = counted.queries
    return {"due": ready, "seconds": seconds, "cpu": cpu, "peak": peak, "queries": queries}


class _Counter:
    """Counts queries, and keeps none of them."""

    def __init__(self) -> None:
        self.queries = 0

    def __call__(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        self.queries += 1
        return execute(sql, params, many, context)


def _let_run_out(size: int, due: int, turn: int) -> int:
    """Let clocks run out an hour ago, strewn over the whole table, no two of one player; return
    how many."""
    from django.db import connection

    layer = size // MATCHES_OF_A_PLAYER  # matches that follow each other and share no player
    chosen = [due - 1, FIRST + (turn + 1) * layer, layer // due]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE matches_match"
            " SET started_at = now() - interval '241 hours' - n * interval '1 s'"
            " FROM generate_series(0, %s) n WHERE id = %s + n * %s AND ended_at IS NULL",
            chosen,
        )
        ready: int = cursor.rowcount
        cursor.execute(
            "UPDATE matches_seat SET runs_since = started_at, turn_since = started_at,"
            ' zero_at = started_at + "left" FROM matches_match m, generate_series(0, %s) n'
            " WHERE match_id = m.id AND m.id = %s + n * %s AND runs_since IS NOT NULL",
            chosen,
        )
        cursor.execute("VACUUM ANALYZE matches_seat")
        cursor.execute("VACUUM ANALYZE matches_match")
    return ready


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(main())
    import django

    django.setup()
    act, *numbers = sys.argv[1], *map(int, sys.argv[2:])
    if act == "fill":
        fill(*numbers)
    else:
        print(json.dumps(once(*numbers)))
