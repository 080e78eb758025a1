"""Several web processes under gunicorn: one page of metrics adds up what all of them did."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from deploy.ports import free_port
from tests.deploy.launched import ROOT, bare_environment, wait_for
from tests.deploy.test_backlog import database_url

PAGES = 20


class Web:
    """gunicorn with two processes, on the database and the Redis of this test."""

    def __init__(self, var: Path) -> None:
        self.port = free_port()
        environment = bare_environment(
            DATABASE_URL=database_url(),
            REDIS_URL=settings.REDIS_URL,
            GOLEM_VAR=str(var),
            PORT=str(self.port),
            WEB_WORKERS="2",
        )
        command = [
            "-m",
            "gunicorn",
            "--config",
            "deploy/gunicorn_conf.py",
            "golem.wsgi:application",
        ]
        self.process = subprocess.Popen(
            [sys.executable, *command], cwd=ROOT, env=environment, start_new_session=True
        )

    def get(self, path: str) -> str:
        """Return what is answered; empty if nobody is there."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
                return str(answer.read().decode())
        except OSError:
            return ""

    def counted(self) -> float:
        """Return how many lists of games were counted."""
        line = r'golem_request_seconds_count{method="GET",route="api:games",status="2xx"} (.+)'
        found = re.search(line, self.get("/metrics"))
        return float(found[1]) if found else 0.0

    def children(self) -> set[int]:
        """Return the web processes."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return {int(pid) for pid in path.read_text().split()}


@pytest.fixture
def web(tmp_path: Path, transactional_db: None) -> Iterator[Web]:
    found = Web(tmp_path)
    assert wait_for(lambda: found.get("/alive/") == "alive\n")
    yield found
    os.killpg(found.process.pid, signal.SIGKILL)
    found.process.wait()


def test_they_add_up_and_outlive_a_killed_process(web: Web, tmp_path: Path) -> None:
    for _ in range(PAGES):
        assert web.get("/api/v1/games/")
    assert [web.counted() for _ in range(PAGES)] == [PAGES] * PAGES
    before = web.children()
    assert len(before) == 2
    os.kill(min(before), signal.SIGKILL)
    assert wait_for(lambda: len(web.children() - before) == 1)
    assert wait_for(lambda: web.counted() == PAGES)
    assert list((tmp_path / "metrics").glob("histogram_*.db"))
    assert "golem_database_up 1.0" in web.get("/metrics")
