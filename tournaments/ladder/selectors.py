"""Questions about a ladder: who stands where, and what is being played."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from tournaments.ladder import rungs
from tournaments.models import Event, Pairing
from tournaments.pairing.ladder import reach


@dataclass(frozen=True, slots=True)
class Rung:
    """A place on the ladder: ``asked`` and ``asked_by`` are the matches for which its player
    asked, and for which others asked them."""

    number: int
    user: User
    asked: int
    asked_by: int
    within_reach: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """A match of the ladder that has ended; ``winner`` is nobody if nobody won."""

    at: datetime
    first: User
    second: User
    winner: User | None
    match_id: int


def rungs_of(event: Event, reader: User | None = None) -> list[Rung]:
    """Return the ladder from the top, with what the reader reaches (three queries)."""
    group = rungs.group_of(event)
    running = list(group.pairings.filter(decided_at=None).values_list("first", "second"))
    rows = rungs.on_rungs(group).filter(withdrawn_at=None).select_related("entry__user")
    places = list(rows)
    own = next((p.number for p in places if reader and p.entry.user_id == reader.pk), 0)
    lowest = own - reach(own) if own else 0
    return [
        Rung(
            place.number,
            place.entry.user,
            sum(first == place.pk for first, _ in running),
            sum(second == place.pk for _, second in running),
            bool(own) and lowest <= place.number < own,
        )
        for place in places
        if place.entry.user is not None
    ]


def running(event: Event) -> list[Pairing]:
    """Return the matches that run, the newest first, players and boards at hand (three queries)."""
    rows = Pairing.objects.filter(group__event=event, decided_at=None)
    sides = rows.select_related("first__entry__user", "second__entry__user")
    return list(sides.prefetch_related("boards").order_by("-pk"))


def last_results(event: Event, number: int) -> Sequence[Ended]:
    """Return the last matches that have ended, the newest first (three queries)."""
    rows = Pairing.objects.filter(group__event=event, decided_at__isnull=False)
    sides = rows.select_related("first__entry__user", "second__entry__user", "winner__entry__user")
    found = sides.prefetch_related("boards").order_by("-decided_at", "-pk")[:number]
    return [one for one in map(_ended, found) if one is not None]


def _ended(pairing: Pairing) -> Ended | None:
    boards, second = list(pairing.boards.all()), pairing.second
    users = pairing.first.entry.user, second.entry.user if second else None
    if users[0] is None or users[1] is None or not boards or boards[0].match_id is None:
        return None
    assert pairing.decided_at is not None
    winner = pairing.winner.entry.user if pairing.winner else None
    return Ended(pairing.decided_at, users[0], users[1], winner, boards[0].match_id)
