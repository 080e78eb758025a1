"""Run a module again whenever it dies: a killed worker must not take the site along.

`python -m deploy.keep celery --app ...` runs `python -m celery --app ...`.
"""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from types import FrameType

from deploy.tether import tether

REST_SECONDS = 1.0
"""How long it waits before it starts the program again, so that a broken one does not spin."""


class Keeper:
    """One program that is kept running until this process is asked to end."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.ending = False
        self.child: subprocess.Popen[bytes] | None = None

    def run(self) -> int:
        """Run the program, again and again; return its exit code once the end was asked for."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        while True:
            self.child = subprocess.Popen(self.command, preexec_fn=partial(tether, os.getpid()))
            if self.ending:
                self.child.terminate()
            code = self.child.wait()
            if self.ending:
                return code
            print(f"{self.command[2]} ended ({code}); it is started again", flush=True)
            time.sleep(REST_SECONDS)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.ending = True
        if self.child is not None:
            self.child.terminate()


if __name__ == "__main__":
    sys.exit(Keeper([sys.executable, "-m", *sys.argv[1:]]).run())
