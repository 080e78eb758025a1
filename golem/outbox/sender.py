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
from time import monotonic, sleep
from typing import Final

from django.conf import settings
from django.db import connection
from django.utils import timezone

from golem.outbox import store
from golem.outbox.batch import FRESH_SECONDS, send_batch
from golem.outbox.gather import gather, is_due
from golem.outbox.line import Line

Clock = Callable[[], datetime]

log = logging.getLogger(__name__)

RUN_SECONDS: Final = 30  # no new mail is begun after so long; the lease of its batch still holds
MOMENT: Final = 0.3  # seconds in which another process has put five hundred people's notices away
CAUTION: Final = 0.7
LEAST: Final = 10  # mails of a batch, however slow the mail server is
MOST_DROPS: Final = 3  # lines that drop in one run, before the server is left alone for a while


def send_due(
    clock: Clock = lambda: timezone.now(), call: Callable[[], object] | None = None
) -> int:
    """Put notices into mails and try to send what is due, oldest first; return how many left.

    A mail server that cannot be reached costs no mail an attempt. ``call`` is called once if more
    waits than one batch: another process would find enough to send.
    """
    run = _Run(monotonic() + RUN_SECONDS, clock)
    store.close_told()
    run.gather()
    waiting = store.free(clock()).count()
    if call is not None and waiting > store.BATCH:
        call()
    beside = _lines_for(waiting) - 1
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
            if not (self.gather() or dropped or self._others_gather()):
                break
        return sent

    def _others_gather(self) -> bool:
        """Wait for a moment if another process may be putting notices into mails just now; tell
        whether there is something to send then."""
        if is_due(self._clock()):
            sleep(MOMENT)
        return store.free(self._clock()).exists()

    def _send_over(self, line: Line) -> tuple[int, bool]:
        """Send until nothing is due, time is up, or the line drops; hang up.

        Return how many left, and whether it dropped.
        """
        sent, size = 0, store.BATCH
        try:
            while monotonic() < self._end and (batch := store.claim(self._clock(), size)).messages:
                began = monotonic()
                done, dropped = send_batch(line, batch, self._end, self._clock)
                size = next_size(done, monotonic() - began)
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


def next_size(sent: int, seconds: float) -> int:
    """Return how many mails to claim after ``sent`` took so long: no more than are written and gone
    while what they tell is fresh. Facts that were asked for and grow old are asked for again."""
    at_that_pace = round(sent / max(seconds, 0.001) * FRESH_SECONDS * CAUTION)
    return min(store.BATCH, max(LEAST, at_that_pace))


def _open_line() -> Line | None:
    """Open a line, if the mail server can be reached."""
    try:
        return Line()
    except Exception as error:  # sockets, TLS, logins: each has its own
        log.warning("the mail server cannot be reached: %s", type(error).__name__)
        return None
