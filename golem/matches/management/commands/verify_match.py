"""``manage.py verify_match FILE``: check an exported match; no database, no network."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from golem import registry
from golem.play.errors import Refusal
from golem.play.verify import Finding, verify

_SENTENCES: Final = {
    "wrong_commitment": "The seed from draw {first_draw} on is not the one that was committed to.",
    "seed_missing": "The match has ended, but the seed from draw {first_draw} on is not shown.",
    "wrong_status": "The status is not what the outcome says.",
    "wrong_dice": "Draw {draw} is not what the seed gives.",
    "wrong_draw_ply": "Draw {draw} is not stored with the ply that it belongs to.",
    "surplus_draw": "Draw {draw} was never called for.",
    "illegal": "The replay fails at ply {ply}: {reason}.",
    "wrong_score": "The score is not what the moves come to.",
    "wrong_outcome": "The outcome is not what the moves come to.",
    "seed_secret": "The seed from draw {first_draw} on is still secret; its dice were not checked.",
    "off_the_board": "The match was decided off the board ({how}).",
}


class Command(BaseCommand):
    """Says whether seeds, dice, moves and result of an export agree; fails if they do not."""

    help = "Check seeds, dice, moves and result of an exported match (a JSON file)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the path of the file."""
        parser.add_argument("file", type=Path, help="as the page of a match gives it as JSON")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Print what was found; raise ``CommandError`` if anything is wrong."""
        try:
            verdict = verify(json.loads(file.read_bytes()), registry.load)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except (ValueError, RecursionError) as error:
            raise CommandError(f"{file} is not JSON.") from error
        except Refusal as refusal:
            reason = f"field {refusal.data.get('field')}"
            raise CommandError(f"{file} is no export of a known game: {reason}.") from refusal
        for finding in (*verdict.problems, *verdict.notes):
            self.stdout.write(_sentence(finding))
        self.stdout.write(f"{verdict.plies} plies and {verdict.draws} draws were looked at.")
        if verdict.problems:
            raise CommandError("This match does not check out.")
        self.stdout.write("Everything that can be checked is right.")


def _sentence(finding: Finding) -> str:
    return _SENTENCES[finding.code].format(**finding.data)
