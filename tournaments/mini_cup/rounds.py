"""The groups of a mini cup: three who wait at a level play, and earn rights to the next."""

from datetime import datetime
from itertools import groupby
from typing import Any, Final

from django.db.models import Max

from tournaments import messages_series
from tournaments.mini_cup import rights
from tournaments.models import Entry, Event, Group, Place, Right
from tournaments.pairing import minicup
from tournaments.scoring import table_of
from tournaments.stages import common, round_robin

RULES: Final[dict[str, Any]] = {"kind": "round_robin", "legs": 2}


# --- a group starts ---


def start_one(event: Event, now: datetime) -> bool:
    """Start one group with all its matches, if three wait at some level; tell whether."""
    for level, found in groupby(rights.waiting(event), key=lambda right: right.level):
        there = [right for right in found if _may_play(right.entry)]
        if len(there) >= minicup.GROUP:
            _start(event, level, there[: minicup.GROUP], now)
            return True
    return False


def _may_play(entry: Entry) -> bool:
    return entry.takes_part and entry.user is not None and entry.user.is_active


def _start(event: Event, level: int, three: list[Right], now: datetime) -> None:
    last: int | None = event.groups.filter(level=level).aggregate(last=Max("number"))["last"]
    number, entries = (last or 0) + 1, [right.entry for right in three]
    group = round_robin.make(event, entries, RULES, now, level=level, number=number)
    rights.use(three, group)
    common.started(event, group, now)
    messages_series.mini_cup_group_started(group, entries, now)


# --- a group has ended ---


def settle_rights(event: Event, group: Group, now: datetime) -> None:
    """Grant the rights that an ended group earned, and take back those that it did not, or not
    any more; again changes nothing."""
    places = list(group.places.select_related("entry__user"))
    earned = _earned(event, group, places)
    rights.take_back(group, [entry.pk for entry, _ in earned])
    for entry, level in earned:
        right, new = rights.grant(entry, level, now, earned_in=group)
        if new:
            messages_series.right_earned(right, now)


def _earned(event: Event, group: Group, places: list[Place]) -> list[tuple[Entry, int]]:
    """Return who earned a right to which level.

    Who is alone in the table, because the others left early, could take no points: above the
    basic level they get the right to this level back.
    """
    counted = [place for place in places if place.counted]
    table = table_of(event.rules["scoring"])
    through = minicup.qualified({place.pk: place.points for place in counted}, table)
    alone = len(counted) == 1 and group.level > rights.BASIC
    found = [place for place in counted if alone or place.pk in through]
    level = group.level if alone else group.level + 1
    there = [place for place in found if place.withdrawn_at is None and _may_play(place.entry)]
    return [(place.entry, level) for place in there]
