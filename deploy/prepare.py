"""What must be true before the server starts: folders, tables, static files, an empty broker.

Each part is quick when there is nothing to do.
"""

import hashlib
import os
import shutil
import sys
from pathlib import Path

import django
from django.core.exceptions import ImproperlyConfigured

STAMP = "files.stamp"


def make_folders(var: Path) -> None:
    """Make the folders that settings name, and forget messages of a former run.

    They are hints only; whatever they hinted at is found in the database.
    """
    shutil.rmtree(var / "broker", ignore_errors=True)
    for folder in ("mail", "broker/messages", "broker/control"):
        (var / folder).mkdir(parents=True, exist_ok=True)


def declare_queues() -> None:
    """Write the broker's tables here, alone, before several processes would do it at once."""
    from golem.celery import app

    with app.connection_for_write() as connection:
        for queue in app.amqp.queues.values():
            queue(connection.default_channel).declare()


def static_state() -> str:
    """Return a hash of the name, size and time of every static file there is."""
    from django.contrib.staticfiles.finders import get_finders

    state = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            found = os.stat(storage.path(name))
            state.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return state.hexdigest()


def collect_static(root: Path, *, clear: bool = True) -> None:
    """Gather the static files under hashed names, unless nothing changed since the last time.

    With `clear` those of former versions go; browsers with a page open may still ask for them.
    """
    from django.core.management import call_command

    state, stamp = static_state(), root / STAMP
    if stamp.exists() and stamp.read_text() == state:
        return
    print("Gathering static files ...", flush=True)
    call_command("collectstatic", interactive=False, clear=clear, verbosity=0)
    root.mkdir(parents=True, exist_ok=True)
    stamp.write_text(state)


def main() -> None:
    """Prepare everything; exits with a sentence when settings refuse or the database is away."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "golem.settings")
    try:
        django.setup()
    except ImproperlyConfigured as refusal:
        sys.exit(f"Golem does not start: {refusal}")
    from django.conf import settings
    from django.core.management import call_command
    from django.db import OperationalError

    make_folders(settings.VAR_DIR)
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as away:
        sys.exit(f"Golem does not start: the database cannot be used. {away}")
    collect_static(Path(settings.STATIC_ROOT))
    if not settings.REDIS_URL:
        declare_queues()


if __name__ == "__main__":
    main()
