"""The possible final places of a group, found once for each state of its results."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from django.core.cache import cache

from tournaments.models import Group, Place
from tournaments.sheet import Sheet
from tournaments.standings.possible import MOST_TABLES, Places, possible_places

MOST_ROWS: Final = 4_000
"""So many rows of tables are made to try all ends, a quarter of a second's work; beyond it bounds
are shown."""
KEPT: Final = 24 * 3600  # seconds
WITHOUT = (Group.Kind.KNOCK_OUT, Group.Kind.LADDER)
"""Kinds of groups whose ranks do not come from a table."""


def possible(group: Group, places: Sequence[Place], sheet: Sheet) -> Mapping[int, Places]:
    """Return the possible places by the key of the place; none if the group has ended, or has no
    table (no query).

    The answer depends on the sheet alone, so it is kept under a digest of that, and never stale.
    """
    if group.ended_at is not None or group.kind in WITHOUT:
        return {}
    counted = [place.pk for place in places if place.pk not in sheet.left_out]
    to_pair = _rounds_to_pair(group)
    key = _key(counted, sheet, to_pair)
    found: Mapping[int, Places] | None = cache.get(key)
    if found is None:
        tables = min(MOST_TABLES, MOST_ROWS // max(1, len(counted)))
        found = possible_places(
            counted, sheet.scores, sheet.unfinished, sheet.rules, to_pair, tables
        )
        cache.set(key, found, KEPT)
    return found


def _rounds_to_pair(group: Group) -> int:
    if group.kind != Group.Kind.SWISS:
        return 0
    return max(0, int(group.rules["rounds"]) - group.round)


def _key(counted: Sequence[int], sheet: Sheet, to_pair: int) -> str:
    facts = (counted, sorted(map(repr, sheet.scores)), sorted(map(repr, sheet.unfinished)))
    whole = repr((facts, sheet.rules, to_pair))
    return f"possible-places-{hashlib.sha256(whole.encode()).hexdigest()[:40]}"
