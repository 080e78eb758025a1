"""Accounts that are closed leave no place taken in events that have not begun."""

from typing import Any

import pytest

from accounts.hooks import leaving, own_data
from accounts.models import User
from tests.tournaments.entry.making import clock, made, people
from tournaments import closing, teams
from tournaments.advance import advance_all
from tournaments.entries import enter
from tournaments.models import Entry, Event, Member
from tournaments.own_data import own_data as data_here
from tournaments.withdrawals import withdraw

pytestmark = pytest.mark.django_db


def test_whoever_waits_gets_the_place_of_a_closed_account(anna: User) -> None:
    event = made(anna, entry={"most": 3})
    players = people(4)
    for player in players:
        enter(event.pk, player, clock=clock)
    User.objects.filter(pk=players[0].pk).update(is_active=False)
    for _ in range(2):
        closing.leave_all(players[0])
    found = event.entries.select_related("user").order_by("number")
    assert [(str(row.user), row.status) for row in found] == [
        ("Player_2", "entered"),
        ("Player_3", "entered"),
        ("Player_4", "entered"),
    ]


def test_teams_and_invitations_of_a_closed_account_are_gone(anna: User, boris: User) -> None:
    event = made(anna, kind="team_cup")
    reds = teams.create(event.pk, anna, "Reds", clock=clock)
    blues = teams.create(event.pk, boris, "Blues", clock=clock)
    teams.invite(blues.pk, boris, people(1)[0], clock=clock)
    closing.leave_all(User.objects.get(username="Player_1"))
    closing.leave_all(anna)
    assert list(Entry.objects.all()) == [blues]
    assert not Entry.objects.filter(pk=reds.pk).exists()
    assert [str(row.user) for row in Member.objects.all()] == ["Boris"]


def test_what_is_over_is_left_as_it_is(anna: User, boris: User) -> None:
    event = made(anna)
    enter(event.pk, boris, clock=clock)
    Event.objects.filter(pk=event.pk).update(
        status="finished", started_at=clock(), ended_at=clock()
    )
    closing.leave_all(boris)
    assert event.entries.count() == 1


def test_it_is_part_of_closing_an_account_and_of_its_export(anna: User) -> None:
    assert closing.leave_all in leaving
    event = made(anna, "open sesame")
    enter(event.pk, anna, "open sesame", clock=clock)
    found: dict[str, Any] = {name: list(rows) for name, rows in data_here(anna)}
    assert found["event_entries"][0]["event_name"] == "Spring cup"
    assert found["events_organised"][0]["document"]["name"] == "Spring cup"
    assert found["event_teams"] == []
    assert "sesame" not in str(found)
    assert data_here in own_data


def test_the_export_holds_places_rights_acts_and_announcements(anna: User) -> None:
    event = made(anna, entry={"most": 3})
    players = people(3)
    for player in players:
        enter(event.pk, player, clock=clock)
    advance_all(clock)
    event.announcements.create(text="Good luck", at=clock())
    theirs: dict[str, Any] = {name: list(rows) for name, rows in data_here(players[1])}
    [place] = theirs["event_places"]
    assert (place["event_name"], place["number"], place["withdrawn_at"]) == ("Spring cup", 1, None)
    assert theirs["event_announcements"] == theirs["event_acts"] == theirs["event_rights"] == []
    withdraw(event.pk, players[1], clock=clock)
    theirs = {name: list(rows) for name, rows in data_here(players[1])}
    assert [act["kind"] for act in theirs["event_acts"]] == ["withdrew"]
    hers: dict[str, Any] = {name: list(rows) for name, rows in data_here(anna)}
    assert [said["text"] for said in hers["event_announcements"]] == ["Good luck"]
    assert [act["kind"] for act in hers["event_acts"]] == ["created"]
