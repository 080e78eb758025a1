"""Putting a mail into the outbox, and sending what is due."""

import logging
from datetime import datetime, timedelta

from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.utils import timezone

from golem.outbox.models import Message

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 8
FIRST_PAUSE = timedelta(minutes=2)  # doubled with each attempt: the last is some 4 hours later
MOST_AT_ONCE = 20  # messages a run, so that a stalling mail server holds no worker for long


def post(kind: str, address: str, subject: str, text: str, html: str, now: datetime) -> None:
    """Write a mail into the outbox; it leaves once the transaction is committed."""
    Message.objects.create(
        kind=kind,
        address=address,
        subject=" ".join(subject.split()),
        text=text,
        html=html,
        created_at=now,
        due_at=now,
    )
    transaction.on_commit(_nudge, robust=True)


def _nudge() -> None:
    from golem.outbox.tasks import send_due as task

    try:
        task.delay()
    except Exception as error:  # any broker's own exception type; the beat comes round anyway
        log.warning("nudge for the outbox not published: %s", type(error).__name__)


def send_due() -> int:
    """Try to send what is due, oldest first; return how many were sent.

    One that fails is tried again later and holds up no other.
    """
    sent = 0
    for _ in range(MOST_AT_ONCE):
        message = _claim(timezone.now())
        if message is None:
            break
        sent += _try(message)
    return sent


def _claim(now: datetime) -> Message | None:
    due = Message.objects.filter(due_at__lte=now)
    with transaction.atomic():
        message = due.select_for_update(skip_locked=True).order_by("due_at", "pk").first()
        if message is not None:
            message.due_at = now + FIRST_PAUSE * 2**message.attempts
            message.attempts += 1
            message.save(update_fields=["due_at", "attempts"])
    return message


def _try(message: Message) -> bool:
    try:
        _mail(message).send()
    except Exception as error:  # whatever one mail server or address does, the others go on
        log.warning(
            "mail %s not sent, attempt %s: %s", message, message.attempts, type(error).__name__
        )
        if message.attempts >= MOST_ATTEMPTS:
            _close(message, given_up_at=timezone.now())
        return False
    _close(message, sent_at=timezone.now())
    return True


def _mail(message: Message) -> EmailMultiAlternatives:
    mail = EmailMultiAlternatives(message.subject, message.text, to=[message.address])
    mail.attach_alternative(message.html, "text/html")
    return mail


def _close(message: Message, **when: datetime) -> None:
    emptied = {"subject": "", "text": "", "html": "", "due_at": None}
    Message.objects.filter(pk=message.pk).update(**emptied, **when)
