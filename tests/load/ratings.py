"""What ratings cost: ``python -m tests.load.ratings`` prints one table.

A million finished matches (or ``RATED_MATCHES``) are worked out anew from the first on, in one
transaction: read, folded, written, two changes each. Beside it, in the same run and on the same
matches, stands the bare arithmetic. Then one match in the middle is annulled and one at the end
ends, which is what a server meets every day.
"""

import os
import resource
import sys
from time import monotonic, process_time
from typing import Any, Final

from tests.load.scratch import FIRST, run_shown, scratch

MATCHES: Final = int(os.environ.get("RATED_MATCHES", "1000000"))
PLAYERS: Final = 20_000
GAME: Final = "streetsoccer"


def main() -> int:
    """Measure in a database of its own."""
    with scratch("ratings") as environment:
        return run_shown(environment, "-m", "tests.load.ratings", "measure")


def fill(matches: int) -> None:
    """Store so many finished matches, a minute apart, of players by lot: stronger ones, by their
    numbers, win more often. In one of a hundred red never moved, and one of ten is unrated."""
    from django.db import connection

    players = max(4, min(PLAYERS, matches // 10))
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
        cursor.execute(_PEOPLE, {"first": FIRST, "players": players})
        cursor.execute(
            _DRAWN, {"first": FIRST, "players": players, "matches": matches, "game": GAME}
        )
        for statement in (_MATCHES, _SEATS, _MOVES):
            cursor.execute(statement, {"game": GAME})
        cursor.execute("VACUUM ANALYZE")


_PEOPLE: Final = """
INSERT INTO accounts_user (id, password, is_superuser, username, email, is_staff, is_active,
    date_joined, is_bot, is_house, time_zone, access_salt, strength_shown)
SELECT %(first)s + n, '', false, 'player' || n, 'player' || n || '@example.org', false, true,
    now(), false, false, 'UTC', '', 'rating'
FROM generate_series(1, %(players)s) n
"""
_DRAWN: Final = """
CREATE TEMPORARY TABLE drawn AS
SELECT n, a, b + (b >= a)::int AS b, random() AS luck, random() AS odd FROM (
    SELECT n, 1 + floor(random() * %(players)s)::int AS a,
        1 + floor(random() * (%(players)s - 1))::int AS b
    FROM generate_series(1, %(matches)s) n) t;
ALTER TABLE drawn ADD winner text;
UPDATE drawn SET a = %(first)s + a, b = %(first)s + b, winner = CASE
    WHEN odd > 0.97 THEN ''
    WHEN luck < 1 / (1 + exp((b - a) * 4.0 / %(players)s)) THEN 'red' ELSE 'yellow' END
"""
_MATCHES: Final = """
INSERT INTO matches_match (id, game, revision, options, rated, status, ply, position, how, winner,
    points, started_at, changed_at, ended_at, reopened, control, bank, increment, cap, vacation)
SELECT n, %(game)s, 1, '{}', odd > 0.1, 'finished', 3, '', 'goals', winner, '{}',
    at - interval '9 days', at, at, 0, 'brisk', 1, 1, 1, true
FROM (SELECT *, now() - interval '3 years' + n * interval '1 minute' AS at FROM drawn) t
"""
_SEATS: Final = """
INSERT INTO matches_seat (match_id, number, name, user_id, to_move, "left")
SELECT n, 0, 'yellow', a, false, interval '0' FROM drawn
UNION ALL SELECT n, 1, 'red', b, false, interval '0' FROM drawn
"""
_MOVES: Final = """
INSERT INTO matches_move (match_id, ply, seat, notation, forced, note, at)
SELECT n, 1, 'yellow', 'x', false, '', now() FROM drawn
UNION ALL SELECT n, 2, 'red', 'x', false, '', now() FROM drawn WHERE luck < 0.99
"""


def measure(matches: int) -> int:
    """Print the table; return 1 if the stored ratings are not what the matches come to."""
    from django.utils import timezone

    from golem.matches.annulment import annul
    from golem.ratings import checks, facts, fold
    from golem.ratings.models import Change

    fill(matches)
    _say(f"{matches} matches are stored")
    began, worked = monotonic(), process_time()
    done = fold.recompute(GAME, timezone.now(), _progress)
    seconds, cpu = monotonic() - began, process_time() - worked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    read = [match for chunk in facts.in_order(GAME, None, None) for match in chunk]
    bare = _bare(read)
    print(f"| {done.matches:>9,} rated matches of {matches:,} | seconds | matches a second |")
    print("| --- | ---: | ---: |")
    _row("recomputed (read, folded, written)", seconds, done.matches)
    _row("... processor time of the folder", cpu, done.matches)
    _row("the bare arithmetic", bare, done.matches)
    print(f"| share of the bare arithmetic | {bare / seconds:.0%} | |")
    print(f"| peak memory of the folder, MB | {peak:.0f} | |")
    late = Change.objects.order_by("at")[2 * len(read) * 9 // 10].match_id
    for what, match_id in (
        ("the newest match", read[-1].key.match),
        ("one of the last tenth", late),
    ):
        annul(match_id, "measured", None)
        began = monotonic()
        done = fold.fold(GAME, timezone.now())
        _row(f"annulled {what}: {done.matches:,} anew", monotonic() - began, done.matches)
    wrong = sum(1 for _ in checks.differences(GAME))
    print(f"| differences afterwards | {wrong} | |")
    return 1 if wrong else 0


def _bare(read: list[Any]) -> float:
    """Return the seconds that nothing but the arithmetic of these matches takes."""
    from golem.play import rating

    pairs = [(*match.players, *match.results) for match in read]
    people = {player: rating.NEW for pair in pairs for player in pair[:2]}
    began = monotonic()
    for first, second, gained, left in pairs:
        one, two = people[first], people[second]
        people[first] = rating.after(one, two, gained)
        people[second] = rating.after(two, one, left)
    return monotonic() - began


def _row(what: str, seconds: float, matches: int) -> None:
    print(f"| {what} | {seconds:.1f} | {matches / seconds:,.0f} |", flush=True)


def _progress(folded: int) -> None:
    if folded % 100_000 < 2000:
        _say(f"{folded} folded")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(main())
    import django

    django.setup()
    sys.exit(measure(MATCHES))
