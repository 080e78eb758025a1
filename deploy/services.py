"""PostgreSQL and Redis for a command that needs them.

    python -m deploy.services pytest tests/play -x

Those that DATABASE_URL and REDIS_URL name are used; a missing one is started as a private
throw-away server, which ends with the command.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from deploy.postgres import postgres
from deploy.redis_server import redis_server
from deploy.tether import tether


@contextmanager
def services() -> Iterator[dict[str, str]]:
    """Give an environment in which DATABASE_URL and REDIS_URL name servers that answer."""
    given = dict(os.environ)
    if "postgres" not in given.setdefault("DATABASE_URL", "postgres:"):
        sys.exit("The tests need PostgreSQL: let DATABASE_URL name one, or unset it.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="golem-test-")))
        folder.chmod(0o755)  # the database's user has to pass
        if given["DATABASE_URL"] == "postgres:":
            given["DATABASE_URL"] = stack.enter_context(postgres(folder / "postgres"))
        if not given.get("REDIS_URL"):
            given["REDIS_URL"] = stack.enter_context(redis_server(folder / "redis"))
        yield given


def end_on_sigterm() -> None:
    """Make SIGTERM unwind the stack like Ctrl-C, so that servers are ended."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))


def run(command: list[str], environment: dict[str, str]) -> int:
    """Run one command that ends with us, and return its exit code."""
    me = os.getpid()
    child = subprocess.Popen(command, env=environment, preexec_fn=partial(tether, me))
    try:
        return child.wait()
    finally:
        if child.poll() is None:
            child.terminate()
            child.wait()


def main(command: list[str]) -> int:
    """Run the command with the servers around it; a Python module's name runs as that module."""
    end_on_sigterm()
    if command[:1] == ["pytest"]:
        command = [sys.executable, "-m", *command]
    with services() as environment:
        return run(command, environment)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
