"""The server's own programs as real processes: web, workers, timetable."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.request
from functools import partial
from pathlib import Path

from deploy.tether import tether

ROOT = Path(__file__).resolve().parents[3]
CELERY = ["celery", "--quiet", "--app", "golem.celery:app"]
WORKER = [*CELERY, "worker", "--pool", "prefork", "--concurrency", "2"]
WORKER += ["--queues", "deadlines,mail,house,ratings", "--without-gossip", "--without-mingle"]
BEAT = [*CELERY, "beat", "--pidfile="]
WEB = ["gunicorn", "--config", "deploy/gunicorn_conf.py", "golem.wsgi:application"]
PATIENCE = 60.0


class Program:
    """A process with its children; its output goes to a file in the run's folder."""

    def __init__(self, words: list[str], log: Path, **environment: str) -> None:
        with open(log, "ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *words],
                cwd=ROOT,
                env={**os.environ, **environment},
                stdout=out,
                stderr=out,
                start_new_session=True,
                preexec_fn=partial(tether, os.getpid(), signal.SIGKILL),
            )

    def kill(self) -> None:
        """Kill it and its children at once, as a machine that loses its power does."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """Ask it to end, and kill it if it does not."""
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=15)
        if self.process.poll() is None:
            self.kill()


def run(words: list[str], log: Path) -> int:
    """Run a module to its end; return its exit code."""
    program = Program(words, log)
    return program.process.wait()


def await_answer(url: str) -> None:
    """Wait until the web server is there."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{url}/alive/", timeout=5).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return
