"""``python -m tests.load.races [rounds]``: 10,000 rounds of acts that meet on coupled matches.

Prints what came of them. No error and no deadlock may reach a caller, and no contradiction may
stay behind.
"""

import os
import sys
import time
from typing import Final

from tests.load.scratch import run_shown, scratch

ROUNDS: Final = 10_000
SAY_EVERY: Final = 500
SEED: Final = 3


def main(rounds: int = ROUNDS) -> int:
    """Play the rounds in a database of their own; return 1 if anything is wrong."""
    with scratch("races") as environment:
        return run_shown(environment, "-m", "tests.load.races", "here", str(rounds))


def here(rounds: int) -> int:
    """Play the rounds in the database of this process; return 1 if anything is wrong."""
    from tests.soak import Soaked, out_of_reach, soak

    def say(number: int, found: Soaked) -> None:
        if number % SAY_EVERY == 0:
            print(f"{number} rounds: {dict(found.counts)}", flush=True)

    began = time.monotonic()
    with out_of_reach():
        found = soak(rounds, SEED, say)
    print(f"{found.rounds} rounds in {time.monotonic() - began:.0f} s: {dict(found.counts)}")
    print(f"deadlocks that PostgreSQL saw: {found.deadlocks}")
    print(f"errors that reached a caller: {len(found.unexpected)}", *found.unexpected[:5])
    print(f"told to come again: {found.counts['Busy']}")
    print(f"contradictions: {len(found.findings)}", *found.findings[:10], sep="\n")
    return 1 if found.unexpected or found.findings else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["here"]:
        import django

        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "golem.settings")
        django.setup()
        sys.exit(here(int(sys.argv[2])))
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else ROUNDS))
