"""Who must be settled together: the people of matches in which a clock has reached zero.

Such a match may end, which changes the rows of all its seats, and whether a vacation day still
counts in it depends on when it does. So its people are one circle, together with those of their
other matches in which a clock is at zero, and so on.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from golem.matches.models import Seat


@dataclass(frozen=True, slots=True)
class Circle:
    """Matches with a clock at zero, and the people (no bots) who sit in them."""

    people: frozenset[int]
    matches: frozenset[int]


def due_seats(now: datetime) -> QuerySet[Seat]:
    """Return the seats whose clock has reached zero by ``now``."""
    return Seat.objects.filter(zero_at__lte=now)


def circle_of(people: Iterable[int], matches: Iterable[int], now: datetime) -> Circle:
    """Return all that must be settled together with these people and these matches.

    One query for each step from a match to the next over their people, and one to see that there
    is no further step.
    """
    found = _around(people, matches, now)
    known = frozenset(people).union(*found.values())
    return Circle(known, frozenset(found))


def circles_of(matches: Iterable[int], now: datetime) -> list[Circle]:
    """Return the circles around these matches, each once; queries as in :func:`circle_of`."""
    return _parted(_around((), matches, now))


def _around(
    people: Iterable[int], matches: Iterable[int], now: datetime
) -> dict[int, frozenset[int]]:
    """Return the matches of the circles, in order of their numbers, with the people of each."""
    found = _people_of(Seat.objects.filter(match__in=list(matches))) if matches else {}
    fresh = frozenset(people).union(*found.values())
    known: frozenset[int] = frozenset()
    while fresh:
        known |= fresh
        due = due_seats(now).filter(match__in=_matches_of(fresh)).values("match")
        found |= _people_of(Seat.objects.filter(match__in=due))
        fresh = known.union(*found.values()) - known
    return dict(sorted(found.items()))


def _matches_of(people: Collection[int]) -> QuerySet[Seat, Any]:
    return Seat.objects.filter(user__in=people).order_by().values("match")


def _people_of(seats: QuerySet[Seat]) -> dict[int, frozenset[int]]:
    """Return the people of each match among ``seats``."""
    found: dict[int, set[int]] = defaultdict(set)
    for match, user, is_bot in seats.order_by().values_list("match", "user", "user__is_bot"):
        found[match] |= set() if is_bot else {user}
    return {match: frozenset(users) for match, users in found.items()}


def _parted(matches: dict[int, frozenset[int]]) -> list[Circle]:
    """Return the circles that these matches fall into."""
    circles: list[Circle] = []
    for match, people in matches.items():
        touched = [circle for circle in circles if circle.people & people]
        circles = [circle for circle in circles if circle not in touched]
        whole = people.union(*(circle.people for circle in touched))
        inside = frozenset({match}).union(*(circle.matches for circle in touched))
        circles.append(Circle(whole, inside))
    return circles
