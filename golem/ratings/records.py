"""What a player's matches came to: by side, by ending and by opponent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from golem.matches.models import Match, Seat

OPPONENTS: Final = 50
"""So many opponents are listed, those first whom the player met most often."""


@dataclass(frozen=True, slots=True)
class Record:
    """Matches of one kind: ``key`` is a side, an ending or a name; those that nobody won are
    ``undecided``."""

    key: str
    played: int
    won: int
    undecided: int

    @property
    def lost(self) -> int:
        """How many the player lost."""
        return self.played - self.won - self.undecided


@dataclass(frozen=True, slots=True)
class Records:
    """All matches of a player at one game that count, rated or not; ``opponents`` are how many
    different ones there were."""

    sides: Sequence[Record]
    endings: Sequence[Record]
    met: Sequence[Record]
    opponents: int


def records_of(user: User, game: str) -> Records:
    """Return the player's records at ``game`` (four queries)."""
    seats = Seat.objects.filter(user=user, match__in=Match.objects.counting().filter(game=game))
    other = Seat.objects.filter(match=OuterRef("match")).exclude(user=user).order_by("number")
    against = seats.annotate(opponent=Subquery(other.values("user__username")[:1]))
    return Records(
        sides=_counted(seats, "name"),
        endings=_counted(seats, "match__how"),
        met=_counted(against, "opponent", OPPONENTS),
        opponents=against.aggregate(number=Count("opponent", distinct=True))["number"],
    )


def _counted(seats: "QuerySet[Seat, Any]", key: str, most: int | None = None) -> list[Record]:
    rows = (
        seats.order_by()
        .values(key)
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=Q(match__winner=F("name"))),
            undecided=Count("pk", filter=Q(match__winner="")),
        )
        .order_by("-played", key)
    )
    return [
        Record(row[key] or "", row["played"], row["won"], row["undecided"]) for row in rows[:most]
    ]
