"""Sending what is due: over one connection, each mail claimed first, one failure stops no other."""

import logging
import smtplib
from collections.abc import Sequence
from datetime import datetime
from time import monotonic
from typing import Final

from django.core.mail import EmailMessage
from django.utils import timezone

from golem.outbox import store
from golem.outbox.compose import Draft, compose
from golem.outbox.gather import gather
from golem.outbox.line import Line
from golem.outbox.models import Message
from golem.outbox.smtp import Ready
from golem.outbox.store import Claim

log = logging.getLogger(__name__)

RUN_SECONDS: Final = 30  # no new mail is begun after so long; the lease of its batch still holds
FRESH_SECONDS: Final = 2  # what was written so long ago is written anew: it may not be so any more
MOST_DROPS: Final = 3  # lines that drop in one run, before the server is left alone for a while


def send_due() -> int:
    """Put notices into mails and try to send what is due, oldest first; return how many left.

    A mail server that cannot be reached costs no mail an attempt.
    """
    end = monotonic() + RUN_SECONDS
    sent = drops = 0
    store.close_told()
    while drops < MOST_DROPS and monotonic() < end:
        gathered = gather(timezone.now())
        done, dropped = _session(end)
        sent += done
        drops += dropped
        if not (gathered or dropped):
            break
    return sent


def _session(end: float) -> tuple[int, int]:
    """Send over one connection until nothing is due, time is up, or the line drops.

    Return how many left, and how often the line dropped; a server that cannot be reached counts
    as the most that a run bears.
    """
    if not store.free(timezone.now()).exists():
        return 0, 0
    try:
        line = Line()
    except Exception as error:  # sockets, TLS, logins: each has its own
        log.warning("the mail server cannot be reached: %s", type(error).__name__)
        return 0, MOST_DROPS
    sent = 0
    try:
        while monotonic() < end and (batch := store.claim(timezone.now())).messages:
            done, dropped = _send_batch(line, batch, end)
            sent += done
            if dropped:
                return sent, 1
    finally:
        line.hang_up()
    return sent, 0


def _send_batch(line: Line, batch: Claim, end: float) -> tuple[int, bool]:
    """Send claimed mails; return how many left, and whether the line dropped."""
    drafts = compose(batch.messages, timezone.now())
    store.drop([message for message in batch.messages if drafts.get(message.pk, ...) is None])
    for message in batch.messages:
        if message.pk not in drafts:
            store.unwritten(message)
    letters = [draft for draft in drafts.values() if draft]
    run = _Run(line, letters, batch.until, min(end, monotonic() + FRESH_SECONDS))
    try:
        dropped = run.send()
    finally:
        run.finish()
    return len(run.sent), dropped


class _Run:
    """Sends the mails of one batch; between two of them it stores how far it has come.

    The next mail is written while the mail server takes the one before.
    """

    def __init__(self, line: Line, drafts: Sequence[Draft], until: datetime, end: float) -> None:
        self.line, self.drafts, self.until, self.end = line, drafts, until, end
        self.written: dict[int, Ready | EmailMessage | None] = {}
        self.last: Message | None = None  # sent, which is not stored yet
        self.sent: list[Message] = []

    def send(self) -> bool:
        """Send; tell whether the line dropped. What was not tried is given back."""
        for number, draft in enumerate(self.drafts):
            if monotonic() >= self.end:
                self._release(number)
                break
            mail = self._mail(number)
            if mail is None:
                store.unwritten(draft.message)
            elif self._begin(draft.message):
                error = self._hand_over(number, mail)
                if error is not None and not _line_holds(error):
                    self._release(number + 1)
                    return True
        return False

    def _release(self, first: int) -> None:
        store.release(draft.message for draft in self.drafts[first:])

    def _write(self, number: int) -> None:
        if number >= len(self.drafts) or number in self.written:
            return
        try:
            self.written[number] = self.line.ready(self.drafts[number].write())
        except Exception:
            log.exception("mail %s could not be written", self.drafts[number].message)
            self.written[number] = None

    def _mail(self, number: int) -> Ready | EmailMessage | None:
        self._write(number)
        return self.written.pop(number)

    def _begin(self, message: Message) -> bool:
        last, self.last = self.last, None
        return store.step(last, message, self.until)

    def _hand_over(self, number: int, mail: Ready | EmailMessage) -> Exception | None:
        """Give one mail to the mail server; return what the line raised, if it did."""
        message = self.drafts[number].message
        try:
            self.line.send(mail, meanwhile=lambda: self._write(number + 1))
        except Exception as error:  # whatever one mail server or address does, the others go on
            name, attempt = type(error).__name__, message.attempts
            log.warning("mail %s not sent, attempt %s: %s", message, attempt, name)
            store.failed(message, error, in_doubt=self.line.in_doubt)
            return error
        self.last = message
        self.sent.append(message)
        return None

    def finish(self) -> None:
        """Store that the last one was sent, and close what all of them have told."""
        if self.last is not None:
            store.step(self.last, None, self.until)
        store.close_told(self.sent)


def _line_holds(error: Exception) -> bool:
    """Tell whether more mails can go over the line after ``error``."""
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code != 421
    return not isinstance(error, smtplib.SMTPServerDisconnected | OSError) or isinstance(
        error, smtplib.SMTPRecipientsRefused
    )
