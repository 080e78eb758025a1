"""`deploy/backup`: the database as a file, its checksum and counts, and the keys beside it."""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from deploy.production import database, environment
from deploy.production.places import Places, here

ABOUT = """\
Writes golem-<UTC time>.dump (pg_dump, custom format), .sha256 and .json (rows of each table at
that instant), and the settings with their keys apart from them into secrets/. A file that is there
is whole. Exits with 0; with 1 when there is no backup (nothing half is left); with 2 for wrong
use."""
NAME = re.compile(r"golem-\d{8}T\d{6}Z\.dump")
FAILURES = (psycopg.Error, subprocess.CalledProcessError, OSError)


def make(url: str, folder: Path, now: datetime) -> Path:
    """Write a backup of the database at `url` into `folder`; return the dump's path.

    Counts and dump are of one snapshot, however much is played meanwhile. Raises one of FAILURES.
    """
    dump = folder / f"golem-{now:%Y%m%dT%H%M%SZ}.dump"
    draft = folder / f".{dump.name}.part"
    try:
        counted = _dump(url, draft)
        database.sync(draft)
        _describe(draft, dump, counted, now)
        draft.rename(dump)  # last: what bears the name is whole
        database.sync(folder)
    except BaseException:
        for left in (draft, *beside(dump)):
            left.unlink(missing_ok=True)
        raise
    return dump


def _dump(url: str, draft: Path) -> dict[str, int]:
    with database.connect(url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        snapshot = str(connection.execute("SELECT pg_export_snapshot()").fetchall()[0][0])
        counted = database.rows(connection)
        command = [database.program("pg_dump"), "--format=custom", "--schema=public"]
        draft.touch(0o600)
        subprocess.run(
            [*command, f"--snapshot={snapshot}", f"--file={draft}"],
            env=database.environment_for(url),
            check=True,
        )
    return counted


def _describe(draft: Path, dump: Path, counted: dict[str, int], now: datetime) -> None:
    listed = [database.program("pg_restore"), "--list", str(draft)]
    subprocess.run(listed, check=True, stdout=subprocess.DEVNULL)  # it can be read again
    checksum, about = beside(dump)
    checksum.write_text(f"{digest(draft)}  {dump.name}\n")
    about.write_text(json.dumps({"made_at": now.isoformat(), "rows": counted}, indent=1) + "\n")
    for path in (checksum, about):
        path.chmod(0o600)
        database.sync(path)


def beside(dump: Path) -> tuple[Path, Path]:
    """Return the files that belong to a dump: its checksum, and what it holds."""
    return dump.with_suffix(".dump.sha256"), dump.with_suffix(".json")


def digest(path: Path) -> str:
    """Return a file's SHA-256, in hex."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def keep_settings(places: Places, folder: Path, dump: Path) -> None:
    """Copy the settings file, keys included, to a folder of its own beside the backups."""
    secrets = folder / "secrets"
    secrets.mkdir(mode=0o700, exist_ok=True)
    if places.settings.exists():
        target = secrets / f"{dump.stem}.env"
        draft = secrets / f".{target.name}.part"
        draft.touch(0o600)
        shutil.copyfile(places.settings, draft)
        draft.rename(target)


def prune(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest `keep` backups with what belongs to them; return those dumps."""
    dumps = sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))
    old = dumps[:-keep]
    for dump in old:
        for path in (dump, *beside(dump), folder / "secrets" / f"{dump.stem}.env"):
            path.unlink(missing_ok=True)
    return old


def at_least_one(text: str) -> int:
    """Return a whole number above zero; raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError("must be a whole number, 1 or more")
    return int(text)


def main() -> None:
    """Make one backup, remove old ones; see ABOUT."""
    places = here()
    parser = argparse.ArgumentParser("deploy/backup", description=ABOUT)
    parser.add_argument("--to", type=Path, default=places.backups, help="the folder")
    parser.add_argument("--keep", type=at_least_one, default=14, help="how many to keep; 14")
    chosen = parser.parse_args()
    url = environment.load(places)["DATABASE_URL"]
    os.umask(0o077)
    try:
        chosen.to.mkdir(parents=True, exist_ok=True)
        dump = make(url, chosen.to, datetime.now(UTC))
        keep_settings(places, chosen.to, dump)
        gone = prune(chosen.to, chosen.keep)
    except FAILURES as failure:
        sys.exit(f"No backup was made: {failure}")
    print(f"{dump} ({dump.stat().st_size} bytes); {len(gone)} old ones removed")


if __name__ == "__main__":
    main()
