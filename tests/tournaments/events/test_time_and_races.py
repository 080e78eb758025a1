"""Events whose tasks come late, twice, or die; and events in which nobody does anything."""

from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from golem.matches.models import Match
from golem.matches.services import resign
from golem.outbox.models import Notice
from tests.matches.hours import NOON, at
from tests.racing import race
from tests.tournaments.events.playing import (
    DOUBLE,
    KNOCK_OUT,
    ROUND_ROBIN,
    begun,
    finish_all,
    hour,
    let_time_pass,
    open_event,
    people,
    running,
)
from tournaments.advance import advance, advance_all, advance_one, due_events
from tournaments.models import Board, Event, EventAct, Group, News, Pairing, Place

Status = Event.Status
GROUPS = {"kind": "round_robin", "legs": 1, "groups": 2, "advance": 1}
SWISS = {"kind": "swiss", "rounds": 3}


@pytest.mark.django_db
@pytest.mark.parametrize("stages", [[ROUND_ROBIN], [SWISS], [KNOCK_OUT], [GROUPS, KNOCK_OUT]])
def test_nobody_moves_and_it_ends(stages: list[dict[str, Any]], settings: Any) -> None:
    settings.VACATION_DAYS = 1
    settings.BRAKE_ABOVE_MATCHES = 10_000
    event = let_time_pass(begun(people(5), *stages), 24 * 90)
    assert event.status == Status.FINISHED
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
    assert event.ended_at
    assert event.ended_at > hour(24 * 10)


@pytest.mark.django_db(transaction=True)
def test_four_workers_start_it_once() -> None:
    event = open_event(people(5), DOUBLE)
    assert race(*[lambda: advance_one(event.pk, at(NOON))] * 4) == [True] * 4
    assert (Match.objects.count(), Group.objects.count()) == (20, 1)
    assert EventAct.objects.filter(kind=EventAct.Kind.STARTED).count() == 1
    assert Notice.objects.filter(kind="event_started").count() == 5


@pytest.mark.django_db(transaction=True)
def test_last_matches_that_end_at_once_are_followed_by_one_next_stage() -> None:
    event = begun(people(6), GROUPS, KNOCK_OUT)
    calls = []
    for board in running(event):
        assert board.match
        user = board.match.seats.all()[0].user
        calls.append(lambda pk=board.match.pk, user=user: resign(pk, user, clock=at(hour(1))))
    race(*calls, *[lambda: advance_all(at(hour(1)))] * 3)
    advance_all(at(hour(1)))
    assert Group.objects.filter(stage=2).count() == 1
    assert Match.objects.count() == 6 + 2
    assert not News.objects.exists()


WRITES = (Group, Place, Pairing, Board, Match, EventAct, Notice)


@pytest.fixture(params=WRITES, ids=lambda model: model.__name__)
def dies_after(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the process die right after it has first written rows of a kind, until told otherwise."""
    model: type[Model] = request.param
    manager = type(model._default_manager)
    before, alive = manager.bulk_create, {"armed": False}

    def bulk_create(self: Any, *args: Any, **kwargs: Any) -> Any:
        rows = before(self, *args, **kwargs)
        if self.model is model and alive["armed"]:
            raise DatabaseError("killed")
        return rows

    monkeypatch.setattr(manager, "bulk_create", bulk_create)
    save = model.save

    def saved(self: Any, *args: Any, **kwargs: Any) -> None:
        save(self, *args, **kwargs)
        if alive["armed"]:
            raise DatabaseError("killed")

    monkeypatch.setattr(model, "save", saved)
    return alive


@pytest.mark.django_db(transaction=True)
def test_a_death_between_any_two_writes_is_made_good(dies_after: dict[str, bool]) -> None:
    event = open_event(people(4), GROUPS, KNOCK_OUT)
    dies_after["armed"] = True
    failed = advance_all(at(NOON))
    dies_after["armed"] = False
    assert Match.objects.count() in (0, 1, 2)
    Event.objects.update(due_at=NOON)
    advance_all(at(NOON))
    assert failed in (0, 1)
    assert Match.objects.count() == 2
    event.refresh_from_db()
    for number in range(1, 4):
        event = finish_all(event, hour(number))
    assert (event.status, Match.objects.count()) == (Status.FINISHED, 4)
    assert EventAct.objects.filter(kind=EventAct.Kind.STARTED).count() == 1


@pytest.mark.django_db
def test_one_broken_event_stops_no_other_and_comes_again() -> None:
    users = people(2)
    broken, sound = open_event(users, {"kind": "unheard-of"}), open_event(users, ROUND_ROBIN)
    assert advance_all(at(NOON)) == 1
    sound.refresh_from_db()
    assert sound.status == Status.RUNNING
    assert due_events(NOON) == []
    assert due_events(hour(1)) == [broken.pk]


@pytest.mark.django_db
def test_a_result_costs_as_many_queries_in_a_large_event_as_in_a_small_one() -> None:
    counts = []
    users = people(24)
    for number in (4, 24):
        groups = {"kind": "round_robin", "legs": 1, "groups": number // 4}
        event = begun(users[:number], groups)
        board = running(event)[0]
        assert board.match
        resign(board.match.pk, board.match.seats.all()[0].user, clock=at(hour(1)))
        with CaptureQueriesContext(
            connection,
        ) as caught:
            advance(event.pk, at(hour(1)))
        counts.append(len(caught))
    assert counts[0] == counts[1]
