"""A launched server in a folder of its own, as a person would start it: no database, no Redis."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from deploy.ports import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
SERVER_VARIABLES = (
    "DATABASE_URL",
    "REDIS_URL",
    "GOLEM_MODE",
    "DJANGO_SETTINGS_MODULE",
    "DJANGO_ALLOW_ASYNC_UNSAFE",  # set for browser tests in the same process
)


def bare_environment(**added: str) -> dict[str, str]:
    """Return this environment without what would make the server another one, and with `added`."""
    kept = {name: text for name, text in os.environ.items() if name not in SERVER_VARIABLES}
    return {**kept, **added}


def wait_for(condition: Callable[[], bool]) -> bool:
    """Wait until the condition holds; say whether it came to hold in time."""
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


@dataclass
class Launched:
    """One `python -m deploy.run`: its folder, its port, its process and what it printed."""

    var: Path
    port: int
    process: "subprocess.Popen[bytes]"

    @classmethod
    def start(cls, var: Path, port: int) -> "Launched":
        """Start the launcher; its output goes to a file beside its folder."""
        environment = bare_environment(GOLEM_VAR=str(var), PORT=str(port))
        with open(var.with_suffix(".out"), "ab") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "deploy.run"],
                cwd=ROOT,
                env=environment,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        return cls(var, port, process)

    def output(self) -> str:
        """Return what was printed until now, by every start on this folder."""
        return self.var.with_suffix(".out").read_text()

    def answers(self) -> bool:
        """Say whether the site answers a request, with any page."""
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).close()
        except urllib.error.HTTPError as page:
            return page.code < 500
        except OSError:
            return False
        return True

    def works(self) -> bool:
        """Say whether the worker and the timetable run too: beat has written its schedule."""
        return self.answers() and any(self.var.glob("beat-schedule*"))

    def family(self) -> list[int]:
        """Return the processes, of whatever parent, that were started for this folder."""
        mark = f"GOLEM_VAR={self.var}\0".encode()
        return [
            int(one.parent.name)
            for one in Path("/proc").glob("[0-9]*/environ")
            if mark in _read(one)
        ]

    def is_gone(self) -> bool:
        """Say whether the launcher and everything that it started have ended."""
        return self.process.poll() is not None and self.family() == []


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # ended meanwhile, or somebody else's
        return b""
