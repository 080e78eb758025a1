"""What workers do by the clock: in any order, sometimes late, sometimes twice."""

from collections.abc import Callable

from django.db import connection

from accounts.leaving import carry_out_all
from golem.matches import challenges, cleanup, reminders, sweep
from golem.matches.models import Heartbeat
from golem.outbox import cleanup as outbox
from golem.outbox.sender import send_due
from golem.ratings import fold
from tournaments import advance, series
from tournaments.simulation.world import World

LATE = 0.08
"""One in so many runs of a task comes only with the next."""
TWICE = 0.08


def beat(world: World) -> None:
    """Let the web servers have been well until now."""
    if not Heartbeat.objects.filter(pk=1).update(at=world.now):
        sweep.beat(world.now)


def know_the_tables() -> None:
    """Let PostgreSQL learn how large its tables have become: it plans by that, and does not find
    out by itself about rows that a test never commits."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def work(world: World, *, all_of_it: bool = False) -> None:
    """Let the workers do what is due; with ``all_of_it`` no task is late, and mails are sent."""
    tasks = [_sweep, _events, _ratings, _remind, _expire, _deletions]
    if all_of_it or world.now.hour < 6:
        tasks += [_mails, _forget]
    world.rng.shuffle(tasks)
    for task in tasks:
        luck = world.rng.random()
        if luck < LATE and not all_of_it:
            world.counts["late tasks"] += 1
            continue
        _done(world, task)
        if luck > 1 - TWICE:
            world.counts["doubled tasks"] += 1
            _done(world, task)


def _done(world: World, task: Callable[[World], None]) -> None:
    world.tried(f"task {task.__name__.strip('_')}", lambda: task(world))


def _sweep(world: World) -> None:
    failed = sweep.run(world.clock)
    if failed:
        world.trouble(f"{failed} clocks could not be settled")


def _events(world: World) -> None:
    series.ensure(world.now)
    failed = advance.advance_all(world.clock)
    if failed:
        world.trouble(f"{failed} events could not be brought forward")


def _ratings(world: World) -> None:
    for game in fold.games_due():
        fold.fold(game, world.now)


def _remind(world: World) -> None:
    world.counts["reminders"] += reminders.remind(world.now)


def _expire(world: World) -> None:
    world.counts["challenges expired"] += challenges.expire(world.now)


def _deletions(world: World) -> None:
    world.counts["deletions put off"] += carry_out_all(world.now, world.clock)


def _mails(world: World) -> None:
    while sent := send_due(world.clock):
        world.counts["mails"] += sent


def _forget(world: World) -> None:
    outbox.forget(world.now)
    cleanup.forget_answers(world.now)
