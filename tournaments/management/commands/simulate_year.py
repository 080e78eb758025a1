"""``manage.py simulate_year``: a whole year of events in simulated time, in an empty database."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from tournaments.simulation import outcome, size
from tournaments.simulation.year import play


class Command(BaseCommand):
    """Plays the year and looks whether everything is as it must be."""

    help = (
        "Plays a year of events in simulated time, with hundreds of people by lot: championship, "
        "mini cups, ladder, tournaments of all kinds, withdrawals, deletions, outages. Checks "
        "everything at the end and exits with 1 if anything is wrong. For an empty database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how many people and days, the seed, and whether it is to be small."""
        parser.add_argument("--players", type=int, help="300, or 24 with --small")
        parser.add_argument("--days", type=int, help="365, or 60 with --small")
        parser.add_argument("--seed", type=int, default=1, help="what is by lot follows from it; 1")
        parser.add_argument("--small", action="store_true", help="some weeks, each kind once")
        parser.add_argument(
            "--sure", action="store_true", help="also if there are accounts in the database"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, and print what came of it; raise ``CommandError`` if anything is wrong."""
        if User.objects.filter(is_house=False).exists() and not options["sure"]:
            raise CommandError(
                "There are accounts in this database, and the people of the simulation would "
                "stay in it. Use an empty database, or --sure."
            )
        made = size.small if options["small"] else size.year
        players, days = (24, 60) if options["small"] else (300, 365)
        wanted = made(options["players"] or players, options["days"] or days)
        began = time.monotonic()
        world = play(wanted, options["seed"], timezone.now(), self._say)
        self.stdout.write("\n".join(outcome.summary(world)))
        self.stdout.write(f"{time.monotonic() - began:.0f} seconds")
        for line in world.troubles:
            self.stdout.write(f"trouble: {line}")
        if world.troubles:
            raise CommandError(f"{len(world.troubles)} troubles.", returncode=1)
        self.stdout.write("Everything is as it must be.")

    def _say(self, line: str) -> None:
        self.stderr.write(line)
