"""`deploy/restore`: a backup into an empty database, or, by force, in place of what is there."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn

import psycopg

from deploy.production import backup, database, environment
from deploy.production.places import ROOT, here

ABOUT = """\
Puts a backup into the database of the settings, all of it or nothing, and then proves it: the rows
of each table as they were counted, tables brought to this version, every match replayed, every rule
of what is stored looked at. Exits with 0; with 1 when nothing was changed; with 3 when the data are
in but a proof failed (it says which); with 2 for wrong use."""
UNPROVED = 3
EMPTY_SCHEMA = (
    "DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public AUTHORIZATION pg_database_owner;"
)


class Refusal(Exception):
    """Why nothing was restored, as a sentence."""


def verify(dump: Path) -> None:
    """Check a dump against its checksum; raises Refusal."""
    checksum = backup.beside(dump)[0]
    if not dump.is_file():
        raise Refusal(f"there is no file {dump}")
    if not checksum.is_file():
        raise Refusal(f"its checksum {checksum} is missing")
    if checksum.read_text().split()[:1] != [backup.digest(dump)]:
        raise Refusal(f"{dump} is not what its checksum says: it was changed or cut off")


def demand_room(url: str, *, force: bool) -> None:
    """Check that the database is empty, or by force that nobody uses it; raises Refusal."""
    with database.connect(url) as connection:
        filled, others = len(database.tables(connection)), database.others(connection)
    if filled and not force:
        raise Refusal(f"the database has {filled} tables; --force replaces them for good")
    if others:
        raise Refusal(f"{others} other connections use the database: stop web, workers and beat")


def put_back(dump: Path, url: str) -> None:
    """Replace the schema by what the dump holds, in one transaction; raises CalledProcessError."""
    where = database.environment_for(url) | {"PGOPTIONS": "-c client_min_messages=warning"}
    tell = [database.program("pg_restore"), "--schema=public", "--no-owner", "--no-privileges"]
    take = [database.program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    with (
        subprocess.Popen([*take, "--output=/dev/null"], env=where, stdin=subprocess.PIPE) as taker,
        subprocess.Popen([*tell, "--file=-", str(dump)], stdout=subprocess.PIPE) as teller,
    ):
        _pour(teller, taker)
    for done, command in ((teller.returncode, tell), (taker.returncode, take)):
        if done:
            raise subprocess.CalledProcessError(done, command)


def _pour(teller: "subprocess.Popen[bytes]", taker: "subprocess.Popen[bytes]") -> None:
    """Lead the statements of one into the other; only if all were told is the end a commit."""
    assert teller.stdout is not None
    assert taker.stdin is not None
    with suppress(BrokenPipeError):  # the taker has given up, and has said why
        taker.stdin.write(f"BEGIN;\n{EMPTY_SCHEMA}\n".encode())
        shutil.copyfileobj(teller.stdout, taker.stdin)
        if teller.wait() == 0:
            taker.stdin.write(b"\nCOMMIT;\n")
    with suppress(BrokenPipeError):
        taker.stdin.close()


def same_rows(dump: Path, url: str) -> bool:
    """Say whether each table has the rows that were counted; prints what differs."""
    counted = json.loads(backup.beside(dump)[1].read_text())["rows"]
    with database.connect(url) as connection:
        found = database.rows(connection)
    for table in sorted(counted.keys() | found.keys()):
        if counted.get(table) != found.get(table):
            print(f"{table}: {counted.get(table)} rows backed up, {found.get(table)} restored")
    print(f"{len(found)} tables, {sum(found.values())} rows")
    return bool(counted == found)


def manage(url: str, *words: str) -> bool:
    """Run a management command on the database at `url`; say whether it was content."""
    command = [sys.executable, str(ROOT / "manage.py"), *words]
    print(f"manage.py {' '.join(words)} ...", flush=True)
    done = subprocess.run(command, env={**os.environ, "DATABASE_URL": url}, check=False)
    return done.returncode == 0


def prove(dump: Path, url: str) -> list[str]:
    """Return the names of the proofs that failed; see ABOUT."""
    proofs: dict[str, Callable[[], bool]] = {
        "rows": lambda: same_rows(dump, url),
        "tables": lambda: manage(url, "migrate", "--no-input", "--verbosity", "0"),
        "replay": lambda: manage(url, "rebuild_matches"),
        "invariants": lambda: manage(url, "check_invariants"),
    }
    return [name for name, proof in proofs.items() if not proof()]


def tell_gap(url: str, now: datetime) -> None:
    """Print how long no move will have been possible, and what becomes of that time."""
    with database.connect(url) as connection:
        beats = connection.execute("SELECT at FROM matches_heartbeat").fetchall()
    if not beats:
        print("No web process ever ran on this database.")
        return
    gap = now - beats[0][0]
    print(f"The last sign of life in it is of {beats[0][0]:%Y-%m-%d %H:%M} UTC, {gap} ago.")
    hours = int(os.environ.get("WRONG_CLOCK_HOURS") or 72)
    if gap > timedelta(hours=hours):
        print(f"That is above {hours} hours: the brake goes on at the start.")
        print("What to do then: docs/deployment.md, Restore.")
    else:
        print("At the start that becomes an outage, in which no clock ran, if above 15 minutes.")


def main() -> None:
    """Restore one file; see ABOUT."""
    parser = argparse.ArgumentParser("deploy/restore", description=ABOUT)
    parser.add_argument("file", type=Path, help="golem-<time>.dump, its checksum beside it")
    parser.add_argument("--force", action="store_true", help="replace what is there")
    chosen = parser.parse_args()
    url = environment.load(here())["DATABASE_URL"]
    try:
        verify(chosen.file)
        demand_room(url, force=chosen.force)
        put_back(chosen.file, url)
    except (Refusal, *backup.FAILURES) as refusal:
        sys.exit(f"Nothing was restored: {refusal}")
    _finish(prove(chosen.file, url), url)


def _finish(failed: list[str], url: str) -> NoReturn:
    try:
        tell_gap(url, datetime.now(UTC))
    except psycopg.Error as error:
        failed = [*failed, f"heartbeat ({type(error).__name__})"]
    if failed:
        print(f"RESTORED, BUT NOT PROVED: {', '.join(failed)}", file=sys.stderr)
        sys.exit(UNPROVED)
    print("Restored and proved.")
    sys.exit(0)


if __name__ == "__main__":
    main()
