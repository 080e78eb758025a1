"""Who plays in which league and group of an edition: rows around the pure rules of leagues."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from tournaments.models import Entry, Event, Group, Place
from tournaments.pairing import leagues

RULES: Final[dict[str, Any]] = {"kind": "round_robin", "legs": 2}
"""What the groups play: each pair once on each side."""
AT_ONCE: Final = 1000
"""Rows in one statement."""


def seat(event: Event, former: Event | None, entries: Sequence[Entry], now: datetime) -> None:
    """Make the groups of an edition with their places, and note in each place why it is there.

    ``entries`` are seeded. ``former`` is the edition whose tables decide; who did not play there
    is a newcomer. Nothing is paired yet. A fixed number of queries for each thousand players.
    """
    found = leagues.edition([*_entrants(entries, former)])
    groups = Group.objects.bulk_create(
        Group(
            event=event,
            kind=Group.Kind.ROUND_ROBIN,
            level=group.league,
            number=group.number,
            rules=RULES,
            created_at=now,
        )
        for group in found.groups
    )
    fates = {move.player: _fate(move) for move in found.moves}
    Place.objects.bulk_create(
        (
            Place(group=group, entry_id=player, number=number, fate=fates[player])
            for group, seats in zip(groups, found.groups, strict=True)
            for number, player in enumerate(seats.players, start=1)
        ),
        batch_size=AT_ONCE,
    )


def _fate(move: leagues.Move) -> dict[str, Any]:
    return {"reason": move.reason.value, "before": move.before}


def _entrants(entries: Sequence[Entry], former: Event | None) -> list[leagues.Entrant]:
    places = _last_places(former) if former is not None else {}
    return [_entrant(entry, places.get(entry.user_id)) for entry in entries]


def _last_places(former: Event) -> dict[int | None, Place]:
    """Return the places of the former edition by user, groups at hand (one query)."""
    rows = Place.objects.filter(group__event=former).select_related("group", "entry")
    return {place.entry.user_id: place for place in rows}


def _entrant(entry: Entry, last: Place | None) -> leagues.Entrant:
    rating = float(entry.rating or 0)
    if last is None:
        return leagues.Entrant(entry.pk, rating)
    average = Fraction(last.points, last.played) if last.played else Fraction(0)
    place = last.rank if last.rank is not None else leagues.LARGEST + 1
    return leagues.Entrant(entry.pk, rating, last.group.level, place, average)
