"""Bringing events forward: everything that results and time bring about, exactly once.

What is due is in the rows: news of matches, and ``Event.due_at``. A task, a command or an act
that looks for it may come late, twice or many at once; each event is brought forward under its
own lock, in as many short transactions as it takes.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Unready
from tournaments import tables
from tournaments.kinds import Hears, life_of
from tournaments.kinds.ending import run_again
from tournaments.locks import claim_event, lock_event
from tournaments.models import Event, News
from tournaments.results import take_news
from tournaments.unfinished import carry_on
from tournaments.waiting import wait
from tournaments.withdrawals import end_matches

log = logging.getLogger(__name__)

STEPS_AT_MOST = 10_000
"""So many transactions for one event in one go: a fault must not turn for ever."""
LATER = timedelta(minutes=10)
"""An event that cannot be brought forward comes again after this, and stops no other."""


def advance_all(clock: Clock = timezone.now) -> int:
    """Bring every event forward that has something to do; return how many failed."""
    return sum(not advance_one(event_id, clock) for event_id in due_events(clock()))


def due_events(now: datetime) -> list[int]:
    """Return the events with news or with something due, in order (two queries)."""
    news = News.objects.order_by().values_list("event", flat=True).distinct()
    due = Event.objects.filter(due_at__lte=now).values_list("pk", flat=True)
    return sorted({*news, *due})


def advance_one(event_id: int, clock: Clock = timezone.now) -> bool:
    """Bring one event forward, unless somebody else is at it; whatever goes wrong is reported and
    stops no other. Return false if something did."""
    try:
        _repeated(event_id, clock, claim_event)
    except SoftTimeLimitExceeded:
        raise
    except Unready as error:  # somebody else holds it, or the brake is on
        log.info("event %s has to wait: %s", event_id, error.code)
    except Exception:
        log.exception("event %s could not be brought forward", event_id)
        Event.objects.filter(pk=event_id, due_at__lte=clock()).update(due_at=clock() + LATER)
        return False
    return True


def advance(event_id: int, clock: Clock = timezone.now) -> Event:
    """Bring one event as far as it can go now; return it. Raises ``Missing``, ``Busy``."""
    event = _repeated(event_id, clock, lock_event)
    assert event is not None
    return event


def _repeated(event_id: int, clock: Clock, take: Callable[[int], Event | None]) -> Event | None:
    """Step until the event rests; return it, or nothing once somebody else holds it."""
    for _ in range(STEPS_AT_MOST):
        event, more = in_transaction(lambda: _step(take(event_id), clock))
        if not more:
            return event
    raise RuntimeError(f"event {event_id} does not come to rest")


def _step(event: Event | None, clock: Clock) -> tuple[Event | None, bool]:
    return event, event is not None and step_locked(event, clock())


def step_locked(event: Event, now: datetime) -> bool:
    """Bring a locked event one step forward, inside a transaction; tell whether it moved."""
    groups, life = take_news(event), life_of(event)
    for group in groups:
        tables.recompute(event, group)
        run_again(event, group)
        if isinstance(life, Hears):
            life.heard(event, group, now)
    if event.is_over:
        return bool(groups)
    due = event.due_at is not None and event.due_at <= now
    if due and (end_matches(event, now) or carry_on(event, now)):
        return True
    moved = life.step(event, now) or bool(groups)
    if moved and not event.is_over:
        wait(event, now)  # whoever breaks off here, the next one goes on
    return moved
