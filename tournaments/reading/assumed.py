"""What if: the table of a group with results assumed for open matches. Nothing is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from accounts.models import User
from golem.rest.refusals import Conflict, Refused
from tournaments.groups import places_of
from tournaments.models import Event, Group, Place
from tournaments.pairing.pairs import Pairing as Meeting
from tournaments.reading.possible import WITHOUT
from tournaments.reading.table import Table, made
from tournaments.scoring import Points, possible_points
from tournaments.sheet import Sheet, read
from tournaments.standings.assumed import what_if
from tournaments.standings.scores import Kind, Score
from tournaments.tables import fill

Results = Mapping[int, Points]
"""Assumed points by the key of what is open: a board, or a meeting of teams."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match, or a meeting of teams, without a result: ``key`` names it in an assumption."""

    key: int
    round: int | None
    first: Place
    second: Place
    assumed: Points | None = None


@dataclass(frozen=True, slots=True)
class Assumed:
    """The ``table`` as it would be, what is ``open`` with what was assumed of it, and the results
    that each match can have: ``choices``."""

    table: Table
    open: tuple[OpenMatch, ...]
    choices: tuple[Points, ...]


def assume(event: Event, group: Group, results: Results, reader: User | None) -> Assumed:
    """Return the table as it would be with ``results`` (six queries at most).

    Raises ``Conflict`` (``no_table``) for a group whose ranks come from no table, ``Refused``
    (``bad_assumption``) for a match that is not open here or points that it cannot have. Assumed
    results have no goals.
    """
    if group.kind in WITHOUT:
        raise Conflict("no_table")
    places = places_of(group)
    sheet = read(event, group, places)
    choices = possible_points(sheet.rules.scoring)
    _check(sheet, results, choices)
    before = {place.pk: place.rank for place in places}
    supposed = _with(sheet, results)
    fill(places, supposed)
    found = made(event, group, places, supposed, reader)
    rows = tuple(replace(row, before=before[row.place.pk]) for row in found.rows)
    return Assumed(replace(found, rows=rows), _open(places, sheet, results), choices)


def _check(sheet: Sheet, results: Results, choices: Sequence[Points]) -> None:
    there = {meeting.key for meeting in sheet.unfinished}
    for key, points in results.items():
        if key not in there or points not in choices:
            raise Refused("bad_assumption", match=key)


def _with(sheet: Sheet, results: Results) -> Sheet:
    assumed = [
        _score(meeting, results[meeting.key])
        for meeting in sheet.unfinished
        if meeting.key is not None and meeting.key in results
    ]
    rest = tuple(meeting for meeting in sheet.unfinished if meeting.key not in results)
    return replace(sheet, scores=what_if(sheet.scores, assumed), unfinished=rest)


def _score(meeting: Meeting, points: Points) -> Score:
    kind = Kind.PLAYED if any(points) else Kind.DOUBLE_FORFEIT
    return Score(
        meeting.first, meeting.second, points, kind=kind, round=meeting.round, key=meeting.key
    )


def _open(places: Sequence[Place], sheet: Sheet, results: Results) -> tuple[OpenMatch, ...]:
    by_key = {place.pk: place for place in places}
    return tuple(
        OpenMatch(
            meeting.key,
            meeting.round,
            by_key[meeting.first],
            by_key[meeting.second],
            results.get(meeting.key),
        )
        for meeting in sheet.unfinished
        if meeting.key is not None and meeting.second is not None
    )


def points_of(text: str) -> Points:
    """Return the points in "5-0"; raise ``Refused`` (``bad_assumption``)."""
    first, dash, second = text.partition("-")
    if not (dash and first.isdecimal() and second.isdecimal() and len(text) < 8):
        raise Refused("bad_assumption", match=None)
    return int(first), int(second)


def key_of(text: str) -> int:
    """Return the number of an open match; raise ``Refused`` (``bad_assumption``)."""
    if not text.isdecimal() or len(text) > 18:
        raise Refused("bad_assumption", match=None)
    return int(text)
