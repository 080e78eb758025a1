"""Tables and static files, before the programs of a new version start.

Safe on several machines at once: the database lets one of them migrate at a time.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
import psycopg
from django.core.exceptions import ImproperlyConfigured

from deploy.prepare import collect_static

MIGRATING = 0x676F6C656D  # the number of an advisory lock; nobody else uses it


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Hold the lock of whoever migrates, by a transaction, so that PgBouncer does no harm."""
    with psycopg.connect(url, connect_timeout=5) as connection:
        connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        connection.execute("SET LOCAL lock_timeout = 0")
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
        yield


def gather_static() -> None:
    """Gather static files where nginx may read them; those of the former version stay."""
    from django.conf import settings

    before = os.umask(0o022)
    try:
        collect_static(Path(settings.STATIC_ROOT), clear=False)
    finally:
        os.umask(before)


def main() -> None:
    """Do both; exits with a sentence when settings refuse or the database is away."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "golem.settings")
    try:
        django.setup()
    except ImproperlyConfigured as refusal:
        sys.exit(f"Golem does not start: {refusal}")
    from django.core.management import call_command
    from django.db import OperationalError

    try:
        with alone(os.environ["DATABASE_URL"]):
            call_command("migrate", interactive=False, verbosity=0)
    except (psycopg.OperationalError, OperationalError) as away:
        sys.exit(f"Golem does not start: the database cannot be used. {away}")
    gather_static()


if __name__ == "__main__":
    main()
