"""honcho's processes, tethered: launcher -> honcho's reader of output -> the program itself."""

import os
import signal
import sys
from functools import partial
from typing import Any

from honcho.process import Popen, Process

from deploy.tether import tether


class TetheredProcess(Process):  # type: ignore[misc]  # honcho has no types
    """A process of honcho's that dies with the launcher and takes its program along."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.launcher = os.getpid()

    def run(self, *args: Any, **kwargs: Any) -> None:
        """Run in honcho's own process for this program: tie both ends, then read its output."""
        tether(self.launcher, signal.SIGKILL)  # this process ignores SIGTERM, as honcho wants it
        if sys.platform == "linux":
            self._child_ctor = partial(Popen, preexec_fn=partial(tether, os.getpid()))
        super().run(*args, **kwargs)
