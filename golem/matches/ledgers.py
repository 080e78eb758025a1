"""The public ledger of a match: every change of its clocks, why, and when no clock ran."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from golem.matches import clocks
from golem.matches.acts import acts_view
from golem.matches.models import Match, Pause, VacationDay
from golem.matches.sitting import Sittings, takeovers_view
from golem.matches.spans import whole_seconds
from golem.play import clock
from golem.play.clock import Entry, Reason, SeatFacts


@dataclass(frozen=True, slots=True)
class Line:
    """A change of a clock: seconds, rounded so that ``change`` leads from one ``left`` to the next.

    ``match`` is the one whose clock ran out, for a vacation day; ``note`` tells why time was given.
    """

    at: datetime
    reason: str
    change: int
    left: int
    match: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ledgers:
    """The lines of each seat, by name in the seats' order, and the pauses within the match."""

    seats: dict[str, list[Line]]
    pauses: list[Pause]


def ledgers_of(match: Match) -> Ledgers:
    """Return the public ledgers of ``match``; what sealed moves have changed is not in them.

    A fixed number of queries.
    """
    rows = list(_pauses_within(match))
    pauses = clock.merged([clock.Pause(row.began_at, row.ended_at) for row in rows])
    notes = _Notes(match)
    lines = {facts.seat: list(_lines(facts, pauses, notes)) for facts in clocks.facts_of(match)}
    return Ledgers(lines, rows)


def _pauses_within(match: Match) -> QuerySet[Pause]:
    found = Pause.objects.filter(Q(ended_at=None) | Q(ended_at__gt=match.started_at))
    return found.filter(began_at__lt=match.ended_at) if match.ended_at else found


class _Notes:
    """What a ledger's lines do not tell themselves: the causes of days, the reasons of gifts."""

    def __init__(self, match: Match) -> None:
        self._sat = Sittings(match, match.seats.all())
        days = VacationDay.objects.filter(player__in=self._sat.people)
        self._days = {(day.player_id, day.at): day.match_id for day in days}
        self._gifts = {(gift.seat, gift.at): gift.reason for gift in match.gifts.all()}

    def cause(self, facts: SeatFacts, entry: Entry) -> int | None:
        """Return the match for which the vacation day of ``entry`` was spent."""
        if entry.reason != Reason.VACATION:
            return None
        return self._days.get((self._sat.at(facts.seat, entry.at), entry.at))

    def why(self, facts: SeatFacts, entry: Entry) -> str:
        """Return the operator's reason for the gift of ``entry``."""
        return self._gifts.get((facts.seat, entry.at), "") if entry.reason == Reason.GIFT else ""


def _lines(facts: SeatFacts, pauses: tuple[clock.Pause, ...], notes: _Notes) -> Iterator[Line]:
    before = 0
    for entry in clock.ledger(facts, pauses):
        left = whole_seconds(entry.left)
        cause, why = notes.cause(facts, entry), notes.why(facts, entry)
        yield Line(entry.at, str(entry.reason), left - before, left, cause, why)
        before = left


def reopenings_view(match: Match) -> list[dict[str, Any]]:
    """Return the ends of ``match`` that were taken back, the first first (at most one query)."""
    if not match.reopened:
        return []
    return [
        {
            "ended_at": row.ended_at,
            "how": row.how,
            "winner": row.winner or None,
            "points": row.points,
            "at": row.at,
            "reason": row.reason,
        }
        for row in match.reopenings.all()
    ]


def ledgers_view(match: Match) -> dict[str, Any]:
    """Return the ledgers as the API shows them."""
    found = ledgers_of(match)
    return {
        "seats": {
            name: [
                {
                    "at": line.at,
                    "reason": line.reason,
                    "change": line.change,
                    "left": line.left,
                    "match": line.match,
                    "note": line.note,
                }
                for line in lines
            ]
            for name, lines in found.seats.items()
        },
        "pauses": [
            {
                "kind": row.kind,
                "began_at": row.began_at,
                "ended_at": row.ended_at,
                "reason": row.reason,
            }
            for row in found.pauses
        ],
        "reopenings": reopenings_view(match),
        "takeovers": takeovers_view(match),
        "acts": acts_view(match),
    }
