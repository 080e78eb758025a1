"""Figures of the outbox for those who watch over the server; no addresses, no subjects."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Min

from golem.outbox.models import Message, Notice

LATELY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class MailFigures:
    """``waiting`` mails are not sent yet, some of them for their next attempt only; the time of
    ``overdue`` mails and notices has come, since ``oldest_overdue`` at the earliest. ``given_up``
    mails of the last day will not be tried again."""

    waiting: int
    oldest_waiting: datetime | None
    overdue: int
    oldest_overdue: datetime | None
    given_up: int


def mail_figures(now: datetime) -> MailFigures:
    """Return what waits in the outbox and what was given up (four queries)."""
    waiting = Message.objects.filter(due_at__isnull=False)
    all_of_them = waiting.aggregate(n=Count("pk"), oldest=Min("created_at"))
    mails = waiting.filter(due_at__lte=now).aggregate(n=Count("pk"), oldest=Min("due_at"))
    notices = Notice.objects.filter(
        state=Notice.State.WAITING, message=None, due_at__lte=now
    ).aggregate(n=Count("pk"), oldest=Min("due_at"))
    oldest = [found["oldest"] for found in (mails, notices) if found["oldest"]]
    given_up = Message.objects.filter(given_up_at__gt=now - LATELY)
    return MailFigures(
        waiting=all_of_them["n"],
        oldest_waiting=all_of_them["oldest"],
        overdue=mails["n"] + notices["n"],
        oldest_overdue=min(oldest, default=None),
        given_up=given_up.count(),
    )
