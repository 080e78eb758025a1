"""Prove that the stored projections of matches equal the fold over their logs, or make it so."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from golem.matches import clock_columns
from golem.matches.locks import lock_match
from golem.matches.log import BrokenLog
from golem.matches.models import Match
from golem.matches.projections import correct, differences
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Unready

PROGRESS_EVERY = 1000


class Command(BaseCommand):
    """Replay every stored match, report what differs, and with ``--write`` correct it."""

    help = (
        "Replays stored matches by the rules revision of each and compares the result with the "
        "stored columns. Exits with 1 if anything differs or does not replay."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take match numbers, ``--game`` and ``--write``."""
        parser.add_argument("matches", nargs="*", type=int, help="match numbers; all if none")
        parser.add_argument("--game", help="only matches of this game")
        parser.add_argument("--write", action="store_true", help="correct what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the matches; raise ``CommandError`` if one was wrong."""
        wrong = seen = 0
        for match_id in _chosen(options["matches"], options["game"]).iterator(chunk_size=500):
            wrong += self._check(match_id, write=options["write"])
            seen += 1
            if seen % PROGRESS_EVERY == 0:
                self.stderr.write(f"{seen} matches, {wrong} wrong")
        summary = f"{seen} matches replayed, {wrong} differ from their logs."
        if wrong:
            raise CommandError(summary, returncode=1)
        self.stdout.write(summary)

    def _check(self, match_id: int, *, write: bool) -> bool:
        """Report on one match; return whether it was wrong."""
        try:
            found = in_transaction(lambda: _compare(match_id, write=write))
        except BrokenLog as error:
            self.stdout.write(f"match {match_id}: the log does not replay: {error}")
            return True
        except Unready:
            self.stdout.write(f"match {match_id}: in use all the time, not looked at")
            return True
        for name, (stored, right) in found.items():
            done = "corrected" if write else "differs"
            self.stdout.write(f"match {match_id}: {name} {done}: {stored!r}, by the log {right!r}")
        return bool(found)


def _chosen(ids: list[int], game: str | None) -> Any:
    chosen = Match.objects.order_by("pk").values_list("pk", flat=True)
    if ids:
        chosen = chosen.filter(pk__in=ids)
    return chosen.filter(game=game) if game else chosen


def _compare(match_id: int, *, write: bool) -> dict[str, tuple[Any, Any]]:
    match, _ = lock_match(match_id)
    found = differences(match)
    if found and write:
        correct(match)
    wrong_clocks = clock_columns.differences(match)
    if wrong_clocks and write:
        clock_columns.correct(match)
    return found | wrong_clocks
