"""A day of hints that nobody took, and then a worker comes: a real one, over a real Redis."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.utils import timezone

from deploy.redis_server import redis_server
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


@contextmanager
def worker(redis_url: str) -> Iterator[None]:
    """Run a worker on the database of this test and this broker."""
    command = ["-m", "celery", "--quiet", "--app", "golem.celery:app", "worker"]
    command += ["--pool", "solo", "--queues", "deadlines", "--without-gossip", "--without-mingle"]
    environment = bare_environment(
        DATABASE_URL=database_url(),
        REDIS_URL=redis_url,
        DJANGO_SETTINGS_MODULE="golem.settings",
    )
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.django_db(transaction=True)
def test_of_a_days_sweeps_at_most_two_run(tmp_path: Path) -> None:
    now = timezone.now()
    with redis_server(tmp_path / "redis") as url, redis.Redis.from_url(url) as client:
        with app.connection_for_write(url) as connection:
            for ago in reversed(range(A_DAY)):  # as beat publishes them, the oldest first
                expires = now + timedelta(seconds=PERIOD * (1 - ago))
                sweep_clocks.apply_async(expires=expires, connection=connection)
        assert client.llen("deadlines") == A_DAY
        with worker(url):
            assert wait_for(lambda: client.llen("deadlines") == 0)
            assert wait_for(lambda: client.hlen("unacked") == 0)
    assert LastRun.objects.filter(pk="sweep", runs__gt=2).count() == 0


def test_beats_own_entries_publish_with_an_end() -> None:
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert 0 < entry["options"]["expires"] <= entry["schedule"]
        assert set(entry["options"]) == {"expires"}
