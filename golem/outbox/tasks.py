"""The outbox's only task. It may come twice or late: what is due stands in the database."""

from celery import shared_task

from golem.outbox import services


@shared_task
def send_due() -> None:
    """Send the mails that are due."""
    services.send_due()
