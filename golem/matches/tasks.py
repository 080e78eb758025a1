"""Celery's side of matches. Every task only calls a service, and may come twice, late or never."""

import logging

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import QuerySet
from django.utils import timezone

from golem.jobs.notes import noted
from golem.matches import challenges, cleanup, house, reminders, sweep
from golem.matches.models import Seat

log = logging.getLogger(__name__)

SWEEP_AT_MOST = 20
"""So many moves of the house are made in one sweep: it must end within a task's time."""


@shared_task
def move_for_house(match_id: int) -> None:
    """Make the house's due moves in one match."""
    _move_all(house.due(timezone.now()).filter(match_id=match_id))


@shared_task
@noted("house")
def sweep_house() -> None:
    """Make the house's due moves that no nudge has led to."""
    _move_all(house.due(timezone.now())[:SWEEP_AT_MOST])


def _move_all(seats: QuerySet[Seat]) -> None:
    """Make the moves of ``seats``, and go on past a match that fails."""
    for seat_id in list(seats.values_list("pk", flat=True)):
        try:
            house.move(seat_id)
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            log.exception("the house could not move at seat %s", seat_id)


@shared_task
@noted("sweep")
def sweep_clocks() -> None:
    """Settle every clock that has reached zero."""
    sweep.run()


@shared_task
@noted("reminders")
def remind() -> None:
    """Note who is to be reminded of a near deadline."""
    reminders.remind(timezone.now())


@shared_task
@noted("challenges")
def expire_challenges() -> None:
    """End the challenges that nobody took in time."""
    challenges.expire(timezone.now())


@shared_task
@noted("answers")
def forget_answers() -> None:
    """Delete stored answers that no client will ask for again."""
    cleanup.forget_answers(timezone.now())
