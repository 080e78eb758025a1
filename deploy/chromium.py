"""Where the browser of the browser tests is, and how it is started."""

import os
import shutil

from deploy.debian import demand

PACKAGES = ["chromium", "fonts-dejavu-core"]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# It shall talk to nobody but the server under test.
QUIET = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_program() -> str | None:
    """Return the browser's path: the one that CHROMIUM names, else the first that is installed."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def chromium() -> str:
    """Return the browser's path, after installing it if need be; exits when there is none."""
    return demand("Chromium", find_program, PACKAGES)


def arguments() -> list[str]:
    """Return the command line: as root its sandbox cannot be used."""
    return [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
