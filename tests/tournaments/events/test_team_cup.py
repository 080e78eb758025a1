"""A team cup from entry to the end: line-ups, substitutes, leavers, captains; and time alone."""

from typing import Any

import pytest

from accounts.models import User
from golem.matches.models import Match
from golem.outbox.models import Notice
from golem.play.endings import WITHDRAWAL
from golem.rest.refusals import Conflict, Forbidden, Missing, Refused
from tests.matches.conftest import person
from tests.matches.hours import NOON, at
from tests.tournaments.events.playing import finish_all, hour, let_time_pass, running, table
from tests.tournaments.events.teams import (
    FINAL,
    GROUPS,
    begun_cup,
    entry,
    keys,
    lineup,
    open_cup,
    worse_team,
)
from tournaments import closing
from tournaments.advance import advance
from tournaments.invariants import boards
from tournaments.leaving import leave_or_withdraw
from tournaments.lineups import set_lineup
from tournaments.models import Board, Entry, Event, EventAct, Group, Member, Pairing
from tournaments.organising import removal, replacing

pytestmark = pytest.mark.django_db
Status = Event.Status


def user(name: str) -> User:
    return User.objects.get(username=name)


def leave(event: Event, name: str, when: float) -> Event:
    leave_or_withdraw(event.pk, user(name), at(hour(when)))
    return advance(event.pk, at(hour(when)))


def on_boards(event: Event) -> set[str]:
    matches = [board.match for board in running(event) if board.match]
    return {seat.user.username for match in matches for seat in match.seats.all()}


def test_a_whole_cup_of_six_teams_of_four() -> None:
    groups = {"kind": "round_robin", "legs": 1, "groups": 2, "advance": 1, "pace": "by_round"}
    event = begun_cup(6, groups, FINAL, size=5, teams={"players": 4, "substitutes": 1})
    seeds = [
        sorted(place.entry.seed or 0 for place in group.places.select_related("entry"))
        for group in event.groups.all()
    ]
    assert seeds == [[1, 4, 5], [2, 3, 6]]  # a snake
    for number in (1, 2, 3):
        boards = running(event)
        assert len(boards) == 8  # in each group two of three teams play, on four boards
        assert {board.pairing.round for board in boards} == {number}
        seats = [board.first_seat for board in boards if board.pairing_id == boards[0].pairing_id]
        assert seats == ["yellow", "red", "yellow", "red"]  # the sides are shared
        event = finish_all(event, hour(number), worse_team)
    ranks = [(name, rank) for name, rank, _ in table(event, stage=1, number=1)]
    assert ranks == [("T1", 1), ("T4", 2), ("T5", 3)]
    assert [points for _n, _r, points in table(event, stage=1, number=1)] == [4, 2, 0]
    final = running(event)
    assert {str(board.pairing.first.entry) for board in final} == {"T1"}
    event = finish_all(event, hour(4), worse_team)
    assert event.status == Status.FINISHED
    assert table(event, stage=2)[0][:2] == ("T1", 1)
    assert Notice.objects.filter(kind="event_ended").count() == 30
    assert Notice.objects.filter(kind="event_round", user=user("T1a")).count() >= 2


def test_a_level_tie_of_teams_goes_to_the_better_seed() -> None:
    event = begun_cup(2, FINAL)
    boards = running(event)

    def first_board_to_one(board: Board) -> User:
        """Each team wins one of two boards, by the same score."""
        assert board.match
        return board.match.seats.get(name="red").user

    assert len(boards) == 2
    event = finish_all(event, hour(1), first_board_to_one)
    assert event.status == Status.FINISHED
    tie = Pairing.objects.get(group__event=event)
    assert (tie.first_points, tie.second_points) == (5, 5)
    assert (str(tie.winner and tie.winner.entry), tie.reason) == ("T1", "better_seed")
    assert Match.objects.count() == 2  # no further pair of matches


def test_the_captain_exchanges_one_between_team_matches() -> None:
    event = begun_cup(4, GROUPS)
    captain, team = user("T1a"), entry(event, 1)
    act = set_lineup(team.pk, captain, keys(event, ["T1a", "T1c"]), at(NOON))
    assert act
    assert act.data == {"boards": [user("T1a").pk, user("T1c").pk]}
    assert "T1b" in on_boards(event)  # what has begun stays
    event = finish_all(event, hour(1), worse_team)
    assert {"T1a", "T1c"} <= on_boards(event)
    assert "T1b" not in on_boards(event)
    set_lineup(team.pk, captain, keys(event, ["T1b", "T1c"]), at(hour(2)))
    set_lineup(team.pk, captain, keys(event, ["T1a", "T1c"]), at(hour(2)))  # another mind
    with pytest.raises(Conflict, match="one_exchange"):
        set_lineup(team.pk, captain, keys(event, ["T1c", "T1a"]), at(hour(2)))
    with pytest.raises(Conflict, match="one_exchange"):
        set_lineup(team.pk, captain, keys(event, ["T1c", "T1b"]), at(hour(2)))


def test_before_the_start_a_line_up_is_free() -> None:
    event = open_cup(4, GROUPS)
    team = entry(event, 1)
    assert set_lineup(team.pk, user("T1a"), keys(event, ["T1c", "T1a"]), at(NOON)) is None
    assert lineup(event, 1) == ["T1c", "T1a"]
    assert not EventAct.objects.exists()


