"""The dry run: what an event would come to, before anybody has entered. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from golem import registry
from golem.play.controls import PRESETS, TimeControl
from golem.play.protocol import longest_of
from tournaments import bounds, sense
from tournaments.document import most_of
from tournaments.shape import StageShape, stage_shapes

DAY = timedelta(days=1)
SEATS = 2
UNBOUNDED_YEARS = 30
"""An end farther away than this says nothing."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the event comes to for ``players`` (in a team cup: teams of ``boards`` players).

    ``matches``: all of them, in a knock-out without those that level ties may need further.
    ``at_once``: the most that one player has at a time. ``starts_at``: the last instant at which
    it starts, if that is known; ``ends_by``: the last instant at which its last match can end by
    its clocks, vacation days included, outages and time given by hand not; ``None``: unknown.
    ``match_lasts``: the longest that the two clocks of one match run.
    """

    players: int
    least: int
    most: int | None
    boards: int
    matches: int
    at_once: int
    stages: tuple[StageShape, ...]
    match_lasts: timedelta | None
    starts_at: datetime | None
    ends_by: datetime | None


def plan(
    document: Mapping[str, Any], now: datetime, vacation_days: int, players: int | None = None
) -> Plan:
    """Return the plan of a full document for ``players``, else for as many as may enter.

    ``vacation_days`` is the allowance of a player for a calendar year.
    """
    least, most = document["entry"]["least"], most_of(document)
    players = players or most or least
    stages = stage_shapes(document, players)
    starts_at = latest_start(document, now)
    return Plan(
        players=players,
        least=least,
        most=most,
        boards=document["teams"]["players"] if document["kind"] == "team_cup" else 1,
        matches=sum(stage.matches for stage in stages),
        at_once=max((stage.at_once for stage in stages), default=0),
        stages=stages,
        match_lasts=longest_match(document),
        starts_at=starts_at,
        ends_by=_ends_by(document, stages, now, starts_at, vacation_days),
    )


def latest_start(document: Mapping[str, Any], now: datetime) -> datetime | None:
    """Return the last instant at which an event made ``now`` can start by itself."""
    if document["start"]["when"] == "date":
        return sense.instant(document["start"]["at"])
    return sense.instant(document["entry"]["closes_at"]) or now + bounds.OPEN_DAYS * DAY


def longest_match(document: Mapping[str, Any]) -> timedelta | None:
    """Return the longest that the clocks of one match can run with the event's options, vacation
    days not included.

    ``None`` for a game whose matches may be of any length, unless each seat has a fixed time.
    """
    plies = longest_of(registry.load(document["game"]), document["options"])
    return time_of(PRESETS[document["control"]], plies)


def time_of(control: TimeControl, plies: int | None) -> timedelta | None:
    """Return the most time that all seats together can use in a match of at most ``plies``.

    No more than is given: the banks, and an increment for each ply; and for no ply more than a
    full clock.
    """
    banks = SEATS * control.bank_time
    if not control.increment:
        return banks
    if plies is None:
        return None
    return min(banks + plies * control.increment_time, plies * control.cap_time)


def _ends_by(
    document: Mapping[str, Any],
    stages: tuple[StageShape, ...],
    now: datetime,
    starts_at: datetime | None,
    vacation_days: int,
) -> datetime | None:
    if starts_at is None or not stages:
        return None
    in_a_row = sum(stage.in_a_row for stage in stages)
    return ends_after(document, starts_at, in_a_row, min(now.year, starts_at.year), vacation_days)


def ends_after(
    document: Mapping[str, Any], begins: datetime, in_a_row: int, year: int, vacation_days: int
) -> datetime | None:
    """Return when so many matches, each begun as the one before ends, have ended at the latest.

    The first begins at ``begins``; the event may have begun in ``year`` already. ``None``: the
    game has no longest match, or the end is too far away to say anything.
    """
    lasts = longest_match(document)
    if lasts is None:
        return None
    days = vacation_days if document["vacation"] and not document["bots"] else 0
    at: datetime | None = begins
    for _ in range(in_a_row):
        at = _match_ends(at, lasts, year, days) if at else None
    return at


def _match_ends(begins: datetime, lasts: timedelta, year: int, days: int) -> datetime | None:
    """Return when a match that begins at ``begins`` ends at the latest, if both its players spend
    the days of all calendar years that it touches; the event may begin in ``year`` already."""
    end, years = begins + lasts, 0
    first = begins.year if days == 0 else max(year, begins.year - 1)
    while years != (found := end.year - first + 1):
        years = found
        if years > UNBOUNDED_YEARS:
            return None
        end = begins + lasts + SEATS * years * days * DAY
    return end
