"""Questions about a ladder: who stands where, and what is being played."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from tournaments.ladder import rungs
from tournaments.models import Event, Group, Pairing, Place
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


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a reader stands: ``number`` is the rung, ``row`` counts those who are shown from the
    top, ``highest`` is the highest rung within reach; ``asked`` is the match under way for which
    they asked."""

    number: int
    row: int
    highest: int
    asked: int | None

    @property
    def lowest(self) -> int:
        """The lowest rung within reach."""
        return self.number - 1


def standing(group: Group) -> QuerySet[Place]:
    """Return who is on the ladder and has not left, the top first, users at hand."""
    return rungs.on_rungs(group).filter(withdrawn_at=None).select_related("entry__user")


def standing_of(group: Group, reader: User | None) -> Standing | None:
    """Return where ``reader`` stands, or nothing (three queries at most)."""
    place = standing(group).filter(entry__user=reader).first() if reader else None
    if place is None:
        return None
    own = group.pairings.filter(first=place, decided_at=None)
    return Standing(
        number=place.number,
        row=standing(group).filter(number__lte=place.number).count(),
        highest=max(1, place.number - reach(place.number)),
        asked=own.values_list("boards__match_id", flat=True).first(),
    )


def some_rungs(group: Group, places: Sequence[Place], own: Standing | None) -> list[Rung]:
    """Return these places of the ladder, in their order, with what the reader, who has the place
    ``own``, reaches (one query)."""
    keys = [place.pk for place in places]
    theirs = Q(first__in=keys) | Q(second__in=keys)
    running = _sides(group.pairings.filter(theirs, decided_at=None))
    return _rungs(places, running, own.number if own else 0)


def _sides(pairings: QuerySet[Pairing]) -> list[tuple[int, int | None]]:
    return list(pairings.values_list("first", "second"))


def _rungs(
    places: Sequence[Place], running: Sequence[tuple[int, int | None]], own: int
) -> list[Rung]:
    asking = Counter(first for first, _ in running)
    asked = Counter(second for _, second in running)
    highest = own - reach(own) if own else 0
    return [
        Rung(
            place.number,
            place.entry.user,
            asking[place.pk],
            asked[place.pk],
            bool(own) and highest <= place.number < own,
        )
        for place in places
        if place.entry.user is not None
    ]


def running(event: Event, number: int) -> list[Pairing]:
    """Return the last matches that run, the newest first, with players and boards (two queries)."""
    rows = Pairing.objects.filter(group__event=event, decided_at=None)
    sides = rows.select_related("first__entry__user", "second__entry__user")
    return list(sides.prefetch_related("boards").order_by("-pk")[:number])


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
