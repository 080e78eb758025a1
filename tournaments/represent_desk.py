"""The idle matches of an event as JSON values."""

from dataclasses import asdict
from typing import Any

from golem.matches.idle import Idle


def idle_view(row: Idle) -> dict[str, Any]:
    """Return a seat that waits to be played, the player by name."""
    found = asdict(row)
    found["player"] = found.pop("name")
    return found
