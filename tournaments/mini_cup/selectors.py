"""Questions about a mini cup: who waits at which level, and the groups that play."""

from dataclasses import dataclass

from accounts.models import User
from tournaments.mini_cup.rights import BASIC, waiting
from tournaments.models import Event, Group, Place


@dataclass(frozen=True, slots=True)
class Level:
    """A level: who waits there, the first in front."""

    level: int
    users: tuple[User, ...]


@dataclass(frozen=True, slots=True)
class Trio:
    """A group with its places in the order of the table."""

    group: Group
    places: tuple[Place, ...]


def levels(event: Event) -> list[Level]:
    """Return every level that anybody waits at, and the basic one (one query)."""
    found: dict[int, list[User]] = {BASIC: []}
    for right in waiting(event):
        user = right.entry.user
        if user is not None and right.entry.takes_part:
            found.setdefault(right.level, []).append(user)
    return [Level(level, tuple(users)) for level, users in sorted(found.items())]


def waits_for(event: Event, user: User) -> list[int]:
    """Return the levels at which ``user`` waits, in order (one query)."""
    own = event.rights.filter(entry__user=user, waits=True)
    return list(own.order_by("level").values_list("level", flat=True))


def trios(event: Event, *, ended: bool, number: int) -> list[Trio]:
    """Return groups that play, or have ended, the newest first (two queries)."""
    rows = event.groups.filter(ended_at__isnull=not ended)
    groups = list(rows.order_by("-ended_at" if ended else "-created_at", "-pk")[:number])
    places: dict[int, list[Place]] = {group.pk: [] for group in groups}
    found = Place.objects.filter(group__in=groups).select_related("entry__user")
    for place in sorted(found, key=lambda one: (one.rank or 99, one.number)):
        places[place.group_id].append(place)
    return [Trio(group, tuple(places[group.pk])) for group in groups]
