"""A free port, and waiting until what was started there answers."""

import socket
import subprocess
import time
from collections.abc import Callable

PATIENCE = 60.0  # seconds; a busy machine may be slow to start a server


def free_port() -> int:
    """Return a port that nothing listens on at this moment (nobody holds it for the caller)."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(answers: Callable[[], bool], server: "subprocess.Popen[bytes]") -> bool:
    """Wait until `answers` says yes; no when the server ended first or the patience did."""
    until = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < until:
        if answers():
            return True
        time.sleep(0.05)
    return False
