"""Noting near deadlines without a worker."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from golem.jobs.notes import noted
from golem.matches.reminders import remind


class Command(BaseCommand):
    """Put reminders into the outbox; workers may run at the same time."""

    help = "Notes who is to be reminded of a near deadline; `send_mail` then sends the mails."

    @noted("reminders")
    def handle(self, *args: Any, **options: Any) -> None:
        """Note them, and say how many."""
        self.stdout.write(f"{remind(timezone.now())} reminders")
