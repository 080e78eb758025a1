"""The locks of a match, in their one order.

Order: the event, once there are events; the clock rows of the human seats by ascending id;
the match; then its seats are read. Every service that changes a match takes them here.
"""

from collections.abc import Iterable
from typing import Any

from accounts.models import User
from golem.matches.models import Match, PlayerClock, Seat
from golem.rest.refusals import Missing


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

    To be called first in the transaction; ``now`` is read right after it.
    """
    lock_players(people_of(match_id))
    match = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
    if match is None:
        raise Missing("no_such_match")
    return match, list(match.seats.select_related("user"))


def people_of(match_id: int) -> list[int]:
    """Return the ids of the people (bots and the house left out) who sit in a match, ascending."""
    return list(_people(seats__match_id=match_id))


def _people(**which: Any) -> Iterable[int]:
    people = User.objects.filter(is_bot=False, **which)
    return people.order_by("pk").values_list("pk", flat=True)
