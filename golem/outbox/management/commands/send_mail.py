"""Sending what is due without a worker."""

from typing import Any

from django.core.management.base import BaseCommand

from golem.jobs.notes import noted
from golem.outbox.sender import send_due


class Command(BaseCommand):
    """Send until nothing more leaves; workers may run at the same time."""

    help = "Sends the mails that are due, as the worker does; safe beside it. Repeat it by cron."

    @noted("mail")
    def handle(self, *args: Any, **options: Any) -> None:
        """Send, and say how many mails left."""
        sent = 0
        while more := send_due():
            sent += more
        self.stdout.write(f"{sent} sent")
