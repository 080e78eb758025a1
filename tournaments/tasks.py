"""Celery's side of events. Every task only calls a service, and may come twice, late or never."""

from celery import shared_task
from django.utils import timezone

from golem.jobs.notes import noted
from tournaments import advance, series


@shared_task(soft_time_limit=300, time_limit=360)  # seconds: a championship starts in one go
@noted("events")
def advance_events() -> None:
    """Make the server's own events that are missing; bring every event forward that has something
    to do."""
    try:
        series.ensure(timezone.now())
    finally:  # what is amiss with one series stops no event, and the run counts as failed
        advance.advance_all()


@shared_task(soft_time_limit=300, time_limit=360)
def advance_event(event_id: int) -> None:
    """Bring one event forward in which something has just been done."""
    advance.advance_one(event_id)
