"""The log of what operators did: one row an act, written in the act's own transaction."""

from datetime import datetime
from typing import Any

from accounts.models import User
from golem.matches.models import Act, Match, Seat
from golem.rest.refusals import Forbidden, Refused

LONGEST_REASON = 200  # characters
OWN_MATCH = "own_match"


def checked(reason: str) -> str:
    """Return ``reason`` as one line; raise ``Refused`` (``bad_reason``) if it says nothing."""
    words = " ".join(reason.split())
    if not words or len(words) > LONGEST_REASON or not words.isprintable():
        raise Refused("bad_reason", most=LONGEST_REASON)
    return words


def sits_in(match_id: int | None, user: User) -> bool:
    """Tell whether ``user`` has a seat in the match (one query)."""
    return Seat.objects.filter(match=match_id, user=user).exists()


def require_other(match_id: int, by: User | None) -> None:
    """Raise ``Forbidden`` (``own_match``) if ``by`` sits in the match: nobody acts as an operator
    or organiser on a match of their own. ``None``, a command on the server, sits nowhere."""
    if by is not None and sits_in(match_id, by):
        raise Forbidden(OWN_MATCH)


def note(
    kind: Act.Kind,
    reason: str,
    by: User | None,
    now: datetime,
    match: Match | None = None,
    seat: str = "",
    data: dict[str, Any] | None = None,
) -> Act:
    """Write an act into the log; ``by`` ``None`` is a command on the server."""
    return Act.objects.create(
        kind=kind, reason=reason, by=by, at=now, match=match, seat=seat, data=data or {}
    )


def acts_view(match: Match) -> list[dict[str, Any]]:
    """Return what operators did to ``match``, the first first, as everybody may know it: not who
    did it (one query)."""
    return [
        {
            "kind": act.kind,
            "at": act.at,
            "seat": act.seat or None,
            "seconds": act.data.get("seconds"),
            "reason": act.reason,
        }
        for act in match.acts.order_by("at", "pk")
    ]
