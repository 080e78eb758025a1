"""Sending what is due: over one connection, each mail claimed first, one failure stops no other."""

import logging
import smtplib
from time import monotonic
from typing import Any, Final

from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils import timezone

from golem.outbox import store
from golem.outbox.compose import compose
from golem.outbox.gather import gather
from golem.outbox.models import Message
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
    line = get_connection()
    try:
        line.open()
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
        _hang_up(line)
    return sent, 0


def _hang_up(line: Any) -> None:
    try:
        line.close()
    except Exception as error:  # the mails have left; how the line ends does not matter
        log.info("the line to the mail server broke at its end: %s", type(error).__name__)


def _send_batch(line: Any, batch: Claim, end: float) -> tuple[int, bool]:
    """Send claimed mails; return how many left, and whether the line dropped."""
    mails = compose(batch.messages, timezone.now())
    store.drop([message for message in batch.messages if mails.get(message.pk, ...) is None])
    for message in batch.messages:
        if message.pk not in mails:
            store.unwritten(message)
    ready = [(message, mail) for message in batch.messages if (mail := mails.get(message.pk))]
    run = _Run(line, batch, min(end, monotonic() + FRESH_SECONDS))
    try:
        return run.send(ready)
    finally:
        run.finish()


class _Run:
    """Sends the mails of one batch; between two of them it stores how far it has come."""

    def __init__(self, line: Any, batch: Claim, end: float) -> None:
        self.line, self.until, self.end = line, batch.until, end
        self.last: Message | None = None  # sent, which is not stored yet
        self.sent: list[Message] = []

    def send(self, ready: list[tuple[Message, EmailMultiAlternatives]]) -> tuple[int, bool]:
        """Send; return how many left, and whether the line dropped. Gives back what is left."""
        for number, (message, mail) in enumerate(ready):
            if monotonic() >= self.end:
                store.release(message for message, _ in ready[number:])
                break
            if not self._begin(message):
                continue
            error = self._hand_over(message, mail)
            if error is not None and not _line_holds(error):
                store.release(message for message, _ in ready[number + 1 :])
                return len(self.sent), True
        return len(self.sent), False

    def _begin(self, message: Message) -> bool:
        last, self.last = self.last, None
        return store.step(last, message, self.until)

    def _hand_over(self, message: Message, mail: EmailMultiAlternatives) -> Exception | None:
        """Give one mail to the mail server; return what the line raised, if it did."""
        try:
            self.line.send_messages([mail])
        except Exception as error:  # whatever one mail server or address does, the others go on
            name, attempt = type(error).__name__, message.attempts
            log.warning("mail %s not sent, attempt %s: %s", message, attempt, name)
            in_doubt = bool(getattr(self.line, "in_doubt", False))
            store.failed(message, error, in_doubt=in_doubt)
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
