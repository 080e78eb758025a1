"""The whole server from one foreground command: web, worker and timetable. `make run` calls it.

Everything ends with this process: by Ctrl-C, SIGTERM, or when it is killed.
"""

import os
import shlex
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from filelock import FileLock, Timeout
from honcho.manager import Manager

from deploy.children import TetheredProcess
from deploy.tether import tether

ROOT = Path(__file__).resolve().parent.parent
PROCFILE = ROOT / "deploy" / "Procfile"
HOST = "127.0.0.1"
NO_ROOT_WARNING = "ignore:You're running the worker with superuser privileges"
PORT_PATIENCE = 3.0  # seconds that a server which has just been stopped may hold its port


def chosen_port(text: str) -> int:
    """Return the port that the text names. Exits with a sentence when it names none."""
    if text.isascii() and text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    sys.exit(f"PORT must be a number from 1 to 65535, not {text!r}.")


def is_free(port: int) -> bool:
    """Say whether a server could listen on this port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True


def demand_free(port: int) -> None:
    """Wait a moment for the port; exit with a sentence when another program keeps it."""
    until = time.monotonic() + PORT_PATIENCE
    while not is_free(port):
        if time.monotonic() > until:
            sys.exit(
                f"Port {port} is in use by another program (or not allowed to you). "
                f"Choose another one: make run PORT={port + 1 if port < 65535 else 8000}"
            )
        time.sleep(0.1)


def take_lock(var: Path) -> FileLock:
    """Hold the folder's lock until this process ends; exit with a sentence when another has it."""
    lock = FileLock(var / "run.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        sys.exit(
            f"A Golem server already runs on the data in {var} ({_who(var)}). Stop that one "
            "first (Ctrl-C there), or give this one a folder of its own: GOLEM_VAR=/path make run"
        )
    return lock


def _who(var: Path) -> str:
    note = var / "run.note"
    return note.read_text().strip() if note.exists() else "it is just starting"


def prepare() -> None:
    """Bring database, static files and broker up to date; exit when that fails."""
    me = os.getpid()
    command = [sys.executable, "-m", "deploy.prepare"]
    done = subprocess.run(command, cwd=ROOT, check=False, preexec_fn=partial(tether, me))
    if done.returncode:
        sys.exit(done.returncode)


def serve() -> int:
    """Run what the Procfile names until one of its processes or this one is ended."""
    manager = Manager()
    manager._process_ctor = TetheredProcess
    for line in PROCFILE.read_text().splitlines():
        name, _, command = line.partition(":")
        if command and not line.startswith("#"):
            manager.add_process(name, f"exec {shlex.quote(sys.executable)} -m {command.strip()}")
    manager.loop()
    return int(manager.returncode)


def main() -> None:
    """Start everything in order; see the module."""
    if "--tether" in sys.argv:
        tether(os.getppid())
    os.umask(0o077)  # what lies in var/ is its owner's alone
    port = chosen_port(os.environ.get("PORT", "").strip() or "8000")
    var = Path(os.environ.get("GOLEM_VAR") or ROOT / "var").resolve()
    var.mkdir(parents=True, exist_ok=True)
    os.environ.update(PORT=str(port), GOLEM_VAR=str(var), PYTHONUNBUFFERED="1")
    os.environ.setdefault("PYTHONWARNINGS", NO_ROOT_WARNING)
    os.chdir(ROOT)
    lock = take_lock(var)
    demand_free(port)
    (var / "run.note").write_text(f"process {os.getpid()}, http://{HOST}:{port}/\n")
    prepare()
    ended = serve()
    lock.release()
    sys.exit(0 if ended == 130 else ended)  # Ctrl-C is how this is meant to end


if __name__ == "__main__":
    main()
