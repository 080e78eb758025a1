"""The operators' hand on the clocks: sweep, freeze, thaw, give time, brake."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from golem.jobs.notes import noted
from golem.matches import brake, sweep
from golem.rest.refusals import Refused
from golem.rest.wording import sentence


class Command(BaseCommand):
    """One act on the clocks of all matches, or on one seat's."""

    help = "Settles what is due, freezes and thaws all clocks, gives time, works the brake."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the act and what it needs."""
        acts = parser.add_subparsers(dest="act", required=True)
        acts.add_parser("sweep", help="settle everything that is due, as the worker does")
        freeze = acts.add_parser("freeze", help="stop all clocks until the thaw")
        freeze.add_argument("reason", help="shown on every match page")
        acts.add_parser("thaw", help="let the clocks run again")
        give = acts.add_parser("give", help="give time to one seat")
        give.add_argument("match", type=int)
        give.add_argument("seat")
        give.add_argument("hours", type=float, help="may be negative")
        give.add_argument("reason", help="shown in the ledger of the match")
        acts.add_parser("brake", help="put the brake on: nothing is settled on time")
        acts.add_parser("release", help="take the brake off")
        acts.add_parser("status", help="tell whether brake or freeze are on")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and say what was done; raise ``CommandError`` with the reason if not."""
        try:
            said = getattr(self, f"_{options['act']}")(options)
        except Refused as error:
            raise CommandError(sentence(error.code, error.data)) from error
        self.stdout.write(said)

    def _sweep(self, options: dict[str, Any]) -> str:
        failed = noted("sweep")(sweep.run)()
        if brake.is_on():
            raise CommandError("The brake is on: nothing is settled. See `clocks status`.")
        if failed:
            raise CommandError(f"{failed} could not be settled; the log says why.")
        return "Everything that was due is settled."

    def _freeze(self, options: dict[str, Any]) -> str:
        sweep.freeze(options["reason"], timezone.now())
        return "All clocks stand still."

    def _thaw(self, options: dict[str, Any]) -> str:
        sweep.thaw(timezone.now())
        return "The clocks run again."

    def _give(self, options: dict[str, Any]) -> str:
        seconds = round(options["hours"] * 3600)
        sweep.give(options["match"], options["seat"], seconds, options["reason"], timezone.now())
        return f"{options['hours']:g} h for {options['seat']} in match {options['match']}."

    def _brake(self, options: dict[str, Any]) -> str:
        brake.put_on("put on by hand", timezone.now())
        return "The brake is on."

    def _release(self, options: dict[str, Any]) -> str:
        return "The brake is off." if brake.release() else "The brake was not on."

    def _status(self, options: dict[str, Any]) -> str:
        return sweep.status()
