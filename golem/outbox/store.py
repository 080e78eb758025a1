"""How far the sending of mails has come, as it is stored.

A mail is claimed (nobody else's until the lease is over), then begun, then sent, or it waits for
another attempt, or it is given up. That one is begun is stored before the mail server hears of
it, that it was sent right after the server's answer: so of a sender that is killed at any moment
there is at most one mail of which nobody knows whether it was taken, and that mail says so.
"""

import logging
import smtplib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import Final

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from golem.outbox.models import Message, Notice
from golem.rest.kept import keeping_cursor

log = logging.getLogger(__name__)

State = Notice.State
FIRST_PAUSE: Final = timedelta(minutes=2)  # doubled with each attempt
MOST_ATTEMPTS: Final = 11  # the last some 34 hours after the first
MOST_REFUSALS: Final = 3  # attempts at what the mail server refuses for good
MOST_DOUBTS: Final = 2  # a mail that may have been taken is sent once more, and then never again
LEASE: Final = FIRST_PAUSE  # how long a claimed mail is nobody else's
BATCH: Final = 100
PATIENCE: Final = 20.0  # seconds for which the database may be away when something is stored
EMPTIED: Final = {"subject": "", "text": "", "html": "", "due_at": None, "leased_until": None}


@dataclass(frozen=True, slots=True)
class Claim:
    """Mails that are one sender's until ``until``."""

    messages: Sequence[Message]
    until: datetime


def free(now: datetime) -> QuerySet[Message]:
    """Return the mails that are due and that no sender holds."""
    held = Q(leased_until__gt=now)
    return Message.objects.filter(Q(due_at__lte=now) & (Q(leased_until=None) | ~held))


def claim(now: datetime, at_most: int | None = None) -> Claim:
    """Take up to so many due mails (a whole batch unless given), oldest first: nobody else will
    until the lease is over.

    Those that were begun too often are given up instead.
    """
    until = now + LEASE
    with transaction.atomic():
        rows = free(now).select_for_update(skip_locked=True, no_key=True, of=("self",))
        batch = list(rows.order_by("due_at", "pk")[: at_most or BATCH])
        Message.objects.filter(pk__in=[m.pk for m in batch]).update(leased_until=until)
    for message in [m for m in batch if m.doubts >= MOST_DOUBTS]:
        give_up(message, now)
    return Claim([m for m in batch if m.doubts < MOST_DOUBTS], until)


def release(messages: Iterable[Message]) -> None:
    """Give claimed mails back that were not begun."""
    rows = Message.objects.filter(pk__in=[message.pk for message in messages])
    rows.update(leased_until=None)


_STEP: Final = """
UPDATE {table} SET
    attempts = CASE WHEN id = %(begun)s THEN %(attempts)s ELSE attempts END,
    doubts = CASE WHEN id = %(begun)s THEN %(doubts)s ELSE 0 END,
    sent_at = CASE WHEN id = %(begun)s THEN sent_at ELSE %(now)s END,
    due_at = CASE WHEN id = %(begun)s THEN due_at END,
    leased_until = CASE WHEN id = %(begun)s THEN leased_until END,
    subject = CASE WHEN id = %(begun)s THEN subject ELSE '' END,
    text = CASE WHEN id = %(begun)s THEN text ELSE '' END,
    html = CASE WHEN id = %(begun)s THEN html ELSE '' END
WHERE id = %(sent)s
    OR (id = %(begun)s AND due_at IS NOT NULL AND leased_until = %(until)s)
"""
"""One statement and one commit a mail: that the one before was sent, that this one is begun."""


def step(sent: Message | None, begun: Message | None, until: datetime) -> bool:
    """Store that ``sent`` was sent and ``begun`` is begun; tell whether the latter may be.

    It may not if the lease ``until`` has passed to another sender meanwhile.
    """
    if begun is not None:
        begun.attempts += 1
        begun.doubts += 1
    adapt = connection.ops.adapt_datetimefield_value
    values = {
        "sent": sent.pk if sent else 0,
        "begun": begun.pk if begun else 0,
        "attempts": begun.attempts if begun else 0,
        "doubts": begun.doubts if begun else 0,
        "now": adapt(timezone.now()),
        "until": adapt(until),
    }
    statement = _STEP.format(table=Message._meta.db_table)
    changed = stubbornly(lambda: _execute(statement, values))
    if changed == (sent is not None) + (begun is not None):
        return True
    # The row of the one that was sent may have gone with its account: then the other was changed.
    return bool(sent and begun and changed and not Message.objects.filter(pk=sent.pk).exists())


def _execute(statement: str, values: dict[str, int | str | None]) -> int:
    with keeping_cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def stubbornly(work: Callable[[], int]) -> int:
    """Do ``work``, again and again while the database is away: what it stores must not be lost.

    ``work`` is one statement that may be done twice. Inside a transaction there is one try only.
    """
    end = monotonic() + PATIENCE
    while True:
        try:
            return work()
        except (OperationalError, InterfaceError) as error:
            if connection.in_atomic_block or monotonic() >= end:
                raise
            log.warning("the database is away while mails are sent: %s", type(error).__name__)
            connection.close()
            sleep(0.2)


def close_told(messages: Iterable[Message] | None = None) -> None:
    """Close the notices that sent mails have told: of these, or of all that a killed sender left.

    No notice joins a mail that is claimed, so all that still wait in it were told.
    """
    waiting = Notice.objects.filter(state=State.WAITING)
    if messages is None:
        told = waiting.filter(message__isnull=False, message__sent_at__isnull=False)
    else:
        told = waiting.filter(message__in=[message.pk for message in messages])
    sent = Message.objects.filter(pk=OuterRef("message")).values("sent_at")
    told.update(state=State.TOLD, closed_at=Subquery(sent))


def failed(message: Message, error: Exception, *, in_doubt: bool) -> None:
    """Let a begun mail wait for its next attempt, or give it up."""
    if not in_doubt:
        message.doubts -= 1
    _wait(message, MOST_REFUSALS if _for_good(error) else MOST_ATTEMPTS)


def unwritten(message: Message) -> None:
    """Let a mail that could not be written wait for its next attempt, or give it up."""
    message.attempts += 1
    _wait(message, MOST_ATTEMPTS)


def _wait(message: Message, most: int) -> None:
    now = timezone.now()
    if message.attempts >= most or message.doubts >= MOST_DOUBTS:
        give_up(message, now)
        return
    Message.objects.filter(pk=message.pk).update(
        due_at=now + FIRST_PAUSE * 2 ** (message.attempts - 1),
        leased_until=None,
        attempts=message.attempts,
        doubts=message.doubts,
    )


def _for_good(error: Exception) -> bool:
    """Tell whether the mail server says that it will never take the mail."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _ in error.recipients.values()]
        return bool(codes) and min(codes) >= 500
    return isinstance(error, smtplib.SMTPResponseException) and error.smtp_code >= 500


def give_up(message: Message, now: datetime) -> None:
    """Send it no more; what it was to tell has failed."""
    counts = {"attempts": message.attempts, "doubts": message.doubts}
    with transaction.atomic():
        rows = Message.objects.filter(pk=message.pk)
        rows.update(**EMPTIED, **counts, given_up_at=now)
        lost = Notice.objects.filter(message=message.pk, state=State.WAITING)
        lost.update(state=State.FAILED, closed_at=now)


def drop(messages: Collection[Message]) -> None:
    """Delete claimed mails that have nothing to tell; their notices are closed."""
    Message.objects.filter(pk__in=[message.pk for message in messages]).delete()
