"""Children that end with their parent, even when the parent is killed and cannot tell them."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def tether(parent: int, with_signal: signal.Signals = signal.SIGTERM) -> None:
    """Ask the kernel to send this process `with_signal` when its parent dies.

    `parent` is the process id that the parent had when it made this process: when it has died
    already, this process ends at once. Linux only; elsewhere it does nothing.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, int(with_signal), 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), with_signal)
