"""Run a program that has children of its own, so that none of them outlives it.

`python -m deploy.production.whole nginx ...`: when nginx's first process is killed, its others
would go on and keep the port.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial

from deploy.tether import tether


def main(command: list[str]) -> int:
    """Run the command in a group of its own; return its exit code once the group is gone."""
    program = subprocess.Popen(
        command, start_new_session=True, preexec_fn=partial(tether, os.getpid())
    )
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, lambda number, _: program.send_signal(number))
    code = program.wait()
    with suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
