"""Something that is wrong with an event document. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """``path``: the place as a JSON Pointer (RFC 6901), empty for the whole document; ``code``:
    stable, what is wrong there; ``data``: JSON-ready details."""

    path: str
    code: str
    data: Mapping[str, Any] = field(default_factory=dict)


def pointer(*steps: str | int) -> str:
    """Return the JSON Pointer of a place in a document."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)
