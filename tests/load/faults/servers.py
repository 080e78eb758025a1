"""PostgreSQL and Redis of this run's own, which can be stopped, stalled and started again."""

import os
import shlex
import signal
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import redis

from deploy.ports import wait_until
from deploy.postgres import unprivileged
from deploy.redis_server import find_program
from deploy.tether import tether

PATIENCE = 30.0  # seconds that a server may take to end


def is_gone(pid: int) -> bool:
    """Tell whether a process has ended; one that only waits to be reaped has."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


def await_gone(pid: int) -> None:
    """Wait until a process has ended."""
    until = time.monotonic() + PATIENCE
    while not is_gone(pid):
        if time.monotonic() > until:
            raise RuntimeError(f"process {pid} does not end")
        time.sleep(0.05)


class Server:
    """A server that is started again in the folder of its first start."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._again: list[subprocess.Popen[bytes]] = []

    def _start(self, command: list[str], **options: Any) -> "subprocess.Popen[bytes]":
        with open(self.folder / "log", "ab") as log:
            server = subprocess.Popen(
                command,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=partial(tether, os.getpid()),
                **options,
            )
        self._again.append(server)
        return server

    def close(self) -> None:
        """End what was started here."""
        for server in self._again:
            if server.poll() is None:
                server.send_signal(signal.SIGINT)
                server.wait(timeout=PATIENCE)


class Postgres(Server):
    """PostgreSQL that was started by `deploy.postgres`."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(folder)
        self.url = url
        self._command = shlex.split((folder / "data" / "postmaster.opts").read_text())

    def stop(self, how: signal.Signals) -> None:
        """End it: SIGINT cuts all lines, SIGQUIT leaves it to recover from its log."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(pid, how)
        await_gone(pid)

    def start(self) -> None:
        """Start it again on the same data and port, and wait until it answers."""
        who = unprivileged()
        as_user = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []} if who else {}
        server = self._start(self._command, **as_user)
        if not wait_until(self.answers, server):
            raise RuntimeError("PostgreSQL did not start again")

    def answers(self) -> bool:
        """Tell whether somebody can connect."""
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def ask(self, question: str) -> list[Any]:
        """Return the rows that a question of ours finds."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            return connection.execute(question.encode()).fetchall()


class Redis(Server):
    """Redis that was started by `deploy.redis_server`."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(folder)
        self.url = url
        self._pid = int(self._client().info("server")["process_id"])

    def _client(self) -> "redis.Redis":
        return redis.Redis.from_url(self.url, socket_timeout=5)

    def stop(self) -> None:
        """Kill it; what was in it is gone."""
        os.kill(self._pid, signal.SIGKILL)
        await_gone(self._pid)

    def start(self) -> None:
        """Start it again, empty, at the same port, and wait until it answers."""
        program = find_program()
        assert program is not None
        server = self._start([program, str(self.folder / "redis.conf")])
        self._pid = server.pid
        if not wait_until(self._answers, server):
            raise RuntimeError("Redis did not start again")

    def fill(self) -> None:
        """Leave it no memory for another write."""
        with self._client() as client:
            client.config_set("maxmemory-policy", "noeviction")
            client.config_set("maxmemory", 1)

    def empty(self) -> None:
        """Give it back its memory."""
        with self._client() as client:
            client.config_set("maxmemory", 0)

    def slow_down(self, seconds: int) -> None:
        """Let everything that is asked from now on be answered after so long only."""
        with self._client() as client:
            client.client_pause(seconds * 1000)

    def stall(self) -> None:
        """Stop the process: lines are taken by the system, and nothing is said."""
        os.kill(self._pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let the process go on."""
        os.kill(self._pid, signal.SIGCONT)

    def _answers(self) -> bool:
        try:
            with self._client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False
