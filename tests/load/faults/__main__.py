"""``make faults``: servers of its own are killed, filled, slowed down and stalled under load.

    python -m tests.load.faults [kills] [redis] [postgres] [mail]

Prints what it does and what it finds; the exit code is 1 if a promise was broken.
"""

import importlib
import shutil
import sys
from pathlib import Path

import django

from deploy.services import end_on_sigterm
from tests.load.faults.report import Report
from tests.load.faults.stack import Stack, open_stack

SCENARIOS = {
    "kills": "kills",
    "redis": "redis_away",
    "postgres": "postgres_away",
    "mail": "mail_stalled",
}
KEPT_LOGS = Path("var") / "faults"


def main(names: list[str]) -> int:
    """Run these scenarios, all without names; return the exit code."""
    end_on_sigterm()
    unknown = set(names) - set(SCENARIOS)
    if unknown:
        sys.exit(f"no such scenario: {', '.join(sorted(unknown))}; there are {list(SCENARIOS)}")
    report = Report()
    with open_stack() as stack:
        django.setup()
        try:
            _run(names or list(SCENARIOS), stack, report)
        finally:
            _keep_logs(stack)
    report.title("what was found")
    for line in report.broken:
        report.say(f"BROKEN {line}")
    report.say(f"{len(report.broken)} promises broken" if report.broken else "every promise kept")
    return 1 if report.broken else 0


def _run(names: list[str], stack: Stack, report: Report) -> None:
    from tests.load.faults.aftermath import stored_is_whole

    for name in names:
        module = importlib.import_module(f"tests.load.faults.{SCENARIOS[name]}")
        module.scenario(stack, report)
        stored_is_whole(report)


def _keep_logs(stack: Stack) -> None:
    KEPT_LOGS.mkdir(parents=True, exist_ok=True)
    for log in stack.folder.glob("*.log"):
        shutil.copy(log, KEPT_LOGS / log.name)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
