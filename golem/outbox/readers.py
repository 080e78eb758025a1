"""Who reads mails: a question that only a higher room can answer.

It gives its answer with :func:`answer_with` in its ``AppConfig.ready()``.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo


@dataclass(frozen=True, slots=True)
class Reader:
    """A person to whom mails may go, the zone they live in, and when they were last here."""

    user_id: int
    name: str
    address: str
    zone: tzinfo
    zone_name: str
    last_seen: datetime | None


Find = Callable[[Collection[int]], Mapping[int, Reader]]
_answers: list[Find] = []


def answer_with(find: Find) -> None:
    """Let ``find`` tell, for users' ids, who of them is a reader: those who are, by id."""
    _answers[:] = [find]


def readers_of(user_ids: Collection[int]) -> Mapping[int, Reader]:
    """Return the people, by id, to whom mails about matches may go now.

    The number of queries does not depend on how many are asked for.
    """
    (find,) = _answers
    return find(user_ids)
