"""Installing what tests need, where that is possible: Debian or Ubuntu, as root."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def can_install() -> bool:
    """Say whether this process may install Debian packages."""
    return os.geteuid() == 0 and Path("/usr/bin/apt-get").exists()


def apt(*arguments: str) -> bool:
    """Run apt-get without questions and without starting services; say whether it succeeded."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    command = ["apt-get", "-qqy", *arguments]
    done = subprocess.run(command, env=quiet, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
    return done.returncode == 0


def install(packages: list[str]) -> None:
    """Install the packages; the package lists are fetched first when they are needed."""
    print(f"Installing {' '.join(packages)} ...", flush=True)
    if not apt("install", "--no-install-recommends", *packages):
        apt("update")
        apt("install", "--no-install-recommends", *packages)


def demand(what: str, find: Callable[[], T | None], packages: list[str]) -> T:
    """Return what `find` finds, after installing the packages if need be.

    Exits with a sentence that names what is missing and how to get it.
    """
    found = find()
    if found is None and can_install():
        install(packages)
        found = find()
    if found is None:
        sys.exit(
            f"The tests need {what}, and it was not found here. On Debian or Ubuntu, as root:\n\n"
            f"    apt-get install {' '.join(packages)}\n"
        )
    return found
