"""``make year``: a simulated year of events in a database of its own.

``python -m tests.load.year [--small] [--players 300] [--days 365] [--seed 1]``
"""

import sys

from tests.load.scratch import run_shown, scratch


def main(words: list[str]) -> int:
    """Play the year, and return the exit code of the command."""
    with scratch("year") as environment:
        return run_shown(environment, "manage.py", "simulate_year", *words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
