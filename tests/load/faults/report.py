"""What was done and what was found, as it happens, and whether every promise was kept."""

import time
from dataclasses import dataclass, field


@dataclass
class Report:
    """Prints lines with the time since the start; remembers the promises that were broken."""

    began: float = field(default_factory=time.monotonic)
    broken: list[str] = field(default_factory=list)

    def title(self, words: str) -> None:
        """Begin a scenario."""
        print(f"\n== {words}", flush=True)

    def say(self, words: str) -> None:
        """Tell what is done."""
        print(f"{time.monotonic() - self.began:6.1f} s  {words}", flush=True)

    def promise(self, words: str, kept: bool, found: object = "") -> None:
        """Tell whether a promise was kept, and what was found."""
        detail = f": {found}" if found != "" else ""
        self.say(f"{'kept  ' if kept else 'BROKEN'} {words}{detail}")
        if not kept:
            self.broken.append(f"{words}{detail}")
