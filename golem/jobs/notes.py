"""Noting that a job was done."""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from time import monotonic
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from golem.jobs.models import LastRun

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger(__name__)


def noted(job: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let each call of a function count as a run of ``job``, a raised error as a failed one."""

    def decorate(act: Callable[P, R]) -> Callable[P, R]:
        @wraps(act)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            began, failed = monotonic(), True
            try:
                result = act(*args, **kwargs)
                failed = False
            finally:
                note(job, timezone.now(), monotonic() - began, failed)
            return result

        return run

    return decorate


def note(job: str, now: datetime, took_seconds: float, failed: bool) -> None:
    """Store that a run of ``job`` ended at ``now``.

    Never raises for the database's sake: the job's own error, if any, must be seen.
    """
    last = {"at": now, "took_seconds": took_seconds, "failed": failed}
    if not failed:
        last["good_at"] = now
    try:
        with transaction.atomic():
            LastRun.objects.bulk_create(
                [LastRun(job=job, at=now, took_seconds=0, failed=False)], ignore_conflicts=True
            )
            counts = {"runs": F("runs") + 1, "failures": F("failures") + int(failed)}
            LastRun.objects.filter(pk=job).update(**last, **counts)
    except DatabaseError as error:
        log.warning("the end of a run of %s was not noted: %s", job, type(error).__name__)
