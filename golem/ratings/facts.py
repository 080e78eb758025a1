"""Finished matches as the fold sees them: read many at a time, in the order in which they count."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Exists, Min, OuterRef, Q, QuerySet

from golem.matches import shown_zeros
from golem.matches.models import Match, Move, Seat, Takeover
from golem.play.rated import Finished, Unrated, why_unrated
from golem.play.rating import DRAW, LOSS, WIN

CHUNK: Final = 2000


class Key(NamedTuple):
    """The place of a match in the order in which results count."""

    at: datetime
    match: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished match: its place, its players in the order of seats, and why it is not rated."""

    key: Key
    players: tuple[int, ...]
    results: tuple[int, ...]
    reason: Unrated | None


def of_matches(match_ids: Collection[int]) -> dict[int, Ended]:
    """Return those of these matches that are finished (two queries)."""
    return {one.key.match: one for one in _read(Match.objects.filter(pk__in=match_ids))}


def in_order(game: str, since: Key | None, until: Key | None) -> Iterator[list[Ended]]:
    """Yield the rated matches of ``game`` from ``since`` to ``until``, both included (``None``:
    from the first, to the last), in the order in which they count, some thousand at a time (two
    queries each)."""
    rows = Match.objects.filter(game=game, rated=True, annulled_at=None)
    if until is not None:
        rows = rows.filter(before_or_at(until, "ended_at", "pk"))
    found = rows if since is None else rows.filter(from_on(since, "ended_at", "pk"))
    while True:
        chunk = _read(found.order_by("ended_at", "pk"), CHUNK)
        if chunk:
            yield [one for one in chunk if one.reason is None]
        if len(chunk) < CHUNK:
            return
        found = rows.filter(after(chunk[-1].key, "ended_at", "pk"))


def from_on(key: Key, at: str, pk: str) -> Q:
    """Return the condition that a row stands at ``key`` or later, by the names of its columns."""
    return Q(**{f"{at}__gte": key.at}) & ~Q(**{at: key.at, f"{pk}__lt": key.match})


def after(key: Key, at: str, pk: str) -> Q:
    """Return the condition that a row stands after ``key``."""
    return Q(**{f"{at}__gte": key.at}) & ~Q(**{at: key.at, f"{pk}__lte": key.match})


def before_or_at(key: Key, at: str, pk: str) -> Q:
    """Return the condition that a row stands at ``key`` or before it."""
    return Q(**{f"{at}__lte": key.at}) & ~Q(**{at: key.at, f"{pk}__gt": key.match})


def frontier(game: str, now: datetime) -> datetime | None:
    """Return the oldest deadline of ``game`` that has come and is not settled, if there is one.

    Its match may end at any instant from then on, and so before others that have ended already.
    """
    due = Seat.objects.filter(zero_at__lte=now, match__game=game)
    first: datetime | None = due.aggregate(first=Min("zero_at"))["first"]
    waiting = shown_zeros.waiting(now, Q(match__game=game))
    return min(filter(None, [first, *waiting[:1]]), default=None)


def _read(matches: QuerySet[Match], most: int | None = None) -> list[Ended]:
    replaced = Exists(Takeover.objects.filter(match=OuterRef("pk")))
    columns = ("pk", "ended_at", "how", "winner", "points", "rated", "annulled_at", "replaced")
    finished = matches.filter(status=Match.Status.FINISHED).annotate(replaced=replaced)
    rows = list(finished.values_list(*columns)[:most])
    seats = _seats_of([row[0] for row in rows])
    return [_ended(row, seats[row[0]]) for row in rows]


def _seats_of(match_ids: list[int]) -> dict[int, list[tuple[str, int, bool, bool]]]:
    """Return of each seat, in order: name, user, whether a bot, whether it made an own move."""
    own = Move.objects.filter(match=OuterRef("match"), seat=OuterRef("name"), forced=False)
    rows = Seat.objects.filter(match__in=match_ids).annotate(moved=Exists(own))
    columns = ("match", "name", "user", "user__is_bot", "moved")
    found = defaultdict(list)
    for match_id, *seat in rows.order_by("match", "number").values_list(*columns):
        found[match_id].append(tuple(seat))
    return found


def _ended(row: tuple[Any, ...], seats: list[tuple[str, int, bool, bool]]) -> Ended:
    pk, at, how, winner, points, rated, annulled_at, replaced = row
    names = tuple(seat[0] for seat in seats)
    facts = Finished(
        seats=names,
        how=how,
        winner=winner,
        pointless=not any((points or {}).values()),
        agreed=rated,
        annulled=annulled_at is not None,
        bots=any(seat[2] for seat in seats),
        replaced=replaced,
        movers=frozenset(seat[0] for seat in seats if seat[3]),
    )
    results = tuple(DRAW if not winner else WIN if name == winner else LOSS for name in names)
    return Ended(Key(at, pk), tuple(seat[1] for seat in seats), results, why_unrated(facts))
