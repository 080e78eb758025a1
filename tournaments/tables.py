"""The stored tables of groups: caches that are made anew from boards and from who withdrew.

Results come from the boards alone, the order of a table from :mod:`tournaments.standings`. Places
stand for competitors there: their primary keys are the numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from tournaments.bracket import bracket_ranks
from tournaments.groups import count
from tournaments.models import Event, Group, Place
from tournaments.sheet import Sheet, read
from tournaments.standings.table import Row, table

COLUMNS = (
    *("counted", "rank", "shared", "played", "wins", "evens", "losses", "points"),
    *("goals_for", "goals_against", "values", "decided"),
)


def recompute(event: Event, group: Group) -> bool:
    """Make the stored table of ``group`` anew, and its counts; tell whether a place changed.

    Of a ladder there is no table: its rungs are its order.
    """
    count(group)
    if group.kind == Group.Kind.LADDER:
        return False
    places = list(group.places.order_by("number"))
    before = [_stored(place) for place in places]
    fill(places, read(event, group, places))
    changed = [p for p, old in zip(places, before, strict=True) if _stored(p) != old]
    Place.objects.bulk_update(changed, COLUMNS, batch_size=500)
    return bool(changed)


def _stored(place: Place) -> tuple[Any, ...]:
    return tuple(getattr(place, column) for column in COLUMNS)


def fill(places: Sequence[Place], sheet: Sheet) -> None:
    """Set the table's columns of ``places``, saving nothing."""
    rows = {row.competitor: row for row in rows_of(places, sheet)}
    for place in places:
        place.counted = place.pk not in sheet.left_out
        _fill(place, rows.get(place.pk))
    if sheet.knocked_out is not None:
        for place, (rank, shared) in bracket_ranks(places, sheet.knocked_out):
            place.rank, place.shared, place.decided = rank, shared, None


def rows_of(places: Iterable[Place], sheet: Sheet) -> tuple[Row, ...]:
    """Return the table of those whose results count, who share a place by their number."""
    counted = [place.pk for place in places if place.pk not in sheet.left_out]
    return table(counted, sheet.scores, sheet.rules)


def _fill(place: Place, row: Row | None) -> None:
    place.rank, place.shared = (row.place, row.shared) if row else (None, False)
    for mine, theirs in _SUMS.items():
        setattr(place, mine, getattr(row, theirs) if row else 0)
    place.values = {key: _text(value) for key, value in row.values.items()} if row else {}
    place.decided = _reason(row) if row else None


_SUMS = {
    "played": "played",
    "wins": "wins",
    "evens": "evens",
    "losses": "losses",
    "points": "points",
    "goals_for": "goals_for",
    "goals_against": "goals_against",
}


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _reason(row: Row) -> dict[str, Any] | None:
    """Return what separated a row from the one above, as stored: values are exact fractions."""
    if row.decided is None:
        return None
    reason = asdict(row.decided)
    values = row.decided.values
    return {**reason, "values": [str(value) for value in values] if values else None}
