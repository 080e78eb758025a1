"""Hints to the workers. What is due stands in the database, so a hint may get lost."""

from typing import Any

from django.conf import settings

from golem.rest.breaker import breaker


def publish(task: Any, *arguments: object) -> bool:
    """Give a Celery task to the workers; tell whether it is on its way.

    Never raises, and waits for less than half a second. While the broker does not answer, nobody
    asks it: the timetable comes round anyway.
    """
    what = f"the broker did not take {task.name}"
    return breaker(settings.CELERY_BROKER_URL).ask(
        what, lambda: bool(task.delay(*arguments)), otherwise=False
    )
