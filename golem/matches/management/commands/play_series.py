"""``manage.py play_series``: a trial of strength between two movers, with a table at the end."""

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from golem import registry
from golem.matches.chosen_options import options_in_texts, options_of_texts
from golem.matches.option_words import spelled
from golem.play import movers
from golem.play.protocol import OptionValue
from golem.play.series import FIRST, SECOND, Effort, Result, Table, interval, play_match
from golem.rest.refusals import Refused
from golem.rest.wording import sentence


@dataclass(frozen=True)
class Series:
    """What to play; enough for another process to play one match of it."""

    game: str
    first: str
    second: str
    seconds: float
    seed: int
    options: dict[str, OptionValue]

    def play(self, number: int) -> Result:
        """Play match ``number``."""
        by_name = movers.named(self.seconds)
        pair = by_name[self.first], by_name[self.second]
        game, meter = registry.load(self.game), time.thread_time
        return play_match(game, pair, number, self.seed, meter, self.options)


class Command(BaseCommand):
    """Plays a series without touching the database."""

    help = (
        "Plays matches between two movers, who take turns at the first seat, and prints a table. "
        "house: the computer player; random: any legal move; greedy: a goal if there is one."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the game, both movers, how many matches, thinking time, seed and processes."""
        parser.add_argument("game", choices=registry.game_keys())
        parser.add_argument(
            "--first", choices=movers.NAMES, default="house", help="house, unless given"
        )
        parser.add_argument(
            "--second", choices=movers.NAMES, default="random", help="random, unless given"
        )
        parser.add_argument(
            "--options",
            nargs="+",
            default=[],
            metavar="KEY=VALUE",
            help="the game's options, such as variant=first_to_3; each its usual value",
        )
        parser.add_argument("--games", type=int, default=200, help="how many matches; 200")
        parser.add_argument("--seconds", type=float, default=0.1, help="processor time a move; 0.1")
        parser.add_argument("--seed", type=int, default=1, help="of dice and random moves; 1")
        parser.add_argument("--jobs", type=int, default=1, help="processes at a time; 1")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, show progress on standard error, and print the table."""
        games, jobs = options["games"], options["jobs"]
        if games < 1 or jobs < 1 or options["seconds"] < 0:
            raise CommandError("--games and --jobs start at 1, --seconds at 0")
        names = ("game", "first", "second", "seconds", "seed")
        chosen = _chosen(options["game"], options["options"])
        series = Series(**{name: options[name] for name in names}, options=chosen)
        table = Table()
        try:
            for result in _results(series, games, jobs):
                table.count(result)
                self._progress(table, games)
        except movers.NoMover as lacking:
            raise CommandError(str(lacking)) from lacking
        finally:
            self.stderr.write("")
        self.stdout.write("\n".join(_lines(series, table)))

    def _progress(self, table: Table, games: int) -> None:
        shown = f"\r{table.games}/{games}: {table.wins} won, {table.losses} lost"
        self.stderr.write(shown, ending="")
        self.stderr.flush()


def _chosen(key: str, texts: list[str]) -> dict[str, OptionValue]:
    """Return the options that these texts choose; raise ``CommandError`` with the code."""
    info = registry.load(key).info
    try:
        return options_of_texts(info, texts)
    except Refused as error:
        known = ", ".join(options_in_texts(info)) or "none"
        said = sentence(error.code, error.data)
        raise CommandError(f"{error.code}: {said} {key} has: {known}") from error


def _results(series: Series, games: int, jobs: int) -> Iterator[Result]:
    """Yield the results as they come in."""
    if jobs == 1:
        yield from map(series.play, range(games))
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(series.play, range(games))


def _lines(series: Series, table: Table) -> Iterator[str]:
    """Yield the lines of the table."""
    low, high = interval(table.wins, table.games)
    endings = ", ".join(f"{how} {times}" for how, times in sorted(table.endings.items()))
    yield f"{series.game}: {series.first} against {series.second}, {table.games} matches"
    if series.options:
        chosen = [f"{key}={spelled(value)}" for key, value in series.options.items()]
        yield f"options             {', '.join(chosen)}"
    yield f"won, unwon, lost    {table.wins} {table.unwon} {table.losses}"
    yield f"share of wins       {table.wins / table.games:.1%} (95 %: {low:.1%} to {high:.1%})"
    yield f"goals a match       {' : '.join(f'{g / table.games:.2f}' for g in table.goals)}"
    yield f"ended by            {endings}"
    yield _time_line(series.first, table.efforts[FIRST])
    yield _time_line(series.second, table.efforts[SECOND])


def _time_line(name: str, effort: Effort) -> str:
    mean = effort.seconds / max(1, effort.moves)
    return f"{name:19} {effort.moves} moves, {mean:.4f} s each, {effort.longest:.4f} s at most"
