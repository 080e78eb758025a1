"""A whole server for measuring: PostgreSQL, Redis and gunicorn as they run in earnest.

What is measured beside one another runs in one such stack, in turn.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from django.db import connections

from deploy.ports import free_port, wait_until
from deploy.postgres import CAREFUL, postgres
from deploy.redis_server import redis_server
from deploy.tether import tether

ROOT = Path(__file__).parents[2]
SETTINGS = "tests.load.settings"


@dataclass(frozen=True, slots=True)
class Stack:
    """Where the servers of a stack are; ``environment`` is for processes that belong to it."""

    port: int
    environment: dict[str, str]


@contextmanager
def stores() -> Iterator[dict[str, str]]:
    """Give an environment with a PostgreSQL that waits for its disk, tables made, and a Redis."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="golem-load-")))
        folder.chmod(0o755)  # the database's user has to pass
        environment = {
            **os.environ,
            "DATABASE_URL": stack.enter_context(postgres(folder / "postgres", CAREFUL)),
            "REDIS_URL": stack.enter_context(redis_server(folder / "redis")),
            "GOLEM_VAR": str(folder / "var"),
            "DJANGO_SETTINGS_MODULE": SETTINGS,
        }
        for act in (["migrate"], ["collectstatic", "--no-input"]):
            command = [sys.executable, "manage.py", *act, "--verbosity", "0"]
            subprocess.run(command, cwd=ROOT, env=environment, check=True)
        yield environment


@contextmanager
def inside() -> Iterator[None]:
    """Set Django up in this process over such stores, until the end of the block."""
    with stores() as environment:
        os.environ.update(environment)
        django.setup()
        try:
            yield
        finally:
            connections.close_all()


@contextmanager
def served(environment: dict[str, str], workers: int = 2) -> Iterator[Stack]:
    """Run gunicorn with so many processes of 8 threads until the end of the block."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn_conf.py"]
    whole = {**environment, "PORT": str(port), "WEB_WORKERS": str(workers)}
    server = subprocess.Popen(
        [*command, "golem.wsgi:application"],
        cwd=ROOT,
        env=whole,
        stdout=subprocess.DEVNULL,
        preexec_fn=partial(tether, os.getpid()),
    )
    try:
        if not wait_until(partial(_answers, port), server):
            raise RuntimeError("gunicorn did not start")
        yield Stack(port, whole)
    finally:
        server.terminate()
        server.wait(timeout=30)


def _answers(port: int) -> bool:
    line = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        line.request("GET", "/api/v1/games/")
        return line.getresponse().status == 200
    except OSError:
        return False
    finally:
        line.close()
