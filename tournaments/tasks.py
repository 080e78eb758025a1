"""Celery's side of events. Every task only calls a service, and may come twice, late or never."""

from celery import shared_task

from golem.jobs.notes import noted
from tournaments import advance


@shared_task
@noted("events")
def advance_events() -> None:
    """Bring every event forward that has something to do."""
    advance.advance_all()


@shared_task
def advance_event(event_id: int) -> None:
    """Bring one event forward in which something has just been done."""
    advance.advance_one(event_id)
