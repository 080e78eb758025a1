"""What ``make load`` measures, one part after the other: prints the tables.

``python -m tests.load moves mails`` measures these parts only.
"""

import subprocess
import sys
import time
from collections.abc import Sequence

from tests.load.stack import ROOT, stores

PARTS = ("moves", "sweep", "lists", "mails", "ratings", "events")


def main(parts: Sequence[str]) -> int:
    """Run the parts on one machine in one go; 1 if a goal was not met."""
    begun, missed = time.monotonic(), []
    with stores() as environment:
        for part in parts:
            print(f"\n== {part}", flush=True)
            command = [sys.executable, "-m", f"tests.load.{part}"]
            if subprocess.run(command, cwd=ROOT, env=environment).returncode:
                missed.append(part)
    print(f"\n{(time.monotonic() - begun) / 60:.1f} minutes; goals missed: {missed or 'none'}")
    return 1 if missed else 0


if __name__ == "__main__":
    wanted = sys.argv[1:] or PARTS
    if unknown := set(wanted) - set(PARTS):
        sys.exit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    sys.exit(main(wanted))
