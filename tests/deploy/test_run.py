"""The launcher for real: starts, refuses a second, ends with all of its children."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.ports import free_port
from tests.deploy.launched import ROOT, Launched, bare_environment, wait_for

Launch = Callable[[], Launched]


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all starts in this file, so that only the first has tables to make."""
    return tmp_path_factory.mktemp("launcher") / "var"


@pytest.fixture
def launch(var: Path) -> Iterator[Launch]:
    """Start a server that answers; whatever is left of it at the end is killed."""
    started: list[Launched] = []

    def start() -> Launched:
        server = Launched.start(var, free_port())
        started.append(server)
        assert wait_for(lambda: server.works() or server.process.poll() is not None)
        assert server.process.poll() is None, server.output()
        return server

    yield start
    for server in started:
        for pid in [*server.family(), server.process.pid]:
            if server.process.poll() is None or pid != server.process.pid:
                os.kill(pid, signal.SIGKILL)
        server.process.wait()


def refusal(**environment: str) -> str:
    """Start a launcher that must refuse; return what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "deploy.run"],
        cwd=ROOT,
        env=bare_environment(**environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_ctrl_c_ends_everything_and_says_that_all_is_well(launch: Launch) -> None:
    server = launch()
    assert len(server.family()) >= 4  # launcher, web, worker, timetable
    assert f"open http://127.0.0.1:{server.port}/" in server.output()
    server.process.send_signal(signal.SIGINT)
    assert wait_for(server.is_gone)
    assert server.process.returncode == 0, server.output()


def test_the_data_outlive_a_start_and_a_second_server_is_refused(launch: Launch, var: Path) -> None:
    first = launch()
    key = (var / "secret_key").read_text()
    database = (var / "golem.sqlite3").stat().st_ino
    first.process.send_signal(signal.SIGINT)
    assert wait_for(first.is_gone)
    server = launch()
    assert (var / "secret_key").read_text() == key
    assert (var / "golem.sqlite3").stat().st_ino == database
    said = refusal(GOLEM_VAR=str(var), PORT=str(free_port()))
    assert "already runs" in said
    assert f"process {server.process.pid}, http://127.0.0.1:{server.port}/" in said


def test_what_it_stores_is_its_owners_alone(launch: Launch, var: Path) -> None:
    launch()
    stored = [path for path in var.rglob("*") if "static" not in path.relative_to(var).parts]
    assert len(stored) > 5
    assert [path for path in stored if path.stat().st_mode & 0o077] == []


def test_children_end_with_a_killed_parent(launch: Launch) -> None:
    server = launch()
    server.process.kill()
    assert wait_for(server.is_gone), server.family()


@pytest.mark.parametrize("role", ["web", "worker", "beat"])
def test_one_that_dies_takes_all_along(launch: Launch, role: str) -> None:
    server = launch()
    last = [line for line in server.output().splitlines() if f"{role} started (pid=" in line][-1]
    os.kill(int(last.rpartition("=")[2].rstrip(")")), signal.SIGKILL)
    assert wait_for(server.is_gone), server.family()
    assert server.process.returncode != 0


def programs(server: Launched, module: str) -> set[int]:
    """Return the processes of the server that run `python -m module`, not those that keep them."""
    found = set()
    for pid in server.family():
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        if words[1:3] == [b"-m", b"celery"] and module.encode() in words:
            found.add(pid)
    return found


@pytest.mark.parametrize("role", ["worker", "beat"])
def test_a_killed_worker_is_started_again(launch: Launch, role: str) -> None:
    server = launch()
    assert wait_for(lambda: len(programs(server, role)) == 1)
    [killed] = programs(server, role)
    os.kill(killed, signal.SIGKILL)
    assert wait_for(lambda: bool(programs(server, role) - {killed}))
    assert server.works()
    server.process.send_signal(signal.SIGINT)
    assert wait_for(server.is_gone), server.family()
    assert server.process.returncode == 0, server.output()


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert f"Port {port} is in use" in refusal(GOLEM_VAR=str(tmp_path), PORT=port)


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "8000x"])
def test_a_port_that_is_none_is_named(tmp_path: Path, port: str) -> None:
    assert "PORT must be a number" in refusal(GOLEM_VAR=str(tmp_path), PORT=port)


def test_a_mode_that_refuses_says_why(tmp_path: Path) -> None:
    said = refusal(GOLEM_VAR=str(tmp_path), PORT=str(free_port()), GOLEM_MODE="production")
    assert "GOLEM_MODE=production needs SECRET_KEY, ALLOWED_HOSTS, DATABASE_URL, REDIS_URL" in said
