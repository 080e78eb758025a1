"""Asking for a match on a ladder: the server finds the opponent and starts it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from golem import registry
from golem.matches.models import Boundary, Match
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Conflict, Missing
from tournaments import messages_series
from tournaments.advance import step_locked
from tournaments.errors import PairingError
from tournaments.groups import Meeting, pair
from tournaments.ladder import rungs
from tournaments.locks import lock_event
from tournaments.models import Board, Event, Group, Pairing, Place
from tournaments.pairing import ladder as rules
from tournaments.stages import common


def ask(event_id: int, user: User, clock: Clock = timezone.now) -> Match:
    """Start a match of ``user`` against the highest available within reach; return it.

    Raises ``Missing`` (``no_such_event``) and ``Conflict``: ``not_on_ladder``, ``top_of_ladder``,
    ``challenge_out``, ``nobody_available``; ``Busy``.
    """
    return in_transaction(partial(_ask, event_id, user, clock))


def _ask(event_id: int, user: User, clock: Clock) -> Match:
    event = lock_event(event_id)
    if event.kind != Event.Kind.LADDER:
        raise Missing("no_such_event")
    now = clock()
    while step_locked(event, now):
        pass
    group = rungs.group_of(event)
    mine = rungs.on_rungs(group).filter(entry__user=user, withdrawn_at=None).first()
    if mine is None:
        raise Conflict("not_on_ladder")
    other = _opponent(group, mine, now)
    return _start(event, group, mine, other, now)


def _opponent(group: Group, mine: Place, now: datetime) -> Place:
    order = rungs.order_of(group)
    running = list(
        group.pairings.filter(decided_at=None).values_list("first", "second").order_by("pk")
    )
    reach = rules.within_reach(order, mine.pk)
    places = {place.pk: place for place in _places(reach)}
    try:
        found = rules.opponent_of(order, mine.pk, running, _rested(mine, places.values(), now))
    except PairingError as error:
        raise Conflict(error.code) from error
    return places[found]


def _places(keys: Iterable[int]) -> Iterable[Place]:
    return Place.objects.filter(pk__in=list(keys)).select_related("entry__user")


def _rested(mine: Place, others: Iterable[Place], now: datetime) -> set[int]:
    """Return whom one cannot have now: met not long ago, kept at a distance, away (two queries)."""
    met = _met_since(mine, now - timedelta(days=rules.SAME_PAIR_AFTER_DAYS))
    apart = _apart(mine)
    return {
        place.pk
        for place in others
        if place.pk in met
        or place.withdrawn_at is not None
        or place.entry.user_id in apart
        or not (place.entry.user and place.entry.user.is_active)
    }


def _met_since(mine: Place, since: datetime) -> set[int]:
    """Return the places whose last match against ``mine`` ended after ``since``."""
    ours = Q(first=mine) | Q(second=mine)
    rows = Pairing.objects.filter(ours, decided_at__gt=since).values_list("first", "second")
    return {place for row in rows for place in row if place is not None} - {mine.pk}


def _apart(mine: Place) -> set[int]:
    """Return the users of whom one has blocked the other."""
    me = mine.entry.user_id
    rows = Boundary.objects.filter(Q(holder=me) | Q(other=me), kind=Boundary.Kind.BLOCK)
    return {user for row in rows.values_list("holder", "other") for user in row}


def _start(event: Event, group: Group, mine: Place, other: Place, now: datetime) -> Match:
    last = group.pairings.order_by("-number").values_list("number", flat=True).first() or 0
    seat = _seat(event, mine, other)
    (pairing,) = pair(group, [Meeting(1, mine, other, (seat,), last + 1)], now)
    common.started(event, group, now)
    messages_series.ladder_asked(pairing, now)
    return Match.objects.get(board__pairing=pairing)


def _seat(event: Event, mine: Place, other: Place) -> str:
    """Return the seat at which ``mine`` sat less often than at the other one; if equal, the one
    at which the opponent sat more often; then the first."""
    seats = registry.load(event.game).info.seats
    own, theirs = _sat(mine, seats), _sat(other, seats)
    return min(seats, key=lambda seat: (own[seat], -theirs[seat], seats.index(seat)))


def _sat(place: Place, seats: tuple[str, ...]) -> dict[str, int]:
    """Return how often ``place`` sat at each seat in this ladder (one query)."""
    mine = Q(pairing__first=place) | Q(pairing__second=place)
    found = dict.fromkeys(seats, 0)
    for first, seat in Board.objects.filter(mine).values_list("pairing__first", "first_seat"):
        found[seat if first == place.pk else next(one for one in seats if one != seat)] += 1
    return found
