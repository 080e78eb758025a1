"""The sweep: going through all that is due, a batch at a time, beside other workers.

A batch is read from where the one before it ended, so nothing is met twice, whatever came of it,
and memory stays flat. Of a batch, some circles at a time are claimed and settled in a short
transaction; what somebody else holds is left to them, or to the next sweep.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial

from celery.exceptions import SoftTimeLimitExceeded

from golem.matches import brake
from golem.matches.circles import Circle, circles_of, due_seats
from golem.matches.locks import claim, make_rows
from golem.matches.settle import settle_locked
from golem.matches.standing import Settled
from golem.matches.transactions import in_transaction
from golem.rest.locks import Busy

log = logging.getLogger(__name__)

BATCH = 100
"""So many clocks are read at a time."""
TOGETHER = 25
"""So many circles are settled in one transaction."""
EVENTS = 50
"""So many vacation days and losses happen in one transaction."""


def sweep(until: datetime) -> int:
    """Settle all that is due by ``until``, a horizon; return how much failed.

    The brake's count is taken once, for everything; its row is looked at all the time.
    """
    if brake.holds(until):
        return 0
    return sum(_settle_batch(matches, until) for matches in _batches(until))


def _batches(until: datetime) -> Iterator[list[int]]:
    """Yield the matches with a clock at zero, longest due first, a batch of clocks at a time."""
    rest = due_seats(until).order_by("zero_at", "pk").values_list("zero_at", "pk", "match")
    batch = list(rest[:BATCH])
    while batch:
        yield list(dict.fromkeys(match for _, _, match in batch))
        zero_at, last, _ = batch[-1]
        beyond = rest.filter(zero_at__gte=zero_at)
        batch = list(beyond.exclude(zero_at=zero_at, pk__lte=last)[:BATCH])


def _settle_batch(matches: Sequence[int], until: datetime) -> int:
    """Settle the circles around these matches; return how many failed."""
    circles = circles_of(matches, until)
    make_rows(frozenset[int]().union(*(circle.people for circle in circles)))
    parts = [circles[at : at + TOGETHER] for at in range(0, len(circles), TOGETHER)]
    return sum(_settle_part(part, until) for part in parts)


def _settle_part(circles: Sequence[Circle], until: datetime) -> int:
    """Settle some circles at once; if that fails, each on its own. Return how many failed."""
    try:
        return _repeated(partial(_settle_claimed, circles, until))
    except SoftTimeLimitExceeded:
        raise
    except Busy:
        log.info("something due is held by somebody else")
        return 0
    except Exception:
        if len(circles) > 1:
            return sum(_settle_part([circle], until) for circle in circles)
        log.exception("what is due in matches %s could not be settled", sorted(circles[0].matches))
        return 1


def _repeated(settle: Callable[[], Settled]) -> int:
    """Settle in as many transactions as it takes; return how many matches could not be ended."""
    failed, more = 0, True
    while more:
        done = in_transaction(settle)
        failed, more = failed + done.failed, done.more
    return failed


def _settle_claimed(circles: Sequence[Circle], until: datetime) -> Settled:
    """Settle those of the circles whose people can all be claimed, unless the brake is on."""
    mine = claim(frozenset[int]().union(*(circle.people for circle in circles)))
    held = [circle for circle in circles if circle.people <= mine]
    if not held or brake.is_on():
        return Settled()
    return settle_locked(held, until, EVENTS)
