"""The Swiss system: each round like scores meet; paired when the round before is over."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from tournaments.errors import CannotPair
from tournaments.groups import Meeting, make_group, pair, places_of
from tournaments.models import Entry, Event, Group, Place
from tournaments.pairing.pairs import Pairing
from tournaments.pairing.swiss import pair_round
from tournaments.sheet import rounds_of
from tournaments.sides import sides
from tournaments.stages import common


class Swiss:
    """One group with all rounds; place numbers are the seeds."""

    def begin(
        self,
        event: Event,
        number: int,
        rules: dict[str, Any],
        entries: Sequence[Entry],
        now: datetime,
    ) -> list[Group]:
        """Make the group; the first round is paired by the first step."""
        return [make_group(event, Group.Kind.SWISS, entries, now, stage=number, rules=rules)]

    def step(self, event: Event, group: Group, now: datetime) -> bool:
        """Start matches, or, once a round is over, pair the next one or end the group."""
        if common.started(event, group, now):
            return True
        if group.open:
            return False
        pairings = _next_round(event, group)
        if pairings:
            group.round += 1
            group.save(update_fields=["round"])
            pair(group, list(_meetings(event, group, pairings)), now)
        else:
            common.end(event, group, now)
        return True


STAGE = Swiss()


def _next_round(event: Event, group: Group) -> tuple[Pairing, ...]:
    """Return the pairings of the next round; none after the last, or if nobody can meet anew."""
    if group.round >= int(group.rules["rounds"]):
        return ()
    places = places_of(group)
    present = [place.pk for place in places if place.withdrawn_at is None]
    try:
        return pair_round([place.pk for place in places], present, rounds_of(event, group))
    except CannotPair:
        return ()


def _meetings(event: Event, group: Group, pairings: Sequence[Pairing]) -> Iterator[Meeting]:
    places: dict[int, Place] = {place.pk: place for place in places_of(group)}
    seats = sides(event, Group.Kind.SWISS)
    for one in pairings:
        if one.second is None:
            yield Meeting(group.round, places[one.first], None, ())
        else:
            yield Meeting(group.round, places[one.first], places[one.second], seats)
