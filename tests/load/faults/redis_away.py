"""Redis stopped, full, slow, stalled and started again while moves are played."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.utils import timezone

from golem.jobs.models import LastRun
from golem.matches.models import Match, Move
from tests.load.faults import people
from tests.load.faults.aftermath import health, journal_is_true, wait_for
from tests.load.faults.players import LONG, Journal, Mark, Player, Side
from tests.load.faults.report import Report
from tests.load.faults.stack import KEEPER, Stack

AGAINST_EACH_OTHER, AGAINST_HOUSE, EACH = 3, 1, 12
PHASE = 12.0  # seconds
SLOW = 30  # seconds
RESTARTS = 5
BACK_WITHIN = 120.0  # seconds


def sides(against_each_other: int, against_house: int, each: int) -> list[list[Side]]:
    """Return the matches of each player, with tokens of those who sit there."""
    found: list[list[Side]] = []
    for _ in range(against_each_other + against_house):
        first, second = people.people(2)
        with_house = len(found) >= against_each_other
        tokens = {first.pk: people.token_of(first)}
        if with_house:
            second = people.computer()
        else:
            tokens[second.pk] = people.token_of(second)
        found.append([_side(people.running_match(first, second), tokens) for _ in range(each)])
    return found


def _side(match: Match, tokens: dict[int, str]) -> Side:
    seats = match.seats.values_list("name", "user")
    return Side(match.pk, {name: tokens[user] for name, user in seats if user in tokens})


@contextmanager
def playing(stack: Stack, players: list[list[Side]]) -> Iterator[Journal]:
    """Let players play at a running server while something is done to it."""
    journal = Journal()
    programs = [stack.web(), stack.worker(KEEPER), stack.beat()]
    threads = [Player(stack.url, mine, journal, seed) for seed, mine in enumerate(players)]
    for thread in threads:
        thread.start()
    try:
        yield journal
    finally:
        for thread in threads:
            thread.stop()
        for program in reversed(programs):
            program.end()


def scenario(stack: Stack, report: Report) -> None:
    """Trouble Redis in every way, and see each move answered and stored."""
    report.title("Redis in trouble while moves are played")
    players = sides(AGAINST_EACH_OTHER, AGAINST_HOUSE, EACH)
    redis = stack.redis
    with playing(stack, players) as journal:
        _back(stack, report)
        limit = usual(report, journal)
        redis.stop()
        _phase(report, journal, "Redis stopped", limit)
        redis.start()
        redis.fill()
        _phase(report, journal, "Redis full", limit)
        redis.empty()
        redis.slow_down(SLOW)
        _phase(report, journal, f"Redis slow by {SLOW} s", limit, lambda: time.sleep(SLOW))
        redis.stall()
        _phase(report, journal, "Redis stalled", limit)
        redis.go_on()
        _phase(report, journal, f"{RESTARTS} restarts of Redis", limit, lambda: _restart(stack))
        _back(stack, report)
        _phase(report, journal, "with Redis again", limit)
    journal_is_true(journal, report)


def usual(report: Report, journal: Journal) -> float:
    """Return how long a move may take: a second, or, where that is too little without any fault,
    what the slowest took."""
    mark = journal.marked()
    time.sleep(PHASE)
    limit = max(LONG, mark.slowest())
    report.say(f"nothing is wrong yet: {mark.found()}")
    if limit > LONG:
        report.say(f"this machine is too busy for {LONG:g} s: {limit:.2f} s is what counts now")
    return limit


def _restart(stack: Stack) -> None:
    for _ in range(RESTARTS):
        stack.redis.stop()
        time.sleep(1)
        stack.redis.start()
        time.sleep(2)


def _phase(
    report: Report,
    journal: Journal,
    name: str,
    limit: float,
    act: Callable[[], None] = lambda: time.sleep(PHASE),
) -> None:
    mark = journal.marked()
    act()
    in_time(report, mark, name, limit)


def in_time(report: Report, mark: Mark, name: str, limit: float) -> None:
    """Every move since the mark was answered with success, and in time."""
    kept = mark.moves() > 0 and mark.slowest() <= limit and not mark.others()
    report.promise(f"{name}: each move is answered within {limit:.2g} s", kept, mark.found())


def _back(stack: Stack, report: Report) -> None:
    """Wait until sweep, mail and house have run again, and the house has moved."""
    since, began = timezone.now(), time.monotonic()
    moves = Move.objects.filter(match__seats__user__is_house=True).count()

    def works() -> bool:
        good = LastRun.objects.filter(good_at__gt=since).values_list("pk", flat=True)
        moved = Move.objects.filter(match__seats__user__is_house=True).count() > moves
        return {"sweep", "mail", "house"} <= set(good) and moved

    back = wait_for(works, BACK_WITHIN)
    took = time.monotonic() - began
    report.promise(f"work goes on within {BACK_WITHIN:.0f} s", back, f"after {took:.0f} s")
    status, red = health(stack.url)
    report.promise("the health page is green again", status == 200, red or status)
