"""Everything that ``make load`` measures, one after the other: prints the tables."""

import subprocess
import sys
import time

from tests.load.stack import ROOT, stores

PARTS = ("moves", "sweep", "lists", "mails", "ratings", "events")


def main() -> int:
    """Run the parts on one machine in one go; 1 if a goal was not met."""
    begun, missed = time.monotonic(), []
    with stores() as environment:
        for part in PARTS:
            print(f"\n== {part}", flush=True)
            command = [sys.executable, "-m", f"tests.load.{part}"]
            if subprocess.run(command, cwd=ROOT, env=environment).returncode:
                missed.append(part)
    print(f"\n{(time.monotonic() - begun) / 60:.1f} minutes; goals missed: {missed or 'none'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
