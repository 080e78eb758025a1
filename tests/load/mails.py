"""The benchmark of mails: ``python -m tests.load.mails`` prints the rows of one table.

10,000 people wait to be told of a match, and the worker of the mails tells them, started as
`deploy/start worker mail` starts it, with as many processes, and hinted at its work as the
timetable does. The mail server is a process of its own. Beside it stands what smtplib alone
reaches there: a loop over one connection that sends the very same mails, made ready before. The
two take turns, so that a busy machine hits both; each figure is the median of several rounds.

Everything happens in a database of its own on the server that DATABASE_URL names, and over the
Redis of REDIS_URL.
"""

import os
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import django

from deploy.production import programs
from deploy.tether import tether

MAILS = 10_000
ROUNDS = 3
EVERY = 10  # seconds between the hints of the timetable
ROOT = Path(__file__).parents[2]
GOAL = 0.5


def main() -> int:
    """Measure, print the rows, and return 0 if the goal is met."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "golem.settings")
    django.setup()
    from tests.load.sink import open_sink

    mails = int(os.environ.get("MAILS", MAILS))
    rounds = int(os.environ.get("ROUNDS", ROUNDS))
    with _database(), open_sink() as sink:
        return _measure(sink, mails, rounds)


@contextmanager
def _database() -> Iterator[None]:
    """Make an empty database beside the one that is set, use it, and remove it."""
    from django.db import connection

    name = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = f"load_mails_{os.getpid()}"
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _measure(sink: Any, mails: int, rounds: int) -> int:
    from django.conf import settings
    from django.utils import timezone

    from tests.load import waiting

    told = waiting.play(waiting.people(mails), timezone.now())
    ready = _ready_mails(told)
    settings.EMAIL_BACKEND = "golem.outbox.smtp.Backend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = ""
    theirs, ours = [], []
    with _worker(sink.port):
        for _ in range(rounds):
            theirs.append(_counted(sink, mails, lambda: _smtplib(sink.port, ready)))
            _let_wait(told)
            ours.append(_counted(sink, mails, _worker_sends))
    return _report(ready, theirs, ours)


@contextmanager
def _worker(mail_port: int) -> Iterator[None]:
    """Run the worker of the mails as in production, but over this database and mail server; it is
    ready, once it has done the first hint."""
    from django.db import connection

    url = urlsplit(os.environ["DATABASE_URL"])
    environment = {
        **os.environ,
        "DATABASE_URL": url._replace(path=f"/{connection.settings_dict['NAME']}").geturl(),
        "DJANGO_SETTINGS_MODULE": "golem.settings",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(mail_port),
    }
    process = subprocess.Popen(
        programs.worker("mail"), cwd=ROOT, env=environment, preexec_fn=partial(tether, os.getpid())
    )
    try:
        _worker_sends()
        yield
    finally:
        process.terminate()
        process.wait(timeout=60)


def _worker_sends() -> None:
    """Hint at the work as often as the timetable does, until everything is sent and stored."""
    from golem.jobs.models import LastRun
    from golem.outbox.models import Notice
    from golem.outbox.tasks import send_due

    LastRun.objects.all().delete()
    waiting, hinted = Notice.objects.filter(state=Notice.State.WAITING), 0.0
    while waiting.exists() or not LastRun.objects.exists():
        if monotonic() - hinted > EVERY:
            send_due.apply_async(expires=EVERY)
            hinted = monotonic()
        sleep(0.05)


def _let_wait(told: Any) -> None:
    """Put everything back, and let PostgreSQL forget the rows of the round before."""
    from django.db import connection
    from django.utils import timezone

    from tests.load import waiting

    waiting.wait(told, timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _ready_mails(told: Any) -> list[tuple[str, bytes]]:
    """Return address and bytes of each mail, as the worker writes them."""
    from django.conf import settings
    from django.core import mail

    from golem.outbox.smtp import Ready

    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    _let_wait(told)
    _send_all()
    ready = [(one.to[0], Ready(one).content) for one in mail.outbox]
    mail.outbox = []
    assert len(ready) == len(told), f"{len(ready)} mails for {len(told)} people"
    return ready


def _send_all() -> None:
    from golem.outbox.sender import send_due

    while send_due():
        pass


def _smtplib(port: int, ready: list[tuple[str, bytes]]) -> None:
    with smtplib.SMTP("127.0.0.1", port) as line:
        for address, content in ready:
            line.sendmail("golem@example.org", [address], content)


def _counted(sink: Any, mails: int, send: Any) -> float:
    """Return the mails per second of ``send``; every mail must have arrived, once."""
    before, began = sink.counted.value, monotonic()
    send()
    seconds = monotonic() - began
    taken = sink.counted.value - before
    assert taken == mails, f"{taken} mails arrived, not {mails}"
    return mails / seconds


def _report(ready: list[tuple[str, bytes]], theirs: list[float], ours: list[float]) -> int:
    floor, reached = median(theirs), median(ours)
    size = round(median(len(content) for _, content in ready))
    print(f"{len(ready)} mails of {size} bytes (median), {len(ours)} rounds")
    print(f"database: {_promises()}")
    print(f"| {'median, mails per second':40} | {'ours':>7} | {'smtplib':>7} | ratio | goal |")
    print(f"| {'-' * 40} | {'-' * 6}: | {'-' * 6}: | ----: | ---: |")
    name = f"{len(ready)} notices, {programs.usual_processes('mail')} processes"
    print(f"| {name:40} | {reached:7.0f} | {floor:7.0f} | {reached / floor:5.2f} | {GOAL:4.2f} |")
    return 0 if reached >= GOAL * floor else 1


def _promises() -> str:
    """Return how safely the database stores: a commit that waits for the disk is slower."""
    from django.db import connection

    found = []
    with connection.cursor() as cursor:
        for name in ("fsync", "synchronous_commit"):
            cursor.execute(f"SHOW {name}")
            found.append(f"{name}={cursor.fetchone()[0]}")
    return ", ".join(found)


if __name__ == "__main__":
    sys.exit(main())
