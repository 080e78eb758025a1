"""Celery's side of events. Every task only calls a service, and may come twice, late or never."""

from celery import shared_task

from golem.jobs.notes import noted
from tournaments.advance import advance_all


@shared_task
@noted("events")
def advance_events() -> None:
    """Bring every event forward that has something to do."""
    advance_all()
