"""Teams before the start of a team cup."""

from typing import Any

import pytest

from accounts.models import User
from golem.outbox.models import Notice
from golem.rest.refusals import Conflict, Forbidden, Missing, Refused
from tests.matches.conftest import person
from tests.racing import race
from tests.tournaments.entry.making import clock, made, people
from tournaments import teams
from tournaments.models import Entry, Event, Member

pytestmark = pytest.mark.django_db


def cup_of(organiser: User, **fields: Any) -> Event:
    return made(organiser, kind="team_cup", **{"entry": {"most": 4, "least": 3}, **fields})


def team(event: Event, name: str, players: list[User]) -> Entry:
    """Return a team of which the first is captain and the others agreed."""
    captain, *others = players
    entry = teams.create(event.pk, captain, name, clock=clock)
    for player in others:
        teams.invite(entry.pk, captain, player, clock=clock)
        teams.agree(entry.pk, player, clock=clock)
    entry.refresh_from_db()
    return entry


def boards(entry: Entry) -> dict[str, int | None]:
    return {row.user.username: row.board for row in entry.members.select_related("user")}


def test_a_team_has_a_place_once_every_board_has_a_player(anna: User) -> None:
    event = cup_of(anna)
    players = people(5)
    entry = team(event, "Reds", players[:3])
    assert entry.status == "waiting"
    teams.invite(entry.pk, players[0], players[3], clock=clock)
    told = Notice.objects.get(kind="team_invitation", user=players[3])
    assert told.subject == Member.objects.get(user=players[3]).pk
    teams.agree(entry.pk, players[3], clock=clock)
    entry.refresh_from_db()
    assert entry.status == "entered"
    teams.invite(entry.pk, players[0], players[4], clock=clock)
    teams.agree(entry.pk, players[4], clock=clock)
    assert boards(entry) == {
        "Player_1": 1,
        "Player_2": 2,
        "Player_3": 3,
        "Player_4": 4,
        "Player_5": None,
    }
    with pytest.raises(Conflict, match="team_full"):
        teams.invite(entry.pk, players[0], anna, clock=clock)


def test_the_substitute_takes_the_board_of_who_leaves(anna: User) -> None:
    event = cup_of(anna)
    players = people(5)
    entry = team(event, "Reds", players)
    second = entry.members.get(user=players[1])
    teams.part(entry.pk, players[1], second.pk, clock=clock)
    assert boards(entry) == {"Player_1": 1, "Player_3": 2, "Player_4": 3, "Player_5": 4}
    entry.refresh_from_db()
    assert entry.status == "entered"
    third = entry.members.get(user=players[2])
    teams.part(entry.pk, players[0], third.pk, clock=clock)
    entry.refresh_from_db()
    assert entry.status == "waiting"


def test_a_complete_team_moves_up_when_another_falls_apart(anna: User) -> None:
    event = cup_of(anna, entry={"most": 3, "least": 3})
    players = people(17)
    four = [team(event, f"Team {n}", players[n * 4 : n * 4 + 4]) for n in range(4)]
    half = teams.create(event.pk, players[16], "Half a team", clock=clock)
    assert [row.status for row in four] == ["entered"] * 3 + ["waiting"]
    event.refresh_from_db()
    captain = four[0].members.get(is_captain=True)
    teams.part(four[0].pk, captain.user, captain.pk, clock=clock)
    assert not Entry.objects.filter(pk=four[0].pk).exists()
    four[3].refresh_from_db()
    half.refresh_from_db()
    assert (four[3].status, half.status) == ("entered", "waiting")
    told = Notice.objects.filter(kind="event_moved_up", subject=four[3].pk)
    assert set(told.values_list("user", flat=True)) == {p.pk for p in players[12:16]}


def test_one_person_is_in_one_team(anna: User, boris: User, clara: User) -> None:
    event = cup_of(anna)
    reds = teams.create(event.pk, anna, "Reds", clock=clock)
    blues = teams.create(event.pk, boris, "Blues", clock=clock)
    for entry, captain in ((reds, anna), (blues, boris)):
        teams.invite(entry.pk, captain, clara, clock=clock)
    teams.agree(reds.pk, clara, clock=clock)
    with pytest.raises(Conflict, match="in_a_team"):
        teams.agree(blues.pk, clara, clock=clock)
    with pytest.raises(Conflict, match="in_a_team"):
        teams.create(event.pk, clara, "Greens", clock=clock)
    with pytest.raises(Conflict, match="in_a_team"):
        teams.invite(blues.pk, boris, anna, clock=clock)


def test_an_invitation_is_declined_or_taken_back(anna: User, boris: User, clara: User) -> None:
    event = cup_of(anna)
    reds = teams.create(event.pk, anna, "Reds", clock=clock)
    for who in (boris, anna):
        member = teams.invite(reds.pk, anna, boris, clock=clock)
        with pytest.raises(Conflict, match="invited_already"):
            teams.invite(reds.pk, anna, boris, clock=clock)
        with pytest.raises(Forbidden, match="not_the_captain"):
            teams.part(reds.pk, clara, member.pk, clock=clock)
        teams.part(reds.pk, who, member.pk, clock=clock)
        with pytest.raises(Missing, match="not_invited"):
            teams.agree(reds.pk, boris, clock=clock)
    with pytest.raises(Missing, match="no_such_member"):
        teams.part(reds.pk, anna, member.pk, clock=clock)
    with pytest.raises(Forbidden, match="not_the_captain"):
        teams.invite(reds.pk, clara, boris, clock=clock)


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "x" * 61, "turn\u202eed"])
def test_a_team_has_a_name_that_can_be_read(anna: User, name: str) -> None:
    with pytest.raises(Refused, match="bad_team_name"):
        teams.create(cup_of(anna).pk, anna, name, clock=clock)


def test_names_of_teams_differ_by_more_than_case(anna: User, boris: User) -> None:
    event = cup_of(anna)
    teams.create(event.pk, anna, "Reds", clock=clock)
    with pytest.raises(Conflict, match="team_name_taken"):
        teams.create(event.pk, boris, "REDS", clock=clock)


def test_other_events_have_no_teams(anna: User) -> None:
    with pytest.raises(Refused, match="no_teams"):
        teams.create(made(anna).pk, anna, "Reds", clock=clock)
    with pytest.raises(Missing, match="no_such_team"):
        teams.agree(10**9, anna, clock=clock)


@pytest.mark.django_db(transaction=True)
def test_of_two_teams_that_one_joins_at_once_one_has_them() -> None:
    anna, boris, clara = person("Anna"), person("Boris"), person("Clara")
    event = cup_of(anna)
    made_ = [teams.create(event.pk, who, who.username, clock=clock) for who in (anna, boris)]
    for entry, captain in zip(made_, (anna, boris), strict=True):
        teams.invite(entry.pk, captain, clara, clock=clock)
    race(*[lambda e=e: teams.agree(e.pk, clara, clock=clock) for e in made_])
    assert Member.objects.filter(user=clara, agreed=True).count() == 1
