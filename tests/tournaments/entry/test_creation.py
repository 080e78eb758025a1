"""Making events, copies of them, and calling them off."""

from datetime import timedelta

import pytest

from accounts.models import User
from golem.outbox.models import Notice
from golem.rest.refusals import Conflict, Forbidden, Refused, Unprocessable
from tests.matches.conftest import person
from tests.racing import race
from tests.tournaments.entry.making import NOW, clock, cup, made, people
from tournaments import creation
from tournaments.document import complete
from tournaments.entries import enter
from tournaments.models import Event, EventAct

pytestmark = pytest.mark.django_db


def test_an_event_is_what_its_document_says(anna: User) -> None:
    event = made(anna)
    assert event.document == complete(cup())
    assert (event.kind, event.game, event.name) == ("tournament", "streetsoccer", "Spring cup")
    assert (event.status, event.organiser, event.bots) == ("entry", anna, False)
    assert [(act.kind, act.by, act.at) for act in event.acts.all()] == [("created", anna, NOW)]


def test_no_event_waits_for_ever(anna: User) -> None:
    full, by_date = made(anna), made(anna, start={"when": "date", "at": "2027-05-01T18:00:00Z"})
    assert (full.starts_at, full.closes_at) == (None, NOW + timedelta(days=60))
    assert full.due_at == full.closes_at
    assert by_date.starts_at is not None
    assert by_date.starts_at.isoformat() == "2027-05-01T18:00:00+00:00"
    assert by_date.due_at == by_date.starts_at
    sooner = made(anna, entry={"most": 4, "closes_at": "2027-04-01T00:00:00Z"})
    assert sooner.due_at == sooner.closes_at
    assert sooner.closes_at is not None
    assert sooner.closes_at.isoformat() == "2027-04-01T00:00:00+00:00"


def test_a_bad_document_makes_no_event_and_names_every_problem(anna: User) -> None:
    with pytest.raises(Unprocessable) as refused:
        made(anna, name="A\r\nBcc: x@example.org", stages=[{"kind": "swiss", "rounds": 99}])
    assert refused.value.code == "bad_event"
    assert refused.value.data == {
        "problems": [
            {
                "path": "/stages/0/rounds",
                "code": "out_of_range",
                "detail": "This is a whole number from 1 to 20.",
                "data": {"least": 1, "most": 20},
            }
        ]
    }
    assert not Event.objects.exists()


def test_the_kinds_of_the_server_are_not_for_players(anna: User) -> None:
    with pytest.raises(Forbidden, match="server_event"):
        made(anna, kind="ladder", stages=[])


def test_bots_make_events_for_bots_only(db: None) -> None:
    clank = person("Clank", is_bot=True)
    with pytest.raises(Forbidden, match="bots_make_bot_events"):
        made(clank)
    assert made(clank, bots=True).bots


def test_five_events_may_take_entries_at_a_time(anna: User) -> None:
    events = [made(anna) for _ in range(creation.WAITING_AT_MOST)]
    with pytest.raises(Conflict, match="too_many_events"):
        made(anna)
    creation.cancel(events[0].pk, anna, clock=clock)
    made(anna)


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_no_more_than_five_are_made() -> None:
    anna = person("Anna")
    results = race(*[lambda: made(anna) for _ in range(8)])
    assert sum(isinstance(result, Event) for result in results) == creation.WAITING_AT_MOST
    assert Event.objects.count() == creation.WAITING_AT_MOST


@pytest.mark.parametrize("password", ["two\nlines", "x" * 65])
def test_a_password_is_one_line(anna: User, password: str) -> None:
    with pytest.raises(Refused, match="bad_event_password"):
        made(anna, password)


def test_a_password_is_stored_hashed_and_is_in_no_document(anna: User) -> None:
    event = made(anna, "open sesame")
    assert "sesame" not in event.password
    assert "sesame" not in str(creation.export(event))


def test_a_copy_is_a_document_without_dates(anna: User) -> None:
    event = made(anna, start={"when": "date", "at": "2027-05-01T18:00:00Z"})
    copy = creation.clone(event, {"name": "Summer cup"})
    assert copy == event.document | {
        "name": "Summer cup",
        "start": {"when": "date", "at": None},
        "entry": event.document["entry"] | {"closes_at": None},
    }
    with pytest.raises(Unprocessable):
        creation.create(anna, copy, clock=clock)
    copy["start"]["at"] = "2027-08-01T18:00:00Z"
    assert creation.create(anna, copy, clock=clock).name == "Summer cup"
    assert event.document["start"]["at"] == "2027-05-01T18:00:00Z"


def test_an_export_makes_the_same_event_again(anna: User, boris: User) -> None:
    exported = creation.export(made(anna))
    assert creation.create(boris, exported, clock=clock).document == exported


def test_calling_off_is_logged_and_told_to_all_who_entered(anna: User, boris: User) -> None:
    event = made(anna, entry={"most": 3})
    for player in people(4):
        enter(event.pk, player, clock=clock)
    with pytest.raises(Forbidden, match="not_the_organiser"):
        creation.cancel(event.pk, boris, clock=clock)
    event = creation.cancel(event.pk, anna, "Rain.", clock=clock)
    assert (event.status, event.ended_at, event.due_at) == ("cancelled", NOW, None)
    act = event.acts.get(kind=EventAct.Kind.CANCELLED)
    assert (act.by, act.reason) == (anna, "Rain.")
    told = Notice.objects.filter(kind="event_cancelled", subject=event.pk)
    assert told.count() == 4
    with pytest.raises(Conflict, match="event_over"):
        creation.cancel(event.pk, anna, clock=clock)


def test_a_reason_is_one_line(anna: User) -> None:
    with pytest.raises(Refused, match="bad_reason"):
        creation.cancel(made(anna).pk, anna, "a\nb", clock=clock)
