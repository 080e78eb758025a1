"""What rooms above add to matches, each in its ``AppConfig.ready()``.

Those that are called inside a transaction run under the locks of the match, the last in the order
of locks: they may read, and append rows of their own, and must lock nothing. What they raise
undoes the change of the match.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from golem.matches.models import Match
from golem.rest.refusals import Refused


@dataclass(frozen=True, slots=True)
class Origin:
    """The event that a match belongs to: its number, a short text ("Autumn Cup, group 2"), and the
    path of its page."""

    id: int
    name: str
    url: str


Results: TypeAlias = Sequence[tuple[Match, datetime]]

on_result: Final[list[Callable[[Results], None]]] = []
"""Called, in the transaction, whenever matches end, are annulled, or run again after an end: with
each match as it is now stored, and the instant. ``status``, ``annulled_at`` and ``reopened`` tell
which it was. Rows that are appended here are committed with the change or not at all. The number
of queries must not depend on how many matches there are: a sweep ends many at once."""

before_reopening: Final[list[Callable[[int], None]]] = []
"""Called first of all in the transaction that lets a match run again, before any lock of matches:
a room above takes its own lock here, for what it then answers as to the refusals."""

reopen_refusals: Final[list[Callable[[Match], Refused | None]]] = []
"""Asked, in the transaction, before a match runs again: return what forbids it, such as a
``Conflict`` (``later_stage``), or ``None``."""

origins: Final[list[Callable[[Sequence[int]], Mapping[int, Origin]]]] = []
"""Asked for a whole list of match numbers at once: return the event of each match that has one, in
a number of queries that does not depend on how many there are."""


def tell_result(match: Match, now: datetime) -> None:
    """Tell the rooms above that ``match`` has ended, was annulled, or runs again."""
    tell_results([(match, now)])


def tell_results(results: Results) -> None:
    """Do what :func:`tell_result` does for many matches."""
    for hear in on_result:
        hear(results)


def lock_above(match_id: int) -> None:
    """Let the rooms above take the locks that come before those of a match."""
    for lock in before_reopening:
        lock(match_id)


def reopen_refusal(match: Match) -> Refused | None:
    """Return the first refusal of a room above to let ``match`` run again."""
    answers = (ask(match) for ask in reopen_refusals)
    return next((refusal for refusal in answers if refusal is not None), None)


def origins_of(match_ids: Sequence[int]) -> dict[int, Origin]:
    """Return the event of each of these matches that belongs to one, by match number."""
    found: dict[int, Origin] = {}
    for ask in origins:
        found |= ask(match_ids)
    return found
