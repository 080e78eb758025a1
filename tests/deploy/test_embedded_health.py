"""The health page and the metrics of an embedded server: SQLite, and messages in files."""

import json
import os
import signal
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from deploy.ports import free_port
from tests.deploy.launched import Launched, wait_for

pytestmark = pytest.mark.xdist_group("launcher")


def ask(server: Launched, path: str) -> str:
    """Return what the server answers, with whatever status; empty if it is not there."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=10) as answer:
            return str(answer.read().decode())
    except urllib.error.HTTPError as page:
        return str(page.read().decode())
    except OSError:
        return ""


def states(server: Launched) -> dict[str, str]:
    """Return how each part is."""
    found = ask(server, "/health.json")
    return {part["name"]: part["state"] for part in json.loads(found)["parts"]} if found else {}


def test_it_is_well_once_each_job_has_run(tmp_path: Path) -> None:
    server = Launched.start(tmp_path / "var", free_port())
    try:
        assert wait_for(lambda: 'golem_job_runs_total{job="mail"}' in ask(server, "/metrics"))
        assert wait_for(lambda: set(states(server).values()) == {"ok"}), states(server)
        assert set(states(server)) >= {"database", "broker", "sweep", "mail", "house"}
        assert 'golem_queue_length{queue="house"}' in ask(server, "/metrics")
    finally:
        server.process.send_signal(signal.SIGINT)
        assert wait_for(server.is_gone)
        for pid in server.family():
            os.kill(pid, signal.SIGKILL)
