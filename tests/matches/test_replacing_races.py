"""A replacement meets moves, resignations, sweeps and another replacement, in real threads."""

from functools import partial
from typing import Any

import pytest

from accounts.models import User
from golem.matches import settle, sweep
from golem.matches.models import Match, Takeover, VacationDay
from golem.matches.services import resign, submit_move
from golem.matches.transactions import in_transaction
from golem.rest.locks import Busy
from golem.rest.refusals import Refused
from tests.matches.conftest import at, begin, person
from tests.matches.hours import SETUP, beat, h, set_left
from tests.matches.reopened import fresh
from tests.matches.test_replacing import replaced, sound
from tests.racing import race


@pytest.mark.django_db(transaction=True)
def test_a_replacement_meets_everything(
    anna: User, boris: User, clara: User, settings: Any
) -> None:
    settings.VACATION_DAYS = 3
    for round_ in range(8):
        match, hers = begin("streetsoccer", anna, boris), begin("streetsoccer", clara, boris)
        set_left(hers, "yellow", 2)
        beat(2)
        results = race(
            partial(replaced, match, anna, clara, 2),
            partial(submit_move, match.pk, anna, 1, SETUP, clock=at(h(2))),
            partial(resign, hers.pk, clara, at(h(1))) if round_ % 2 else partial(list),
            partial(replaced, match, boris, person(f"New{round_}"), 2),
            partial(sweep.run, at(h(2))),
            partial(in_transaction, partial(settle.settle, [clara.pk], h(2))),
        )
        errors = [one for one in results if isinstance(one, Exception)]
        assert [one for one in errors if not isinstance(one, Refused | Busy)] == []
        users = {seat.user_id for seat in fresh(match).seats.all()}
        assert clara.pk in users
        assert anna.pk not in users
        sweep.run(at(h(2)))
        for one in (match, hers):
            sound(one, 2)
        VacationDay.objects.all().delete()
        Takeover.objects.all().delete()
        Match.objects.all().delete()
