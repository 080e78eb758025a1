"""Vacation days that are spent later than their matches went on.

While the brake is on a player may have a clock at zero in one match and move in another. The day
that is settled at last, at its own instant, lies before that move: then the sum of both is not what
the columns show, and the ledger has to be asked.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.db.models.functions import Coalesce

from golem.matches import clock_columns
from golem.matches.log import BrokenLog
from golem.matches.models import Match, Seat
from golem.play.clock import Event, VacationDay

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Late:
    """A day of ``player`` that is number ``number``, from 1, of what happens; and the matches in
    which a move, a seal or an end is dated after it, or at its very instant."""

    number: int
    player: int
    matches: Sequence[int]


def first_late(found: Sequence[Event]) -> Late | None:
    """Return the first day among these events before which a match of its player went on (two
    queries, none if there is no day)."""
    days = [(number, day) for number, day in enumerate(found, 1) if isinstance(day, VacationDay)]
    if not days:
        return None
    gone_on = _gone_on({day.player for _, day in days}, days[0][1].at)
    for number, day in days:
        late = [one.match for one in gone_on[day.player] if one.since < day.at <= one.last]
        if late:
            return Late(number, day.player, late)
    return None


@dataclass(frozen=True, slots=True)
class _GoneOn:
    """A match that began to run at ``since``, and where something is dated ``last``."""

    match: int
    since: datetime
    last: datetime


def _gone_on(players: Collection[int], first: datetime) -> dict[int, list[_GoneOn]]:
    """Return, by player, the matches in which something happened at ``first`` or later."""
    since = Coalesce("match__reopened_at", "match__started_at")
    seats = Seat.objects.filter(user__in=players, match__vacation=True).order_by("match")
    changed = seats.filter(match__changed_at__gte=first).values_list(
        "user", "match", since, Coalesce("match__ended_at", "match__changed_at")
    )
    sealed = seats.filter(
        match__sealed_moves__seat=F("name"), match__sealed_moves__at__gte=first
    ).values_list("user", "match", since, "match__sealed_moves__at")
    found: dict[int, list[_GoneOn]] = defaultdict(list)
    for user, *of_match in (*changed, *sealed):
        found[user].append(_GoneOn(*of_match))
    return found


def correct_late(late: Late) -> None:
    """Save what the ledgers say, now that the day is stored, into the player's own columns."""
    for match in Match.objects.filter(pk__in=late.matches).order_by("pk"):
        try:
            clock_columns.correct(match, {late.player})
        except BrokenLog as error:
            log.error("a day is not added to its clocks as it should be: %s", error)
