"""Who sat where, and when: the present players of a match, and those whom they replaced.

A match in which somebody was replaced is unrated, so of a rated one nothing is asked.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from golem.matches.models import Match, Seat, Takeover, VacationDay


def takeovers_of(match: Match) -> list[Takeover]:
    """Return the takeovers in ``match``, the first first (at most one query)."""
    return [] if match.rated else list(match.takeovers.all())


class Sittings:
    """Who sat at which of ``seats``, all of one match (at most one query)."""

    def __init__(self, match: Match, seats: Iterable[Seat]) -> None:
        self._now = {seat.name: seat.user_id for seat in seats}
        self._rows = takeovers_of(match)

    @property
    def people(self) -> set[int]:
        """All who sit there, or ever did, by number."""
        return {*self._now.values(), *(row.old_id for row in self._rows if row.seat in self._now)}

    def at(self, seat: str, instant: datetime) -> int:
        """Return who sat at ``seat`` at ``instant``. At that of a takeover the old one still did:
        what happens at one instant comes before it."""
        later = (row.old_id for row in self._rows if row.seat == seat and row.at >= instant)
        return next(later, self._now[seat])


def days_since(seat: Seat, since: datetime) -> list[VacationDay]:
    """Return the vacation days after ``since`` of whoever sat at ``seat`` then (``seat.match`` at
    hand; at most two queries)."""
    sat = Sittings(seat.match, [seat])
    spent = VacationDay.objects.filter(player__in=sat.people, at__gt=since)
    return [day for day in spent if sat.at(seat.name, day.at) == day.player_id]


def takeovers_view(match: Match) -> list[dict[str, Any]]:
    """Return the takeovers as everybody may know them, the first first (at most one query)."""
    if match.rated:
        return []
    return [
        {
            "at": row.at,
            "ply": row.ply,
            "seat": row.seat,
            "old": row.old.username,
            "new": row.new.username,
            "reason": row.reason,
        }
        for row in match.takeovers.select_related("old", "new")
    ]
