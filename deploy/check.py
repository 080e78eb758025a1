"""The whole check, `make test`: every step is run, every failure is told, none is passed over."""

import os
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from deploy.chromium import chromium
from deploy.debian import demand
from deploy.messages import need_gettext
from deploy.services import end_on_sigterm, run, services

# What needs no tests to run; two at a time.
QUICK = {
    "types": "mypy .",
    "format": "ruff format --check .",
    "lint": "ruff check .",
    "imports": "importlinter.cli lint",
    "migrations": "django makemigrations --check --dry-run --settings golem.settings",
}

# Programs that tests of a production server start, and Debian's packages of them.
TOOLS = {"nginx": "nginx", "openssl": "openssl", "systemd-analyze": "systemd"}


def tools() -> None:
    """Make sure of the programs in TOOLS, here and alone: two tests cannot install at a time."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"
    for name, package in TOOLS.items():
        demand(name, partial(shutil.which, name, path=path), [package])


def python(command: str) -> list[str]:
    """Return the command line that runs a module of this environment."""
    return [sys.executable, "-m", *shlex.split(command)]


def quick_step(name: str, environment: dict[str, str]) -> bool:
    """Run one quick step, print its output when it is done, and say whether it passed."""
    began = time.monotonic()
    done = subprocess.run(
        python(QUICK[name]),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    passed = done.returncode == 0
    verdict = "passed" if passed else "FAILED"
    print(f"== {name}: {verdict} ({time.monotonic() - began:.0f} s)", flush=True)
    if not passed:
        print(done.stdout, flush=True)
    return passed


def quick_steps(environment: dict[str, str]) -> list[str]:
    """Run all quick steps and return the names of those that failed."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        passed = list(pool.map(lambda name: quick_step(name, environment), QUICK))
    return [name for name, good in zip(QUICK, passed, strict=True) if not good]


def tests(environment: dict[str, str]) -> list[str]:
    """Run the tests on one process more than there are cores, as browser tests and starts of
    servers leave their process waiting; on at most four."""
    processes = min(4, 1 + (os.cpu_count() or 2))
    command = python(f"pytest -q --tb=short -n {processes} --dist loadgroup")
    return [] if run(command, environment) == 0 else ["tests"]


def main() -> int:
    """Run everything and return the exit code."""
    end_on_sigterm()
    with services() as environment:
        environment["CHROMIUM"] = chromium()
        tools()
        need_gettext()
        failed = quick_steps(environment) + tests(environment)
    print(f"== FAILED: {', '.join(failed)}" if failed else "== everything passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
