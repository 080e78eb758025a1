"""Telling the workers that something is due. Only a hint: what is due is in the database."""

from collections.abc import Callable, Iterable
from typing import Final

from django.db import transaction

from golem.matches.models import Match, Seat
from golem.rest.publishing import publish

after_end: Final[list[Callable[[Match], None]]] = []
"""Rooms above add what is to be called, in the transaction, once an act of a player ended a match.
Not for what the clock or an operator ends: the timetable finds it."""


def after_change(match: Match, seats: Iterable[Seat]) -> None:
    """Once the transaction is committed, tell the workers if the house is to move in ``match``, or
    if it has ended.

    A broker that is away or slow costs the caller nothing but a log line: the sweep finds the
    match all the same.
    """
    running = match.status == Match.Status.RUNNING
    if running and any(seat.to_move and seat.user.is_house for seat in seats):
        transaction.on_commit(lambda: _publish(match.pk), robust=True)
    if not running:
        for tell in after_end:
            tell(match)


def _publish(match_id: int) -> None:
    from golem.matches.tasks import move_for_house

    publish(move_for_house, match_id)
