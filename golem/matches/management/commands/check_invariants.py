"""Look for contradictions in the database, and say each in a line."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from golem.matches.invariants.check import Finding, chosen, of_all, of_matches

PROGRESS_EVERY = 1000


class Command(BaseCommand):
    """Goes through all matches and what belongs to them, and changes nothing."""

    help = (
        "Looks for contradictions: logs, dice, clocks, vacation, pauses, sealed moves, "
        "challenges, stored answers, mails, ratings and events. Prints a line for each; exits "
        "with 1 if there is any. Warnings do not count. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take match numbers and ``--since``."""
        parser.add_argument(
            "matches", nargs="*", type=int, help="only these matches, and nothing else"
        )
        parser.add_argument(
            "--since",
            type=_instant,
            help="only matches changed since then (2026-11-30, or with a time and zone)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what is found; raise ``CommandError`` if there is a contradiction."""
        wrong = 0
        for finding in self._findings(options["matches"], options["since"]):
            self.stdout.write(f"warning: {finding.line}" if finding.warning else finding.line)
            wrong += not finding.warning
        if wrong:
            raise CommandError(f"{wrong} contradictions.", returncode=1)
        self.stdout.write("No contradiction.")

    def _findings(self, ids: list[int], since: datetime | None) -> Iterator[Finding]:
        found = of_matches(chosen(ids, since), self._progress)
        return found if ids else chain(found, of_all(timezone.now()))

    def _progress(self, seen: int) -> None:
        if seen % PROGRESS_EVERY == 0:
            self.stderr.write(f"{seen} matches")


def _instant(text: str) -> datetime:
    """Return an instant from a date or an instant; in UTC if no zone is given."""
    try:
        day, instant = parse_date(text), parse_datetime(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text} is no date") from error
    if instant is None and day is not None:
        instant = datetime(day.year, day.month, day.day)
    if instant is None:
        raise ArgumentTypeError(f"{text} is no date, as 2026-11-30, and no instant")
    return instant if timezone.is_aware(instant) else timezone.make_aware(instant)
