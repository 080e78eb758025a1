"""What the organiser does at the desk: each act, its log, its mail, and what it refuses."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from golem.matches.models import Match
from golem.matches.services import resign
from golem.outbox.models import Notice
from golem.rest.refusals import Conflict, Forbidden, Missing, Refused
from tests.matches.conftest import person
from tests.matches.hours import NOON, at
from tests.racing import race
from tests.tournaments.events.playing import (
    DOUBLE,
    KNOCK_OUT,
    ROUND_ROBIN,
    begun,
    finish_all,
    hour,
    open_event,
    people,
    running,
    table,
)
from tournaments import withdrawals
from tournaments.advance import advance, advance_all
from tournaments.models import Board, Entry, Event, EventAct, Group
from tournaments.organising import announcing, decisions, opening, removal, replacing
from tournaments.organising.idleness import idle_in

pytestmark = pytest.mark.django_db
Status = Event.Status
Kind = EventAct.Kind


@pytest.fixture
def olga(db: None) -> User:
    return person("Olga")


def of(event: Event, olga: User) -> Event:
    """Make ``olga`` the organiser."""
    event.organiser = olga
    event.save(update_fields=["organiser"])
    return event


def log_of(event: Event) -> list[str]:
    return [act.kind for act in event.acts.order_by("pk")]


def told(user: User | None, kind: str = "event_act") -> int:
    return Notice.objects.filter(user=user, kind=kind).count()


def test_entry_is_closed_and_opened(olga: User) -> None:
    event = of(open_event(people(2), ROUND_ROBIN), olga)
    before = NOON - timedelta(hours=1)
    assert not opening.close_entry(event.pk, olga, at(before)).entry_open
    with pytest.raises(Conflict, match="entry_closed"):
        opening.close_entry(event.pk, olga, at(before))
    assert opening.open_entry(event.pk, olga, at(before)).entry_open
    with pytest.raises(Conflict, match="entry_open"):
        opening.open_entry(event.pk, olga, at(before))
    assert log_of(event) == [Kind.ENTRY_CLOSED, Kind.ENTRY_OPENED]


def test_entry_opens_again_after_its_end(olga: User) -> None:
    event = of(open_event(people(2), ROUND_ROBIN), olga)
    before = NOON - timedelta(hours=1)
    Event.objects.update(closes_at=before - timedelta(hours=1))
    event = opening.open_entry(event.pk, olga, at(before))
    assert (event.closes_at, event.starts_at) == (None, NOON)


def test_it_starts_before_its_time_if_enough_are_there(olga: User) -> None:
    event = of(open_event(people(3), ROUND_ROBIN), olga)
    early = NOON - timedelta(days=3)
    event.document["entry"]["least"] = 4
    event.save()
    with pytest.raises(Conflict, match="too_few_entered"):
        opening.start_now(event.pk, olga, at(early))
    event.document["entry"]["least"] = 3
    event.save()
    opening.start_now(event.pk, olga, at(early))
    assert advance_all(at(early)) == 0
    assert len(running(event)) == 3
    act = EventAct.objects.get(kind=Kind.STARTED)
    assert act.by == olga
    with pytest.raises(Conflict, match="event_started"):
        opening.start_now(event.pk, olga, at(early))


def test_only_the_organiser_and_operators(olga: User) -> None:
    event = of(begun(people(3), ROUND_ROBIN), olga)
    servers = begun(list(User.objects.exclude(pk=olga.pk)), ROUND_ROBIN)
    boss = person("Boss")
    User.objects.filter(pk=boss.pk).update(is_staff=True, is_superuser=True)
    boss = User.objects.get(pk=boss.pk)
    for found, user in ((event, person("Eve")), (servers, olga)):
        with pytest.raises(Forbidden, match="not_the_organiser"):
            announcing.announce(found.pk, "Hello", user, at(NOON))
    for found in (event, servers):
        announcing.announce(found.pk, "Hello", boss, at(NOON))


def test_who_is_removed_before_the_start_is_gone_and_told(olga: User) -> None:
    event = of(open_event(people(3), ROUND_ROBIN), olga)
    first = event.entries.get(number=1)
    with pytest.raises(Refused, match="bad_reason"):
        removal.remove(event.pk, 1, " ", olga, at(NOON))
    with pytest.raises(Missing, match="no_such_entry"):
        removal.remove(event.pk, 99, "Late.", olga, at(NOON))
    act = removal.remove(event.pk, 1, "Asked me to.", olga, at(NOON))
    assert not Entry.objects.filter(pk=first.pk).exists()
    assert (act.user, act.reason, act.data["number"]) == (first.user, "Asked me to.", 1)
    assert told(first.user) == 1


def test_who_is_removed_from_a_running_event_loses_the_rest(olga: User) -> None:
    event = of(begun(people(4), ROUND_ROBIN), olga)
    gone = event.entries.get(number=2)
    removal.remove(event.pk, 2, "Never moved.", olga, at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    gone.refresh_from_db()
    assert (gone.status, len(running(event))) == (Entry.Status.REMOVED, 3)
    assert told(gone.user) == 1
    with pytest.raises(Conflict, match="left_already"):
        removal.remove(event.pk, 2, "Again.", olga, at(hour(1)))
    event = finish_all(event, hour(2))
    with pytest.raises(Conflict, match="event_over"):
        removal.remove(event.pk, 1, "Late.", olga, at(hour(3)))


def test_a_newcomer_plays_on(olga: User) -> None:
    event = of(begun(people(3), DOUBLE), olga)
    entry = event.entries.select_related("user").get(number=1)
    old, new = entry.user, person("Newcomer")
    assert old
    [first, *_rest] = [b for b in running(event) if old in seats_of(b)]
    assert first.match
    resign(first.match.pk, next(u for u in seats_of(first) if u != old), clock=at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    act = replacing.replace(event.pk, 1, old, new, "Ill.", olga, at(hour(2)))
    event = advance(event.pk, at(hour(2)))
    entry.refresh_from_db()
    act.refresh_from_db()
    assert (entry.user, act.data) == (new, {"old": old.pk, "open": False})
    now_there = [seats_of(board) for board in running(event)]
    assert (sum(new in two for two in now_there), sum(old in two for two in now_there)) == (3, 0)
    assert (told(old), told(new)) == (1, 1)
    event = finish_all(event, hour(3))
    assert event.status == Status.FINISHED
    assert table(event)[0] == ("Newcomer", 1, 20)  # the result of the first stays with the place


def seats_of(board: Board) -> list[User]:
    assert board.match
    return [seat.user for seat in board.match.seats.select_related("user")]


def test_a_replacement_that_broke_off_goes_on(olga: User, monkeypatch: Any) -> None:
    event = of(begun(people(4), ROUND_ROBIN), olga)
    old, new = event.entries.get(number=1).user, person("Newcomer")
    assert old
    replacing.replace(event.pk, 1, old, new, "Ill.", olga, at(hour(1)))
    from golem.matches import replacing as handing_over
    from tournaments import unfinished

    real, calls = handing_over.replace_player, []

    def dies(*args: Any) -> Any:
        calls.append(args[0])
        if len(calls) == 2:
            raise RuntimeError("killed")
        return real(*args)

    monkeypatch.setattr(unfinished, "replace_player", dies)
    assert advance_all(at(hour(1))) == 1
    monkeypatch.setattr(unfinished, "replace_player", real)
    assert [new in seats_of(board) for board in running(event)].count(True) == 1
    assert advance_all(at(hour(2))) == 0
    assert [new in seats_of(board) for board in running(event)].count(True) == 3
    assert [old in seats_of(board) for board in running(event)].count(True) == 0


def test_a_newcomer_who_leaves_at_once_loses_what_was_to_be_handed_over(olga: User) -> None:
    event = of(begun(people(3), ROUND_ROBIN), olga)
    old, new = event.entries.get(number=1).user, person("Newcomer")
    assert old
    replacing.replace(event.pk, 1, old, new, "Ill.", olga, at(hour(1)))
    withdrawals.withdraw(event.pk, new, at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    assert len(running(event)) == 1
    event = finish_all(event, hour(2))
    assert event.status == Status.FINISHED


def test_who_cannot_come_in(olga: User) -> None:
    event = of(begun(people(3), ROUND_ROBIN), olga)
    one, two = (event.entries.get(number=number).user for number in (1, 2))
    bot, gone = person("Robot", is_bot=True), person("Gone")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    assert one
    assert two
    cases: list[tuple[int, User, User, type[Refused], str]] = [
        (1, one, two, Conflict, "in_the_event"),
        (1, two, person("Nina"), Missing, "no_such_member"),
        (9, one, person("Nora"), Missing, "no_such_entry"),
        (1, one, bot, Forbidden, "people_only"),
        (1, one, gone, Forbidden, "account_closed"),
    ]
    for number, old, new, kind, code in cases:
        with pytest.raises(kind, match=code):
            replacing.replace(event.pk, number, old, new, "Ill.", olga, at(hour(1)))
    event = finish_all(event, hour(2))
    with pytest.raises(Conflict, match="event_not_running"):
        replacing.replace(event.pk, 1, one, person("Nick"), "Ill.", olga, at(hour(3)))


def test_time_is_given(olga: User) -> None:
    event = of(begun(people(2), ROUND_ROBIN), olga)
    [board] = running(event)
    assert board.match
    before = board.match.seats.get(name="red").left
    decisions.give_time(event.pk, board.match.pk, "red", 86_400, "Flood.", olga, at(hour(1)))
    assert board.match.seats.get(name="red").left == before + timedelta(days=1)
    act = EventAct.objects.get(kind=Kind.TIME_GIVEN)
    assert (act.match, act.data) == (board.match, {"seat": "red", "seconds": 86_400})
    assert [told(entry.user) for entry in event.entries.all()] == [1, 1]
    for seat, seconds in (("blue", 60), ("red", 0), ("red", -60)):
        with pytest.raises(Refused, match="bad_gift"):
            decisions.give_time(event.pk, board.match.pk, seat, seconds, "X", olga, at(hour(1)))


def test_a_match_is_decided(olga: User) -> None:
    event = of(begun(people(3), ROUND_ROBIN), olga)
    one, two, three = (board.match for board in running(event))
    assert one
    assert two
    assert three
    decisions.adjudicate(event.pk, one.pk, "red", "Cheated.", olga, clock=at(hour(1)))
    decisions.adjudicate(event.pk, two.pk, "", "Server down.", olga, clock=at(hour(1)))
    points = {"yellow": 4, "red": 1}
    decisions.adjudicate(event.pk, three.pk, "yellow", "As agreed.", olga, points, at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    assert event.status == Status.FINISHED
    found = sorted(
        sorted((board.first_points, board.second_points)) for board in Board.objects.all()
    )
    assert found == [[0, 5], [1, 4], [2, 2]]
    assert {board.result for board in Board.objects.all()} == {Board.Result.FORFEIT}
    with pytest.raises(Conflict, match="match_over"):
        decisions.adjudicate(event.pk, one.pk, "red", "Again.", olga, clock=at(hour(2)))
    assert decisions.choices("streetsoccer")[0] == ("yellow", {"yellow": 5, "red": 0})
    assert ("", {"yellow": 2, "red": 2}) in decisions.choices("streetsoccer")


def test_a_match_of_elsewhere_is_none_of_the_organisers(olga: User) -> None:
    users = people(2)
    event = of(begun(users, ROUND_ROBIN), olga)
    [other] = running(begun(users, ROUND_ROBIN))
    assert other.match
    with pytest.raises(Missing, match="not_of_event"):
        decisions.annul(event.pk, other.match.pk, "Mine?", olga, at(hour(1)))
    with pytest.raises(Missing, match="not_of_event"):
        decisions.adjudicate(event.pk, 10**12, "red", "Mine?", olga, clock=at(hour(1)))


def test_annulling_after_the_end_makes_the_table_anew(olga: User) -> None:
    event = finish_all(of(begun(people(3), ROUND_ROBIN), olga), hour(1))
    assert table(event)[0] == ("P01", 1, 10)
    won = Match.objects.filter(board__first_points=5).order_by("pk")[0]
    decisions.annul(event.pk, won.pk, "Wrong rules.", olga, at(hour(2)))
    event = advance(event.pk, at(hour(2)))
    assert event.status == Status.FINISHED
    assert sum(points for _name, _rank, points in table(event)) == 10
    with pytest.raises(Conflict, match="match_annulled"):
        decisions.annul(event.pk, won.pk, "Again.", olga, at(hour(3)))


def test_a_match_of_which_a_stage_was_made_does_not_run_again(olga: User) -> None:
    from golem.matches.reopening import reopen

    groups = {"kind": "round_robin", "legs": 1, "groups": 2, "advance": 1}
    event = finish_all(of(begun(people(6), groups, KNOCK_OUT), olga), hour(1))
    assert event.groups.filter(stage=2).exists()
    first = Board.objects.filter(pairing__group__stage=1).first()
    assert first
    assert first.match
    with pytest.raises(Conflict, match="later_stage"):
        reopen(first.match.pk, "Mistake.", olga, at(hour(2)))


def test_announcements(olga: User) -> None:
    event = of(open_event(people(2), ROUND_ROBIN), olga)
    for text in ("", " \n", "x" * 2001, "bell\a"):
        with pytest.raises(Refused, match="bad_announcement"):
            announcing.announce(event.pk, text, olga, at(NOON))
    for number in range(5):
        row = announcing.announce(event.pk, f"Hello\r\n{number}", olga, at(NOON))
        assert row.text == f"Hello\n{number}"
    with pytest.raises(Conflict, match="too_many_announcements"):
        announcing.announce(event.pk, "More", olga, at(NOON))
    announcing.announce(event.pk, "Next day", olga, at(hour(25)))
    assert told(event.entries.get(number=1).user, "event_announced") == 6


def test_idle_matches_longest_waiting_first(olga: User) -> None:
    """Fault 39: organisers see whom a round waits for."""
    event = of(begun(people(3), ROUND_ROBIN), olga)
    rows = idle_in(event)
    assert {row.match for row in rows} == {board.match_id for board in running(event)}
    assert [row.since for row in rows] == sorted(row.since for row in rows)


def test_the_last_two_of_a_round_withdraw_and_the_next_stage_starts_once() -> None:
    """Fault 39: only the match between two who leave is left."""
    groups = {"kind": "round_robin", "legs": 1, "groups": 2, "advance": 2}
    event = begun(people(8), groups, KNOCK_OUT)
    leavers = ("P05", "P08")  # of one group
    for board in running(event):
        two = {user.username for user in seats_of(board)}
        if two != {*leavers}:
            loser = max(seats_of(board), key=lambda user: user.username)
            assert board.match
            resign(board.match.pk, loser, clock=at(hour(1)))
    event = advance(event.pk, at(hour(1)))
    assert len(running(event)) == 1
    for name in leavers:
        withdrawals.withdraw(event.pk, User.objects.get(username=name), at(hour(2)))
    event = advance(event.pk, at(hour(2)))
    advance(event.pk, at(hour(2)))
    assert Group.objects.filter(stage=2).count() == 1
    assert len(running(event)) == 4


@pytest.mark.django_db(transaction=True)
def test_two_acts_and_a_withdrawal_at_once() -> None:
    olga = person("Olga")
    event = of(begun(people(5), DOUBLE), olga)
    one, three = (event.entries.get(number=number).user for number in (1, 3))
    new = person("Newcomer")
    now = hour(1)
    assert one
    assert three
    found = race(
        lambda: replacing.replace(event.pk, 1, one, new, "Ill.", olga, at(now)),
        lambda: removal.remove(event.pk, 2, "Rude.", olga, at(now)),
        lambda: withdrawals.withdraw(event.pk, three, at(now)),
        lambda: advance_all(at(now)),
        lambda: advance_all(at(now)),
    )
    assert [error for error in found if isinstance(error, Exception)] == []
    event = advance(event.pk, at(now))
    assert len(running(event)) == 6  # three are left, each pair twice
    event = finish_all(event, hour(2))
    assert event.status == Status.FINISHED
    assert not EventAct.objects.filter(data__open=True).exists()
    assert {Kind.REPLACED, Kind.REMOVED, Kind.WITHDREW} <= {*log_of(event)}


@pytest.mark.django_db(transaction=True)
def test_a_replacement_beside_a_resignation_and_sweeps() -> None:
    from golem.matches import sweep

    olga = person("Olga")
    event = of(begun(people(4), ROUND_ROBIN), olga)
    old, new = event.entries.get(number=1).user, person("Newcomer")
    assert old
    mine = [board.match_id for board in running(event) if old in seats_of(board)]
    now = hour(1)
    replacing.replace(event.pk, 1, old, new, "Ill.", olga, at(now))
    race(
        lambda: resign(mine[0] or 0, old, clock=at(now)),
        lambda: advance_all(at(now)),
        lambda: sweep.run(at(now)),
        lambda: advance_all(at(now)),
    )
    event = advance(event.pk, at(now))
    assert all(old not in seats_of(board) for board in running(event))
    assert sum(new in seats_of(board) for board in running(event)) in (2, 3)
    assert finish_all(event, hour(2)).status == Status.FINISHED
