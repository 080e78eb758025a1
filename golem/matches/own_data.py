"""What is held here of one person, for the export of their account.

The person's own matches are in it as the person may see them: own sealed moves and lines of text,
those of others only once they are shown; no seed of a match that runs.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from accounts.hooks import Section
from accounts.models import User
from golem.matches import export, selectors
from golem.matches.hearing import Hearing
from golem.matches.models import Boundary, CalendarLink, Match, VacationDay
from golem.matches.represent import challenge_view

AT_ONCE = 50
"""Matches that are in memory at a time."""


def own_data(user: User) -> Iterator[Section]:
    """Yield the sections of this room; lists are read while they are written."""
    yield "matches", _matches(user)
    yield "challenges", map(challenge_view, selectors.own_challenges(user))
    yield "vacation_days", map(_day, VacationDay.objects.filter(player=user).order_by("at"))
    boundaries = Boundary.objects.filter(holder=user).select_related("other").order_by("pk")
    yield "boundaries", map(_boundary, boundaries)
    yield "calendar", {"made_at": _calendar_made_at(user)}


def _matches(user: User) -> Iterator[dict[str, Any]]:
    mine = Match.objects.filter(Q(seats__user=user) | Q(takeovers__old=user)).order_by("pk")
    ids = list(mine.values_list("pk", flat=True).distinct())
    for first in range(0, len(ids), AT_ONCE):
        rows = selectors.matches().filter(pk__in=ids[first : first + AT_ONCE]).order_by("pk")
        for match in rows.prefetch_related("moves", "draws"):
            yield _match(match, user)


def _match(match: Match, user: User) -> dict[str, Any]:
    own = selectors.seat_of(match, user)
    sealed = selectors.own_seal(match, own) if match.status == Match.Status.RUNNING else None
    hearing = Hearing(match, user)
    return export.document(match, own) | {
        "your_seat": own.name if own else None,
        "your_sealed_move": sealed.told_to(user.pk) if sealed else None,
        "notes": [
            {"ply": move.ply, "seat": move.seat, "note": note}
            for move in match.moves.all()
            if (note := hearing.note(move))
        ],
    }


def _day(day: VacationDay) -> dict[str, Any]:
    return {"year": day.year, "number": day.number, "at": day.at, "match": day.match_id}


def _boundary(row: Boundary) -> dict[str, Any]:
    return {"kind": row.kind, "player": row.other.username, "created_at": row.created_at}


def _calendar_made_at(user: User) -> Any:
    return CalendarLink.objects.filter(user=user).values_list("made_at", flat=True).first()
