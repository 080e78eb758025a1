"""Deleting what has served its time."""

from datetime import datetime, timedelta

from golem.outbox.leaving import FAREWELL
from golem.outbox.models import Message, Notice

KEPT = timedelta(days=180)
"""Longer than any turn can take, so that nothing is told a second time for want of its row."""


def forget(now: datetime) -> int:
    """Delete closed notices and mails of long ago; return how many.

    A mail stays as long as one of the notices that it told. The mail that tells somebody that
    their account is deleted holds the last address of them, and goes once it has left.
    """
    old = now - KEPT
    notices, _ = Notice.objects.filter(created_at__lt=old, closed_at__isnull=False).delete()
    Message.objects.filter(kind=FAREWELL, due_at=None).delete()
    mails, _ = Message.objects.filter(created_at__lt=old, due_at=None, notices=None).delete()
    return notices + mails
