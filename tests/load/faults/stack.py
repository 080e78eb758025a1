"""Everything that one run needs, in a temporary folder: servers, programs, a mail server."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.ports import free_port
from deploy.postgres import postgres
from deploy.redis_server import redis_server
from tests.load.faults import programs
from tests.load.faults.programs import BEAT, WEB, WORKER, Program
from tests.load.faults.servers import Postgres, Redis
from tests.load.faults.sink import Sink, open_sink

OUT_OF_REACH = str(10**9)
TRUE_COMMITS = "?options=-c%20synchronous_commit%3Don"
"""What is answered must be in the log of the database, which is killed here."""
WORKER_NAME = "golem-worker"
KEEPER = "deploy.keep"


@dataclass
class Stack:
    """The running parts. ``url`` is that of the web server."""

    folder: Path
    postgres: Postgres
    redis: Redis
    sink: Sink
    url: str
    database_url: str

    def log(self, name: str) -> Path:
        """Return the file that a program's output goes to."""
        return self.folder / f"{name}.log"

    def web(self) -> Program:
        """Start two web processes and wait until they answer."""
        program = Program(WEB, self.log("web"))
        programs.await_answer(self.url)
        return program

    def worker(self, *keeper: str) -> Program:
        """Start a worker of all queues; its lines to the database bear a name.

        ``KEEPER`` starts it again when it ends, as in production: a full Redis ends it.
        """
        named = f"{self.database_url}&application_name={WORKER_NAME}"
        return Program([*keeper, *WORKER], self.log("worker"), DATABASE_URL=named)

    def beat(self) -> Program:
        """Start the timetable, and again when it ends."""
        return Program([KEEPER, *BEAT], self.log("beat"))

    def prepare(self) -> None:
        """Make tables and folders."""
        if programs.run(["deploy.prepare"], self.log("prepare")):
            raise RuntimeError(self.log("prepare").read_text())


@contextmanager
def open_stack() -> Iterator[Stack]:
    """Start servers, name them in the environment, and end all of it afterwards."""
    with ExitStack() as stack:
        root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="golem-faults-")))
        root.chmod(0o755)  # the database's user has to pass
        database = Postgres(root / "postgres", stack.enter_context(postgres(root / "postgres")))
        stack.callback(database.close)
        counts = Redis(root / "redis", stack.enter_context(redis_server(root / "redis")))
        stack.callback(counts.close)
        sink = stack.enter_context(open_sink())
        found = Stack(
            folder=root,
            postgres=database,
            redis=counts,
            sink=sink,
            url=f"http://127.0.0.1:{free_port()}",
            database_url=database.url + TRUE_COMMITS,
        )
        os.environ.update(_environment(found))
        found.prepare()
        yield found


def _environment(stack: Stack) -> dict[str, str]:
    for name in ("GOLEM_MODE", "CACHE_URL", "PROMETHEUS_MULTIPROC_DIR"):
        os.environ.pop(name, None)
    return {
        "DJANGO_SETTINGS_MODULE": "golem.settings",
        "DATABASE_URL": stack.database_url,
        "REDIS_URL": stack.redis.url,
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(stack.sink.port),
        "GOLEM_VAR": str(stack.folder / "var"),
        "PORT": stack.url.rpartition(":")[2],
        "WEB_WORKERS": "2",
        "BRAKE_ABOVE_MATCHES": OUT_OF_REACH,
        "LOG_LEVEL": "WARNING",
    }
