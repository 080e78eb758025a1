"""What the tests of annulled and reopened matches ask and do."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from golem.matches import clock_columns, clocks, export, house, projections, settle
from golem.matches.models import Match
from golem.matches.services import submit_move
from golem.matches.transactions import in_transaction
from golem.outbox.models import Notice
from golem.play import clock
from golem.rest.refusals import Refused
from tests.matches.conftest import NOON, at
from tests.matches.hours import h


def hours(span: timedelta) -> float:
    return span / timedelta(hours=1)


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def left(match: Match, now: float) -> dict[str, float]:
    """Return the hours on each clock of the match at this hour, as its ledger says."""
    found = clocks.facts_of(fresh(match))
    shown = [clock.clock_of(facts, clocks.pauses(NOON, NOON)) for facts in found]
    return {one.seat: round(hours(one.read(h(now), ())), 6) for one in shown}


def all_right(match: Match) -> None:
    """Made anew from the log, every column is what is stored."""
    assert projections.differences(fresh(match)) == {}
    assert clock_columns.differences(fresh(match)) == {}


def play_on(match: Match, plies: int, hour: float) -> None:
    """Play so many plies, as the house would."""
    for _ in range(plies):
        now = fresh(match)
        (seat,) = [seat for seat in now.seats.all() if seat.to_move]
        submit_move(now.pk, seat.user, now.ply, house.choose(now, seat.name), clock=at(h(hour)))


def settle_at(player: User, hour: float) -> None:
    in_transaction(lambda: settle.settle([player.pk], h(hour)))


def refused(code: str, act: Callable[[], object]) -> None:
    with pytest.raises(Refused) as error:
        act()
    assert error.value.code == code


def waiting() -> list[tuple[str, str, int, int]]:
    """Return what there is to tell: kind, whom, ply, run."""
    rows = Notice.objects.order_by("pk")
    return list(rows.values_list("kind", "user__username", "ply", "run"))


def document(match: Match) -> Any:
    from rest_framework.renderers import JSONRenderer

    return json.loads(JSONRenderer().render(export.document(fresh(match), None)))
