"""Telling the workers that something is due. Only a hint: what is due is in the database."""

from collections.abc import Iterable

from django.db import transaction

from golem.matches.models import Match, Seat
from golem.rest.publishing import publish


def after_change(match: Match, seats: Iterable[Seat]) -> None:
    """Once the transaction is committed, tell the workers if the house is to move in ``match``.

    A broker that is away or slow costs the caller nothing but a log line: the sweep finds the
    match all the same.
    """
    running = match.status == Match.Status.RUNNING
    if running and any(seat.to_move and seat.user.is_house for seat in seats):
        transaction.on_commit(lambda: _publish(match.pk), robust=True)


def _publish(match_id: int) -> None:
    from golem.matches.tasks import move_for_house

    publish(move_for_house, match_id)
