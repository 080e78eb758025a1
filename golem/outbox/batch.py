"""Sending one batch of claimed mails over one line."""

import logging
import smtplib
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from time import monotonic
from typing import Final

from django.core.mail import EmailMessage
from django.utils import timezone

from golem.outbox import store
from golem.outbox.compose import Draft, compose
from golem.outbox.line import Line
from golem.outbox.models import Message
from golem.outbox.smtp import Ready
from golem.outbox.store import Claim

log = logging.getLogger(__name__)

FRESH_SECONDS: Final = 2  # what was written so long ago is written anew: it may not be so any more


def send_batch(
    line: Line, batch: Claim, end: float, clock: Callable[[], datetime] = lambda: timezone.now()
) -> tuple[int, bool]:
    """Send claimed mails; return how many left, and whether the line dropped.

    What was not begun at ``end`` (of :func:`time.monotonic`), or when it is not fresh any more, is
    given back.
    """
    drafts = compose(batch.messages, clock())
    store.drop([message for message in batch.messages if drafts.get(message.pk, ...) is None])
    for message in batch.messages:
        if message.pk not in drafts:
            store.unwritten(message)
    run = _Run(line, batch.until, min(end, monotonic() + FRESH_SECONDS))
    try:
        dropped = run.send([draft for draft in drafts.values() if draft])
    finally:
        run.finish()
    return len(run.sent), dropped


class _Run:
    """Sends the mails of one batch; between two of them it stores how far it has come."""

    def __init__(self, line: Line, until: datetime, end: float) -> None:
        self.line, self.until, self.end = line, until, end
        self.last: Message | None = None  # sent, which is not stored yet
        self.sent: list[Message] = []

    def send(self, drafts: Sequence[Draft]) -> bool:
        """Send; tell whether the line dropped. What was not tried is given back."""
        for number, draft in enumerate(drafts):
            if monotonic() >= self.end:
                _release(drafts[number:])
                break
            mail = self._written(draft)
            if mail is not None and self._begin(draft.message):
                error = self._hand_over(draft.message, mail)
                if error is not None and not _line_holds(error):
                    _release(drafts[number + 1 :])
                    return True
        return False

    def _written(self, draft: Draft) -> Ready | EmailMessage | None:
        try:
            return self.line.ready(draft.write())
        except Exception:
            log.exception("mail %s could not be written", draft.message)
            store.unwritten(draft.message)
            return None

    def _begin(self, message: Message) -> bool:
        last, self.last = self.last, None
        return store.step(last, message, self.until)

    def _hand_over(self, message: Message, mail: Ready | EmailMessage) -> Exception | None:
        """Give one mail to the mail server; return what the line raised, if it did."""
        try:
            self.line.send(mail)
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


def _release(drafts: Iterable[Draft]) -> None:
    store.release(draft.message for draft in drafts)


def _line_holds(error: Exception) -> bool:
    """Tell whether more mails can go over the line after ``error``."""
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code != 421
    return not isinstance(error, smtplib.SMTPServerDisconnected | OSError) or isinstance(
        error, smtplib.SMTPRecipientsRefused
    )
