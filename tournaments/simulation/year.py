"""A simulated year, from the first account to the end of everything that has an end."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from django.conf import settings

from golem import registry
from golem.matches import sweep
from golem.rest.breaker import breaker
from tournaments.championship.dates import next_date
from tournaments.simulation import outcome, people, upkeep
from tournaments.simulation.boards import Boards
from tournaments.simulation.programme import Programme
from tournaments.simulation.size import Size
from tournaments.simulation.world import World

STEP: Final = timedelta(hours=12)
AFTERWARDS: Final = 200
"""Within so many days after the last act everything ends that has an end."""
OUTAGES: Final = ((0.35, timedelta(hours=9)), (0.7, timedelta(hours=30)))
"""When the server is away, as a share of the days, and for how long."""
IDLE: Final = (0.5, timedelta(days=2))
"""When no worker runs, while players play on."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Span:
    """A time in which something does not run."""

    began_at: datetime
    ended_at: datetime

    def holds(self, at: datetime) -> bool:
        """Tell whether ``at`` lies in it."""
        return self.began_at < at < self.ended_at


def play(size: Size, seed: int, present: datetime, say: Say) -> World:
    """Play a year that ends before ``present``; return what came of it, all checks made."""
    game = next(key for key in registry.game_keys())
    began = _beginning(game, size, present)
    world = World(Random(seed), began)  # noqa: S311  (a life by lot, and no secret)
    with _alone(world):
        sweep.beat(began)
        people.settle(world, size.players)
        Programme(world, size, game).plan()
        boards = Boards(world)
        _days(world, size, boards, say)
        _rest(world, boards, say)
        upkeep.work(world, all_of_it=True)
        say("all that has an end has ended; now everything is checked")
        upkeep.know_the_tables()
        for line in outcome.wrong(size):
            world.troubles.append(line)
    return world


def _beginning(game: str, size: Size, present: datetime) -> datetime:
    """Return an instant from which the year, and what follows it, is over by now, ``size.lead``
    days before an edition of the championship starts."""
    latest = present.astimezone(UTC) - timedelta(days=size.days + AFTERWARDS + 370)
    season = registry.load(game).info.season
    return next_date(season[:1], latest + timedelta(days=size.lead)) - timedelta(days=size.lead)


def _days(world: World, size: Size, boards: Boards, say: Say) -> None:
    """Let the days go by, with all that people plan."""
    began = world.now
    away = [_span(began, size, share, length) for share, length in OUTAGES[: size.outages]]
    idle = _span(began, size, *IDLE)
    while world.now < began + timedelta(days=size.days):
        before, world.now = world.now, world.now + STEP
        if any(span.holds(world.now) for span in away):
            continue
        if any(before < span.ended_at <= world.now for span in away):
            sweep.beat(world.now)  # the first sign of life after the silence
        _step(world, boards, workers=not idle.holds(world.now))
        days = (world.now - began).days
        if (before - began).days // 10 < days // 10:
            say(f"day {days}: {world.counts['matches']} matches, {world.counts['move']} moves")
            upkeep.know_the_tables()


def _span(began: datetime, size: Size, share: float, length: timedelta) -> Span:
    first = began + timedelta(days=int(size.days * share))
    return Span(first, first + length)


def _rest(world: World, boards: Boards, say: Say) -> None:
    """Let nobody begin anything more, until everything has ended that has an end."""
    last = world.now + timedelta(days=AFTERWARDS)
    while outcome.goes_on() and world.now < last:
        world.now += STEP
        _step(world, boards, workers=True)
    say(f"it ended on {world.now:%Y-%m-%d}")


def _step(world: World, boards: Boards, *, workers: bool) -> None:
    upkeep.beat(world)
    world.do_what_has_come()
    if workers:
        upkeep.work(world)
    boards.look()


# --- the server around it ---


@contextmanager
def _alone(world: World) -> Iterator[None]:
    """Keep the brake out of reach, mails in a sink and hints to workers unsaid; hear errors."""
    hints, listener = breaker(settings.CELERY_BROKER_URL), _Listener(world)
    wanted = {
        "BRAKE_ABOVE_MATCHES": 10**9,
        "EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend",
        "MAIL_LINES": 1,
    }
    before = {name: getattr(settings, name) for name in wanted}
    logging.getLogger().addHandler(listener)
    hints.leave_alone()
    try:
        for name, value in wanted.items():
            setattr(settings, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(settings, name, value)
        hints.ask_again()
        logging.getLogger().removeHandler(listener)


class _Listener(logging.Handler):
    """Notes errors that were logged and reached nobody else."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Note what was logged, with the last line of its error."""
        error = f": {record.exc_info[1]!r}" if record.exc_info else ""
        self.world.trouble(f"{record.name}: {record.getMessage()}{error}")
