"""What is known of the server's state: read from database and broker, each within its time."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from golem.jobs.models import LastRun
from golem.matches.figures import ClockFigures, clock_figures, running_matches
from golem.outbox.figures import MailFigures, mail_figures
from golem.pages.health.broker import BrokerFacts, read_broker
from golem.pages.health.watched import Watched

STARTED_AT: Final = timezone.now()
"""When this process began: what has never happened is late from then on."""
DATABASE_PATIENCE: Final = 2.0
BROKER_PATIENCE: Final = 0.5
FRESH: Final = 1.0
"""Seconds."""


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """What the database says, and whether it would take a write."""

    writable: bool
    runs: dict[str, LastRun]
    clocks: ClockFigures
    mails: MailFigures


@dataclass(frozen=True, slots=True)
class Facts:
    """All that is known at ``now``; nothing where no answer came, with the error's name."""

    now: datetime
    database: DatabaseFacts | None
    broker: BrokerFacts | None
    database_error: str = ""
    broker_error: str = ""
    since: datetime = STARTED_AT


def read_database(now: datetime) -> DatabaseFacts:
    """Ask the database."""
    return DatabaseFacts(
        writable=_takes_writes(),
        runs={run.job: run for run in LastRun.objects.all()},
        clocks=clock_figures(now),
        mails=mail_figures(now),
    )


def _takes_writes() -> bool:
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return bool(cursor.fetchone() == ("off",))


@contextmanager
def _in_time() -> Iterator[None]:
    """Let the server itself give up a question in whose answer nobody is interested any more.

    The limit ends with the transaction: PgBouncer may hand the line to somebody else then.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = {DATABASE_PATIENCE * 1000:.0f}")
        yield


def _database() -> DatabaseFacts:
    try:
        with _in_time():
            return read_database(timezone.now())
    finally:
        connection.close()  # this thread's own


def _running() -> int:
    try:
        with _in_time():
            return running_matches()
    finally:
        connection.close()


database = Watched(_database, DATABASE_PATIENCE, FRESH)
broker = Watched(lambda: read_broker(settings.CELERY_BROKER_URL), BROKER_PATIENCE, FRESH)
running = Watched(_running, DATABASE_PATIENCE, fresh=60.0)


def facts() -> Facts:
    """Return what is known now; never raises, and takes at most as long as the longer patience."""
    database.ask()
    broker.ask()
    broker_facts, broker_error = broker.known()
    database_facts, database_error = database.known()
    return Facts(timezone.now(), database_facts, broker_facts, database_error, broker_error)
