"""Fold finished matches into ratings, or work all of them out anew."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from golem import registry
from golem.jobs.notes import note
from golem.ratings import checks, fold
from golem.ratings.invariants import games

PROGRESS_EVERY = 20_000


class Command(BaseCommand):
    """Does what the worker does each minute, or everything again from the first match on."""

    help = (
        "fold: bring ratings up to the matches that have ended. recompute: work out every change "
        "anew from the matches; players whose rating changes are told once. With --check nothing "
        "is changed: prints what differs, and exits with 1 if anything does."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the act, ``--game`` and ``--check``."""
        parser.add_argument("act", choices=["fold", "recompute"])
        parser.add_argument("--game", help="only this game (its key)")
        parser.add_argument("--check", action="store_true", help="compare only, change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it for one game or all; raise ``CommandError`` if a check finds a difference."""
        chosen = self._games(options["game"])
        if options["check"]:
            self._check(chosen)
            return
        began = timezone.now()
        for game in chosen:
            self._do(options["act"], game)
        if options["act"] == "fold" and options["game"] is None:
            now = timezone.now()
            note("ratings", now, (now - began).total_seconds(), failed=False)

    def _games(self, game: str | None) -> list[str]:
        if game is None:
            return games()
        if game not in registry.game_keys() and game not in games():
            raise CommandError(f"There is no game {game!r} here.")
        return [game]

    def _do(self, act: str, game: str) -> None:
        now, self._told = timezone.now(), 0
        anew = act == "recompute"
        done = fold.recompute(game, now, self._progress) if anew else fold.fold(game, now)
        self.stdout.write(f"{game}: {done.matches} matches folded, {done.told} players told.")

    def _progress(self, folded: int) -> None:
        if folded // PROGRESS_EVERY > self._told:
            self._told = folded // PROGRESS_EVERY
            self.stderr.write(f"{folded} matches")

    def _check(self, chosen: list[str]) -> None:
        wrong = 0
        for game in chosen:
            if checks.waits(game):
                self.stdout.write(f"{game}: changes wait to be folded; fold first.")
            for line in checks.differences(game):
                self.stdout.write(line)
                wrong += 1
        if wrong:
            raise CommandError(f"{wrong} differences.", returncode=1)
        self.stdout.write("No difference.")
