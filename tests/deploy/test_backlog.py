"""A day of hints that nobody took, and then a worker comes: a real one, over a real Redis."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.utils import timezone

from golem.celery import app
from golem.jobs.models import LastRun
from golem.matches.tasks import sweep_clocks
from tests.deploy.launched import ROOT, bare_environment, wait_for

A_DAY = 24 * 60
PERIOD = 60  # seconds


def database_url() -> str:
    """Return the address of the database of this test."""
    at: dict[str, Any] = connection.settings_dict
    secret = f":{at['PASSWORD']}" if at["PASSWORD"] else ""
    return f"postgresql://{at['USER']}{secret}@{at['HOST']}:{at['PORT']}/{at['NAME']}"


@pytest.fixture
def worker(transactional_db: None) -> Iterator[Callable[[], None]]:
    """Start a worker on the database and the broker of this test; it ends with the test."""
    started: list[subprocess.Popen[bytes]] = []
    command = ["-m", "celery", "--quiet", "--app", "golem.celery:app", "worker"]
    command += ["--pool", "solo", "--queues", "deadlines", "--without-gossip", "--without-mingle"]

    def start() -> None:
        environment = bare_environment(
            DATABASE_URL=database_url(),
            REDIS_URL=settings.REDIS_URL,
            DJANGO_SETTINGS_MODULE="golem.settings",
        )
        started.append(
            subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )

    yield start
    for process in started:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def queued() -> int:
    """Return how many messages wait."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        return int(client.llen("deadlines"))


def test_of_a_days_sweeps_at_most_two_run(worker: Callable[[], None]) -> None:
    now = timezone.now()
    with app.producer_pool.acquire(block=True) as producer:
        for ago in reversed(range(A_DAY)):  # as beat publishes them, the oldest first
            expires = now + timedelta(seconds=PERIOD * (1 - ago))
            sweep_clocks.apply_async(expires=expires, producer=producer)
    assert queued() == A_DAY
    worker()
    assert wait_for(lambda: queued() == 0 and LastRun.objects.filter(pk="sweep").exists())
    assert LastRun.objects.get(pk="sweep").runs <= 2


def test_beats_own_entries_publish_with_an_end() -> None:
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert 0 < entry["options"]["expires"] <= entry["schedule"]
        assert set(entry["options"]) == {"expires"}
