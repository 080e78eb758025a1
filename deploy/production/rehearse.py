"""`deploy/rehearse`: is there a way back? A backup now, restored beside the running server, proved.

Also the gate before an upgrade: run from the new version's folder, it brings the copy to the new
tables and replays every stored match by the new code.
"""

import argparse
import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from deploy.postgres import postgres
from deploy.production import backup, environment, restore
from deploy.production.places import here

ABOUT = """\
Backs up the database of the settings while it is in use, restores it into a private PostgreSQL
server in a temporary folder, compares the rows of each table, brings the copy's tables to this
version, replays every match, checks what is stored, and removes it all. The live database is only
read. Exits with 0 if all was proved, else with 1."""


def rehearse(url: str, folder: Path) -> list[str]:
    """Do it all in an empty folder; return what failed. Raises what backup and restore raise."""
    dump = backup.make(url, folder, datetime.now(UTC))
    print(f"Backed up: {dump.stat().st_size} bytes", flush=True)
    with postgres(folder / "postgres") as scratch:
        restore.verify(dump)
        restore.demand_room(scratch, force=False)
        restore.put_back(dump, scratch)
        return restore.prove(dump, scratch)


def main() -> None:
    """Rehearse once; see ABOUT."""
    places = here()
    parser = argparse.ArgumentParser("deploy/rehearse", description=ABOUT)
    parser.add_argument("--in", dest="inside", type=Path, default=places.backups, help="the folder")
    chosen = parser.parse_args()
    url = environment.load(places)["DATABASE_URL"]
    os.umask(0o077)
    try:
        chosen.inside.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=chosen.inside, prefix="rehearsal-") as folder:
            failed = rehearse(url, Path(folder))
    except (restore.Refusal, RuntimeError, *backup.FAILURES) as failure:
        sys.exit(f"REHEARSAL FAILED: {failure}")
    if failed:
        sys.exit(f"REHEARSAL FAILED: {', '.join(failed)}")
    print("Rehearsed: the way back is there.")


if __name__ == "__main__":
    main()
