"""Databases that are made to be measured in, with any number of running matches, and dropped."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg

ROOT: Final = Path(__file__).parents[2]
MATCHES_OF_A_PLAYER: Final = 10
FIRST: Final = 1000
"""The number of the first copied match and player, less one."""


@contextmanager
def scratch(name: str) -> Iterator[dict[str, str]]:
    """Give an environment whose database, on the server of ``DATABASE_URL``, is new and has all
    tables."""
    url = urlsplit(os.environ["DATABASE_URL"])
    whole = f"{url.path[1:]}_{name}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{whole}" WITH (FORCE)'.encode())
        server.execute(f'CREATE DATABASE "{whole}"'.encode())
        try:
            environment = {**os.environ, "DATABASE_URL": url._replace(path=f"/{whole}").geturl()}
            environment["DJANGO_SETTINGS_MODULE"] = "golem.settings"
            run(environment, "manage.py", "migrate", "--verbosity", "0")
            yield environment
        finally:
            server.execute(f'DROP DATABASE IF EXISTS "{whole}" WITH (FORCE)'.encode())


def run(environment: Mapping[str, str], *words: str) -> str:
    """Run Python with these words in that environment; return what it prints."""
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True
    )
    return done.stdout.decode()


def run_shown(environment: Mapping[str, str], *words: str) -> int:
    """Run Python with these words in that environment, its output shown; return its exit code."""
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=environment).returncode


def fill(matches: int) -> None:
    """Let so many matches run, each player in ten: copies of one that the services made.

    About half of them allow no vacation. Matches whose numbers lie less
    than a tenth of ``matches`` apart share no player. Django must be set up.
    """
    from django.db import connection

    template, half = _template(), matches // MATCHES_OF_A_PLAYER
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
        person = {
            "id": f"{FIRST} + n",
            "username": "'player' || n",
            "email": "'player' || n || '@example.org'",
        }
        _copy(cursor, "accounts_user", template.seats.get(name="yellow").user_id, 2 * half, person)
        match = {
            "id": f"{FIRST} + n",
            "vacation": "(hashint4(n) & 1) = 0",
            **{name: _shifted(name, matches) for name in ("started_at", "changed_at")},
        }
        _copy(cursor, "matches_match", template.pk, matches, match)
        people = {"yellow": f"n % {half}", "red": f"{half} + (n + n / {half}) % {half}"}
        for seat in template.seats.all():
            user = f"{FIRST} + 1 + {people[seat.name]}"
            of = {"match_id": f"{FIRST} + n", "user_id": user}
            of |= {n: _shifted(n, matches) for n in ("turn_since", "runs_since", "zero_at")}
            _copy(cursor, "matches_seat", seat.pk, matches, of)
        for table, rows in (
            ("matches_move", template.moves.all()),
            ("matches_draw", template.draws.all()),
            ("matches_seed", template.seeds.all()),
        ):
            for row in rows:
                _copy(cursor, table, row.pk, matches, {"match_id": f"{FIRST} + n"})
        cursor.execute("VACUUM ANALYZE")


def _shifted(column: str, matches: int) -> str:
    """Return a column of match ``n`` or its seats: they began from 10 to 210 hours ago, one after
    the other, so the clocks run out in 30 hours at the soonest."""
    return f"t.{column} - interval '10 hours' - interval '200 hours' * n / {matches}"


def _template() -> Any:
    """Return a match that two people have played a little."""
    from django.utils import timezone

    from accounts.models import User
    from golem import registry
    from golem.matches.models import Heartbeat
    from golem.matches.services import Agreement, start_match
    from golem.matches.transactions import in_transaction
    from golem.play.controls import DEFAULT, PRESETS

    now = timezone.now()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    game = registry.load("streetsoccer").info
    people = [
        User.objects.create(username=name, email=f"{name}@example.org")
        for name in ("first", "second")
    ]
    users = dict(zip(game.seats, people, strict=True))
    agreement = Agreement(game.key, users, PRESETS[DEFAULT], {}, rated=True)
    return in_transaction(lambda: start_match(agreement, now))


def _copy(cursor: Any, table: str, pk: int, rows: int, differing: Mapping[str, str]) -> None:
    """Copy one row so many times; ``differing`` are columns that depend on ``n``, from 0 or 1."""
    cursor.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s", [table]
    )
    names = [name for (name,) in cursor.fetchall() if name != "id" or "id" in differing]
    values = ", ".join(f"({differing[n]})" if n in differing else f't."{n}"' for n in names)
    columns = ", ".join(f'"{name}"' for name in names)
    cursor.execute(
        f"INSERT INTO {table} ({columns}) SELECT {values} "
        f"FROM {table} t, generate_series(1, {rows}) n WHERE t.id = {pk}"
    )
    if "id" in differing:
        last = FIRST + rows
        cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {last})")