@pytest.mark.parametrize(
    "names", [["T1a"], ["T1a", "T1a"], ["T1a", "T2a"], ["T1a", None], ["T1a", "T1b", "T1c"]]
)
def test_line_ups_that_are_none(names: list[str | None]) -> None:
    event = begun_cup(3, GROUPS)
    with pytest.raises(Refused, match="bad_lineup"):
        set_lineup(entry(event, 1).pk, user("T1a"), keys(event, names), at(NOON))


def test_only_the_captain_sets_it_and_only_of_a_team() -> None:
    event = begun_cup(3, GROUPS)
    wanted = keys(event, ["T1a", "T1c"])
    for name in ("T1b", "T2a"):
        with pytest.raises(Forbidden, match="not_the_captain"):
            set_lineup(entry(event, 1).pk, user(name), wanted, at(NOON))
    with pytest.raises(Missing, match="no_such_team"):
        set_lineup(10**12, user("T1a"), wanted, at(NOON))
    event.organiser = person("Olga")
    event.save()
    removal.remove(event.pk, 1, "Gone.", event.organiser, at(hour(1)))
    with pytest.raises(Conflict, match="left_already"):
        set_lineup(entry(event, 1).pk, user("T1a"), wanted, at(hour(1)))


def test_the_substitute_takes_the_board_of_a_leaver_and_the_next_is_captain() -> None:
    event = begun_cup(4, GROUPS)
    event = leave(event, "T1a", 1)
    assert lineup(event, 1) == ["T1c", "T1b"]
    assert Member.objects.get(entry=entry(event, 1), is_captain=True).user == user("T1b")
    lost = Match.objects.get(how=WITHDRAWAL)
    assert "T1a" in {seat.user.username for seat in lost.seats.all()}
    assert entry(event, 1).status == Entry.Status.ENTERED
    event = finish_all(event, hour(2), worse_team)
    assert {"T1b", "T1c"} <= on_boards(event)
    act = EventAct.objects.get(kind=EventAct.Kind.WITHDREW)
    assert (act.user, act.data) == (user("T1a"), {"board": 1, "open": False})
    assert list(boards.check()) == []  # whoever sat there once is no stranger
    with pytest.raises(Missing, match="not_entered"):
        leave(event, "T1a", 3)


def test_without_a_substitute_the_board_is_lost_and_then_the_team_is_out() -> None:
    event = begun_cup(4, GROUPS, size=2)
    event = leave(event, "T1b", 1)
    assert lineup(event, 1) == ["T1a", None]
    event = finish_all(event, hour(2), worse_team)
    [empty] = Board.objects.filter(result=Board.Result.FORFEIT)
    assert (empty.match, empty.number) == (None, 2)
    assert sorted((empty.first_points, empty.second_points)) == [0, 5]
    event = leave(event, "T1a", 3)
    assert entry(event, 1).status == Entry.Status.WITHDRAWN
    assert not on_boards(event) & {"T1a", "T1b"}
    for number in range(4, 7):
        event = finish_all(event, hour(number), worse_team)
    assert event.status == Status.FINISHED


def test_an_account_that_is_closed_leaves_the_team() -> None:
    event = begun_cup(3, GROUPS)
    gone = user("T2a")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    closing.leave_all(gone)
    closing.leave_all(gone)
    event = advance(event.pk, at(hour(1)))
    assert lineup(event, 2) == ["T2c", "T2b"]
    assert not on_boards(event) & {"T2a"}


def test_a_newcomer_replaces_a_member() -> None:
    event = begun_cup(4, GROUPS)
    event.organiser = person("Olga")
    event.save()
    new = person("Newcomer")
    replacing.replace(event.pk, 1, user("T1b"), new, "Ill.", event.organiser, at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    assert lineup(event, 1) == ["T1a", "Newcomer"]
    assert {"T1a", "Newcomer"} <= on_boards(event)
    assert "T1b" not in on_boards(event)


def test_members_of_two_teams_leave_and_the_match_counts() -> None:
    """Every board of a team match ended by somebody who left, but no team did."""
    event = begun_cup(2, {**GROUPS}, size=3)
    event = leave(event, "T1a", 1)
    event = leave(event, "T2b", 1)
    assert event.status == Status.FINISHED
    assert sorted(points for _name, _rank, points in table(event)) == [1, 1]


def test_all_leave_and_it_ends() -> None:
    event = begun_cup(3, {**GROUPS, "groups": 1, "advance": 2}, FINAL)
    for row in list(Member.objects.filter(event=event).select_related("user")):
        leave_or_withdraw(event.pk, row.user, at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    assert event.status == Status.FINISHED
    assert Group.objects.filter(stage=2).count() == 0


def test_nobody_moves_and_it_ends(settings: Any) -> None:
    settings.VACATION_DAYS = 1
    settings.BRAKE_ABOVE_MATCHES = 10_000
    event = begun_cup(3, {**GROUPS, "advance": 2}, FINAL)
    event = let_time_pass(event, 24 * 120)
    assert event.status == Status.FINISHED
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
