"""Questions about championships: champions of the past, the edition that takes entries."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from tournaments.championship.closing import TOP
from tournaments.models import Event, Group, Place


@dataclass(frozen=True, slots=True)
class Champions:
    """Who won an edition that has ended: several only if they share the first place."""

    event: Event
    users: tuple[User, ...]

    @property
    def edition(self) -> int:
        """The number of the edition."""
        return self.event.edition or 0


def champions(game: str) -> list[Champions]:
    """Return the champions of a game, the last edition first (two queries).

    They are read from the tables, so an annulled match changes them as it changes the table.
    """
    editions = Event.objects.filter(
        kind=Event.Kind.CHAMPIONSHIP, game=game, status=Event.Status.FINISHED
    ).order_by("-edition")
    rows = Place.objects.filter(group__event__in=editions, group__level=TOP, rank=1).select_related(
        "entry__user", "group"
    )
    won: dict[int, list[User]] = {}
    for place in rows.order_by("number"):
        if place.entry.user is not None:
            won.setdefault(place.group.event_id, []).append(place.entry.user)
    return [Champions(event, tuple(won.get(event.pk, ()))) for event in editions]


@dataclass(frozen=True, slots=True)
class League:
    """A league of an edition with its groups, each with its places in the order of the table."""

    level: int
    groups: tuple[tuple[Group, tuple[Place, ...]], ...]


def leagues_of(event: Event, levels: Sequence[int] | None = None) -> list[League]:
    """Return the leagues of an edition from the top, or only some of them (two queries)."""
    groups = list(event.groups.order_by("level", "number"))
    wanted = [group for group in groups if levels is None or group.level in levels]
    places: dict[int, list[Place]] = {group.pk: [] for group in wanted}
    rows = Place.objects.filter(group__in=wanted).select_related("entry__user")
    for place in sorted(rows, key=lambda one: (one.rank or 10_000, one.number)):
        places[place.group_id].append(place)
    found: dict[int, list[tuple[Group, tuple[Place, ...]]]] = {}
    for group in wanted:
        found.setdefault(group.level, []).append((group, tuple(places[group.pk])))
    return [League(level, tuple(of_level)) for level, of_level in found.items()]


def place_of(event: Event, reader: User | None) -> Place | None:
    """Return the place of ``reader`` in an edition, its group at hand (one query)."""
    if reader is None:
        return None
    rows = Place.objects.filter(group__event=event, entry__user=reader)
    return rows.select_related("group").first()
