"""Celery's side of accounts. Every task only calls a service, and may come twice or late."""

from celery import shared_task
from django.utils import timezone

from accounts import cleanup, leaving
from golem.jobs.notes import noted


@shared_task
@noted("sessions")
def forget_sessions() -> None:
    """Delete the sessions that have expired."""
    cleanup.forget_sessions()


@shared_task
@noted("sign-ups")
def forget_unproven() -> None:
    """Delete sign-ups of long ago that never proved an address."""
    cleanup.forget_unproven(timezone.now())


@shared_task
@noted("deletions")
def complete_deletions() -> None:
    """Do what follows from deletions of accounts and is not done yet."""
    leaving.carry_out_all(timezone.now())
