"""The operators' hand on single matches: annul, reopen."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from golem.matches.annulment import annul
from golem.matches.reopening import reopen
from golem.rest.refusals import Refused
from golem.rest.wording import sentence


class Command(BaseCommand):
    """One act on one match."""

    help = (
        "Annuls a match, for good, or lets one run again that has ended. The reason is shown on "
        "the match's page, both players are told by mail, and the act is logged."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the act, the match and the reason."""
        acts = parser.add_subparsers(dest="act", required=True)
        annulled = acts.add_parser(
            "annul",
            help="take the result out, for good",
            description="What happened stays to be seen, and counts nowhere. A match that runs "
            "ends at once. This cannot be undone.",
        )
        reopened = acts.add_parser(
            "reopen",
            help="let a match run again that ended by a mistake",
            description="Moves and the die that is drawn stay; later dice come from a new seed. "
            "The clocks go on from the end, with at least 24 hours for who lost on time. Not for "
            "matches that the last move ended, nor for annulled ones.",
        )
        for act in (annulled, reopened):
            act.add_argument("match", type=int, help="the number of the match")
            act.add_argument("reason", help="shown on the match's page and in the mails")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and say so; raise ``CommandError`` with the reason if not."""
        number, reason = options["match"], options["reason"]
        try:
            if options["act"] == "annul":
                annul(number, reason, None)
                said = f"Match {number} is annulled."
            else:
                match = reopen(number, reason, None)
                said = f"Match {number} runs again, at ply {match.ply}."
        except Refused as error:
            raise CommandError(sentence(error.code, error.data)) from error
        self.stdout.write(said)
