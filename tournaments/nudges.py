"""Telling the workers that an event is due. Only a hint: what is due is in the database."""

from django.db import transaction

from golem.rest.publishing import publish
from tournaments.models import Event


def after_change(event: Event) -> None:
    """Once the transaction is committed, let a worker bring ``event`` forward.

    A broker that is away costs the caller nothing but a log line: the task of every minute finds
    the event all the same.
    """
    transaction.on_commit(lambda: _publish(event.pk), robust=True)


def _publish(event_id: int) -> None:
    from tournaments.tasks import advance_event

    publish(advance_event, event_id)
