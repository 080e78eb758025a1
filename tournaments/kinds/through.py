"""Who goes on from one stage to the next, and in which order."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from tournaments.models import Entry, Event, Group, Place
from tournaments.pairing.knock_out import rounds_of


def through_of(event: Event, stage: int) -> list[Entry]:
    """Return who goes on from a stage, the best first: the first places of each group, by rank,
    equal ranks by seed (one query).

    Who shares the last rank that goes on, goes on if better seeded: a stage never grows. Who left,
    or closed the account, does not go on. If a knock-out follows, its first round keeps those
    apart who have just met in a group, as far as that goes.
    """
    stages = event.rules["stages"]
    places = Place.objects.filter(group__event=event, group__stage=stage, withdrawn_at=None)
    rows = places.exclude(entry__user__is_active=False).select_related("entry__user")
    ordered = sorted(rows, key=lambda place: (place.group_id, _standing(place)))
    best = [
        place
        for _, own in groupby(ordered, key=lambda place: place.group_id)
        for place in list(own)[: stages[stage - 1]["advance"]]
    ]
    best.sort(key=_standing)
    if stages[stage]["kind"] == Group.Kind.KNOCK_OUT:
        best = apart(best)
    return [place.entry for place in best]


def _standing(place: Place) -> tuple[int, int]:
    return place.rank or 0, place.entry.seed or 0


def apart(places: Sequence[Place]) -> list[Place]:
    """Return places in the order of seeds of a bracket, equal ranks exchanged so that as few as
    possible of one group meet in its first round."""
    order = list(places)
    size = 1 << rounds_of(len(order))
    for at in range(len(order) - 1, -1, -1):
        if _met(order, at, size):
            swap = next(_better(order, at, size), None)
            if swap is not None:
                order[at], order[swap] = order[swap], order[at]
    return order


def _met(order: Sequence[Place], at: int, size: int) -> bool:
    """Tell whether the one at ``at`` would meet one of the same group first."""
    other = size - 1 - at
    return other < len(order) and order[other].group_id == order[at].group_id


def _better(order: Sequence[Place], at: int, size: int) -> Iterator[int]:
    """Yield with whom of equal rank to exchange ``at`` so that neither meets one of their group."""
    for swap, place in enumerate(order):
        if swap != at and place.rank == order[at].rank:
            tried = list(order)
            tried[at], tried[swap] = tried[swap], tried[at]
            if not _met(tried, at, size) and not _met(tried, swap, size):
                yield swap
