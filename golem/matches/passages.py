"""What rooms above say of a match on its page; each adds it in its ``AppConfig.ready()``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from accounts.models import User
from golem.matches.models import Match


@dataclass(frozen=True, slots=True)
class Passage:
    """A template, and what it gets as ``passage.context``; it stands with the result."""

    template: str
    context: Mapping[str, Any]


of_ends: Final[list[Callable[[Match, User | None], Passage | None]]] = []
"""Each is asked about a finished match (seats at hand) and its reader, with a number of queries
that does not depend on the match."""


def passages_of(match: Match, reader: User | None) -> list[Passage]:
    """Return what there is to say of ``match``: nothing while it runs."""
    if match.status != Match.Status.FINISHED:
        return []
    said = (ask(match, reader) for ask in of_ends)
    return [passage for passage in said if passage is not None]
