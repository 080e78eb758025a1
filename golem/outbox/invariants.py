"""What must be true of notices and mails; each line names a row that is not as it must be."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Count, Q

from golem.outbox.models import Message, Notice

CLOSING = timedelta(minutes=10)
"""A sender closes what it has told soon after the mail; if it is killed, the next one does."""


def check(now: datetime) -> Iterator[str]:
    """Yield each contradiction between notices and mails, without addresses and words."""
    yield from _notices(now)
    yield from _twice()
    yield from _mails()


def _notices(now: datetime) -> Iterator[str]:
    rows = Notice.objects.select_related("message").order_by("pk")
    told = rows.filter(state=Notice.State.TOLD, message__sent_at=None)
    for row in told.iterator():
        yield f"notice {row.pk} ({row}): told, and no mail that tells it was sent"
    late = rows.filter(state=Notice.State.WAITING, message__sent_at__lt=now - CLOSING)
    for row in late.iterator():
        yield f"notice {row.pk} ({row}): waits, and its mail {row.message_id} was sent"
    lost = rows.filter(state=Notice.State.WAITING, message__given_up_at__isnull=False)
    for row in lost.iterator():
        yield f"notice {row.pk} ({row}): waits, and its mail {row.message_id} was given up"
    closed = Q(state=Notice.State.WAITING) ^ Q(closed_at=None)
    for row in rows.filter(closed).iterator():
        yield f"notice {row.pk} ({row}): {row.state}, closed at {row.closed_at}"


def _twice() -> Iterator[str]:
    keys = ("user", "kind", "subject", "ply", "run")
    counted = Notice.objects.order_by().values(*keys).annotate(number=Count("pk"))
    for row in counted.filter(number__gt=1).iterator():
        key = ", ".join(f"{name} {row[name]}" for name in keys)
        yield f"notice of {key}: there are {row['number']}"


def _mails() -> Iterator[str]:
    rows = Message.objects.order_by("pk")
    full = ~Q(subject="") | ~Q(text="") | ~Q(html="")
    for row in rows.filter(full, due_at=None).iterator():
        yield f"mail {row.pk}: it has left or was given up, and still has its words"
    ends = Q(sent_at__isnull=False, given_up_at__isnull=False)
    waits = Q(due_at__isnull=False) ^ (Q(sent_at__isnull=True) & Q(given_up_at__isnull=True))
    for row in rows.filter(ends | waits).iterator():
        yield f"mail {row.pk}: due {row.due_at}, sent {row.sent_at}, given up {row.given_up_at}"
