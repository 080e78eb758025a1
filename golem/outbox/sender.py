"""Sending what is due: over a few lines at once, each mail claimed first, one failure stops no
other.

What a mail waits for (the mail server's answers, the disk that a commit must reach) takes longer
than the work for it; while one line waits the others go on. Each line is a sender of its own: it
claims batches of its own and has its own connection to the database, just as in another worker.
"""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Lock
from time import monotonic
from typing import Final

from django.conf import settings
from django.db import connection
from django.utils import timezone

from golem.outbox import store
from golem.outbox.batch import send_batch
from golem.outbox.gather import gather
from golem.outbox.line import Line

Clock = Callable[[], datetime]

log = logging.getLogger(__name__)

RUN_SECONDS: Final = 30  # no new mail is begun after so long; the lease of its batch still holds
MOST_DROPS: Final = 3  # lines that drop in one run, before the server is left alone for a while


def send_due(clock: Clock = lambda: timezone.now()) -> int:
    """Put notices into mails and try to send what is due, oldest first; return how many left.

    A mail server that cannot be reached costs no mail an attempt.
    """
    run = _Run(monotonic() + RUN_SECONDS, clock)
    store.close_told()
    run.gather()
    beside = _lines_for(store.free(clock()).count()) - 1
    with ThreadPoolExecutor(max(beside, 1), "mail line") as pool:
        others = [pool.submit(_apart, run.send) for _ in range(beside)]
        return run.send() + sum(other.result() for other in others)


def _lines_for(waiting: int) -> int:
    """Return how many lines so many mails are worth; one where claims lock the whole database."""
    if not connection.features.has_select_for_update_skip_locked:
        return 1
    batches = -(-waiting // store.BATCH)
    return max(1, min(batches, settings.MAIL_LINES))


def _apart(work: Callable[[], int]) -> int:
    """Do ``work`` in a thread of its own, whose connection to the database ends with it."""
    try:
        return work()
    finally:
        connection.close()


class _Run:
    """What the lines of one run share: when it ends, and how often one of them dropped."""

    def __init__(self, end: float, clock: Clock) -> None:
        self._end, self._clock = end, clock
        self._drops = 0
        self._lock = Lock()
        self._gathering = Lock()

    def gather(self) -> int:
        """Put notices into mails: one line at a time, so that none finds the others' people."""
        with self._gathering:
            return gather(self._clock())

    def send(self) -> int:
        """Send over one line until nothing is due, time is up, or the mail server is to be left
        alone; return how many left."""
        sent = 0
        while self._drops < MOST_DROPS and monotonic() < self._end:
            dropped = False
            if store.free(self._clock()).exists():
                line = _open_line()
                if line is None:
                    break
                done, dropped = self._send_over(line)
                sent += done
            if not (self.gather() or dropped):
                break
        return sent

    def _send_over(self, line: Line) -> tuple[int, bool]:
        """Send until nothing is due, time is up, or the line drops; hang up.

        Return how many left, and whether it dropped.
        """
        sent = 0
        try:
            while monotonic() < self._end and (batch := store.claim(self._clock())).messages:
                done, dropped = send_batch(line, batch, self._end, self._clock)
                sent += done
                if dropped:
                    self._note_drop()
                    return sent, True
        finally:
            line.hang_up()
        return sent, False

    def _note_drop(self) -> None:
        with self._lock:
            self._drops += 1


def _open_line() -> Line | None:
    """Open a line, if the mail server can be reached."""
    try:
        return Line()
    except Exception as error:  # sockets, TLS, logins: each has its own
        log.warning("the mail server cannot be reached: %s", type(error).__name__)
        return None
