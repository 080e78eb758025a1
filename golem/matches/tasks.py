"""Celery's side of matches. Every task only calls a service, and may come twice, late or never."""

import logging

from celery import shared_task
from django.utils import timezone

from golem.matches import challenges, cleanup, house

log = logging.getLogger(__name__)


@shared_task
def move_for_house(match_id: int) -> None:
    """Make the house's due moves in one match."""
    for seat_id in house.due(timezone.now()).filter(match_id=match_id).values_list("pk", flat=True):
        house.move(seat_id)


@shared_task
def sweep_house() -> None:
    """Make the house's due moves that no nudge has led to, and go on past a match that fails."""
    for seat_id in list(house.due(timezone.now()).values_list("pk", flat=True)[:50]):
        try:
            house.move(seat_id)
        except Exception:
            log.exception("the house could not move at seat %s", seat_id)


@shared_task
def expire_challenges() -> None:
    """End the challenges that nobody took in time."""
    challenges.expire(timezone.now())


@shared_task
def forget_answers() -> None:
    """Delete stored answers that no client will ask for again."""
    cleanup.forget_answers(timezone.now())
