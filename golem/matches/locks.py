"""The locks of a match, in their one order.

Order: the one lock that whatever changes all clocks has alone and all others share (see
:mod:`golem.matches.transactions`); the row of the event; the clock rows of the human seats by
ascending id; the match; then its seats are read. Every service that changes a match takes them
here. Rooms above lock their event first in a call of ``in_transaction``, and call services from
inside it, which join: but then a service that finds something due undoes and repeats the whole,
so it must change nothing but the database. Of several matches the players are all locked first, by
one call of :func:`lock_players`.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from django.db.models import BigIntegerField

from accounts.models import User
from golem.matches.models import Match, PlayerClock, Seat
from golem.matches.transactions import DueFirst
from golem.rest.prepared import Prepared
from golem.rest.refusals import Missing

_SEAT: Final = [field.attname for field in Seat._meta.concrete_fields]
_MATCH: Final = [field.attname for field in Match._meta.concrete_fields]
_NEEDED = {"id", "username", "is_bot", "is_house", "is_active"}
# In the model's own order: from_db() goes by it.
_USER: Final = [f.attname for f in User._meta.concrete_fields if f.attname in _NEEDED]

_clocks = Prepared(
    lambda match_id: (
        PlayerClock.objects.filter(user__seats__match=match_id, user__is_bot=False)
        .order_by("pk")
        .select_for_update(of=("self",), no_key=True)
        .values_list("pk")
    ),
    BigIntegerField(),
)
_match = Prepared(
    lambda pk: Match.objects.filter(pk=pk).select_for_update(no_key=True).values_list(*_MATCH),
    BigIntegerField(),
)
_seats = Prepared(
    lambda match_id: (
        Seat.objects.filter(match=match_id)
        .order_by("number")
        .values_list(*_SEAT, *(f"user__{name}" for name in _USER))
    ),
    BigIntegerField(),
)


def lock_players(user_ids: Iterable[int]) -> None:
    """Lock the clock rows of these people, ascending; rows that do not exist yet are made.

    Bots have no clock row: those among them are left out.
    """
    ids = make_rows(user_ids)
    rows = PlayerClock.objects.filter(pk__in=ids).order_by("pk")
    if ids:
        list(rows.select_for_update(no_key=True).values_list("pk"))


def make_rows(user_ids: Iterable[int]) -> list[int]:
    """Return the people among these users; their clock rows are there after it (one query)."""
    people = User.objects.filter(is_bot=False, pk__in=list(user_ids))
    found = dict(people.order_by("pk").values_list("pk", "clock"))
    missing = [PlayerClock(user_id=user_id) for user_id, row in found.items() if row is None]
    PlayerClock.objects.bulk_create(missing, ignore_conflicts=True)
    return list(found)


def claim(user_ids: Iterable[int]) -> frozenset[int]:
    """Lock those of these people's clock rows that nobody holds; wait for none. Return whose."""
    rows = PlayerClock.objects.filter(pk__in=list(user_ids)).order_by("pk")
    free = rows.select_for_update(no_key=True, skip_locked=True)
    return frozenset(free.values_list("pk", flat=True))


def lock_match(match_id: int) -> tuple[Match, list[Seat]]:
    """Return the match and its seats in order, all locked; raise ``Missing`` if there is none.

    To be called first in a call of ``in_transaction``, which it may let begin anew; ``now`` is read
    right after it (three queries). The seats are at hand as ``match.seats.all()`` too.
    """
    locked = {pk for (pk,) in _clocks(match_id)}
    match, seats = _rows(match_id)
    people = {seat.user_id for seat in seats if not seat.user.is_bot}
    if people - locked:  # no row yet, or sat down just now: behind the match it would be too late
        raise DueFirst(partial(make_rows, people))
    return match, seats


def _rows(match_id: int) -> tuple[Match, list[Seat]]:
    """Return the match, locked, and then its seats with their users."""
    found = _match(match_id)
    if not found:
        raise Missing("no_such_match")
    match = Match.from_db("default", _MATCH, found[0])
    seats = [_seat(row) for row in _seats(match_id)]
    match.hold(seats)
    return match, seats


def _seat(row: tuple[Any, ...]) -> Seat:
    seat = Seat.from_db("default", _SEAT, row[: len(_SEAT)])
    seat.user = User.from_db("default", _USER, row[len(_SEAT) :])
    return seat
