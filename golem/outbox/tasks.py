"""The outbox's tasks. They may come twice or late: what is due stands in the database."""

from celery import shared_task
from django.utils import timezone

from golem.jobs.notes import noted
from golem.outbox import cleanup, sender
from golem.rest.publishing import publish


@shared_task(soft_time_limit=100, time_limit=115)  # below the lease of a claimed mail
@noted("mail")
def send_due() -> None:
    """Send the mails that are due; if they are many, another process of this queue helps."""
    sender.send_due(call=lambda: publish(send_due))


@shared_task
@noted("old mails")
def forget_old() -> None:
    """Delete what has been told long ago."""
    cleanup.forget(timezone.now())
