"""Where things of an installation are; all of it below one prefix, which is `/` for a machine."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The code that runs: `<prefix>/opt/golem/<release>`."""


@dataclass(frozen=True)
class Places:
    """The folders and files of one installation."""

    prefix: Path

    @property
    def whole_machine(self) -> bool:
        """Whether this is the machine's own installation, with its services."""
        return self.prefix == Path("/")

    @property
    def home(self) -> Path:
        """The releases, and the link `current` to the one that runs."""
        return self.prefix / "opt/golem"

    @property
    def etc(self) -> Path:
        """Settings and keys."""
        return self.prefix / "etc/golem"

    @property
    def settings(self) -> Path:
        """The settings file: `NAME=value` lines, with secrets, mode 0600."""
        return self.etc / "golem.env"

    @property
    def var(self) -> Path:
        """What the programs write: static files, beat's notes."""
        return self.prefix / "var/lib/golem"

    @property
    def run(self) -> Path:
        """Sockets, and what lives as long as the programs do."""
        return self.prefix / "run/golem"

    @property
    def backups(self) -> Path:
        """Backups, unless another folder is named."""
        return self.prefix / "var/backups/golem"


def here() -> Places:
    """Return the installation that this code belongs to.

    GOLEM_PREFIX names it; else it is where the code lies. Exits with a sentence for a checkout that
    is in no installation.
    """
    named = os.environ.get("GOLEM_PREFIX")
    if named is not None:
        return Places(Path(named or "/").resolve())
    if ROOT.parts[-3:-1] == ("opt", "golem"):
        return Places(ROOT.parents[2])
    sys.exit(
        f"{ROOT} is not an installation. Install it with deploy/install.sh and use what is in "
        "opt/golem/current there, or let GOLEM_PREFIX name the folder that it was installed to."
    )
