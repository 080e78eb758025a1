"""Sending what is due: over one connection, each mail claimed first, one failure stops no other."""

import logging
import smtplib
from collections.abc import Iterable
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Final

from django.core.mail import get_connection
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from golem.outbox.compose import Composed, compose
from golem.outbox.gather import NOTICES, close, gather
from golem.outbox.models import Message, Notice

log = logging.getLogger(__name__)

State = Notice.State
FIRST_PAUSE: Final = timedelta(minutes=2)  # doubled with each attempt
MOST_ATTEMPTS: Final = 11  # the last some 34 hours after the first
MOST_REFUSALS: Final = 3  # attempts at what the mail server refuses for good
MOST_DOUBTS: Final = 2  # a mail that may have been taken is sent once more, and then never again
LEASE: Final = FIRST_PAUSE  # how long a claimed mail is nobody else's
RUN_SECONDS: Final = 30  # no new mail is begun after so long; the lease of its batch still holds
BATCH: Final = 25
MOST_DROPS: Final = 3  # lines that drop in one run, before the server is left alone for a while


def send_due() -> int:
    """Put notices into mails and try to send what is due, oldest first; return how many left.

    A mail server that cannot be reached costs no mail an attempt.
    """
    end = monotonic() + RUN_SECONDS
    sent = drops = 0
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
    if not Message.objects.filter(due_at__lte=timezone.now()).exists():
        return 0, 0
    line = get_connection()
    try:
        line.open()
    except Exception as error:  # sockets, TLS, logins: each has its own
        log.warning("the mail server cannot be reached: %s", type(error).__name__)
        return 0, MOST_DROPS
    sent = 0
    try:
        while monotonic() < end and (batch := _claim(timezone.now())):
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


def _claim(now: datetime) -> list[Message]:
    """Take up to a batch of due mails, oldest first: nobody else will until the lease is over."""
    due = Message.objects.filter(due_at__lte=now)
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True, no_key=True, of=("self",))
        batch = list(free.order_by("due_at", "pk")[:BATCH])
        taken = due.filter(pk__in=[message.pk for message in batch])
        taken.update(due_at=now + LEASE, attempts=F("attempts") + 1)
    for message in batch:
        message.attempts += 1
    return batch


def _send_batch(line: Any, batch: list[Message], end: float) -> tuple[int, bool]:
    """Send claimed mails; return how many left, and whether the line dropped."""
    sent = 0
    for number, message in enumerate(batch):
        if monotonic() >= end:
            _release(batch[number:])
            break
        error = _attempt(line, message)
        sent += error is None and message.due_at is None
        if error is not None and not _line_holds(error):
            _release(batch[number + 1 :])
            return sent, True
    return sent, False


def _attempt(line: Any, message: Message) -> Exception | None:
    """Send one mail and store what came of it; return what the line raised, if it did."""
    try:
        composed = compose(message, timezone.now())
    except Exception:
        log.exception("mail %s could not be written", message)
        _failed(message, None, in_doubt=False)
        return None
    if composed is None:
        _drop(message)
        return None
    try:
        line.send_messages([composed.mail])
    except Exception as error:  # whatever one mail server or address does, the others go on
        log.warning(
            "mail %s not sent, attempt %s: %s", message, message.attempts, type(error).__name__
        )
        _failed(message, error, in_doubt=bool(getattr(line, "in_doubt", False)))
        return error
    _sent(message, composed)
    return None


def _line_holds(error: Exception) -> bool:
    """Tell whether more mails can go over the line after ``error``."""
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code != 421
    return not isinstance(error, smtplib.SMTPServerDisconnected | OSError) or isinstance(
        error, smtplib.SMTPRecipientsRefused
    )


def _release(batch: Iterable[Message]) -> None:
    """Give claimed mails back that were not tried."""
    rows = Message.objects.filter(pk__in=[message.pk for message in batch], due_at__isnull=False)
    rows.update(due_at=timezone.now(), attempts=F("attempts") - 1)


def _sent(message: Message, composed: Composed) -> None:
    now = timezone.now()
    _close(message, composed.notices, State.TOLD, now, sent_at=now)
    message.due_at = None


def _failed(message: Message, error: Exception | None, *, in_doubt: bool) -> None:
    """Let the mail wait for its next attempt, or give it up."""
    now = timezone.now()
    message.doubts += in_doubt
    most = MOST_REFUSALS if _for_good(error) else MOST_ATTEMPTS
    if message.attempts < most and message.doubts < MOST_DOUBTS:
        due_at = now + FIRST_PAUSE * 2 ** (message.attempts - 1)
        Message.objects.filter(pk=message.pk).update(due_at=due_at, doubts=message.doubts)
        return
    lost = message.notices.all()
    _close(message, lost, State.FAILED, now, given_up_at=now, doubts=message.doubts)


def _for_good(error: Exception | None) -> bool:
    """Tell whether the mail server says that it will never take the mail."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _ in error.recipients.values()]
        return bool(codes) and min(codes) >= 500
    return isinstance(error, smtplib.SMTPResponseException) and error.smtp_code >= 500


def _close(
    message: Message, told: Iterable[Notice], state: Notice.State, now: datetime, **values: Any
) -> None:
    """End the mail and empty it; notices that joined it too late wait for another.

    The mail's row comes first: who adds notices to it holds that row.
    """
    emptied = {"subject": "", "text": "", "html": "", "due_at": None}
    rows = Message.objects.filter(pk=message.pk)
    if message.kind != NOTICES:
        rows.update(**emptied, **values)
        return
    with transaction.atomic():
        rows.update(**emptied, **values)
        close(told, state, now)
        message.notices.filter(state=State.WAITING).update(message=None)


def _drop(message: Message) -> None:
    """Delete a mail that has nothing to tell; notices that joined it meanwhile wait on."""
    with transaction.atomic():
        rows = Message.objects.filter(pk=message.pk)
        rows.select_for_update().first()
        message.notices.filter(state=State.WAITING).update(message=None)
        rows.delete()
