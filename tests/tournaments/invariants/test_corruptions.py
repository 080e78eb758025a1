"""Each contradiction in the rows of events is said in a line; sound rows are passed in silence."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F

from accounts.models import User
from golem.matches.invariants import rooms
from golem.matches.models import Match
from tests.matches.hours import at
from tests.tournaments.events.playing import ROUND_ROBIN, open_event
from tests.tournaments.series.held import day, enter, go, held, wins
from tests.tournaments.series.held import people as newcomers
from tournaments.advance import advance
from tournaments.invariants import check as everything
from tournaments.invariants import entries, rights
from tournaments.ladder import asking
from tournaments.models import Board, Entry, Event, Group, Member, News, Pairing, Place, Right
from tournaments.series import CHAMPIONSHIP, LADDER, MINI_CUP

pytestmark = pytest.mark.django_db
NOW = day(80)


@dataclass
class World:
    """An event of each kind that goes on, and a cup that is over."""

    people: list[User]
    cup: Event
    over: Event
    edition: Event
    mini: Event
    ladder: Event

    def places(self, event: Event) -> list[Place]:
        """Return the places of an event by number."""
        return list(Place.objects.filter(group__event=event).order_by("number"))


@pytest.fixture
def world() -> World:
    """Return events in which everything is as it must be."""
    users = newcomers(6)
    over = open_event(users[:3], ROUND_ROBIN)
    cup = open_event(users[:4], ROUND_ROBIN)
    edition, mini, ladder = held(CHAMPIONSHIP), held(MINI_CUP), held(LADDER)
    for event in (edition, mini, ladder):
        enter(event, users[:3])
    go(day(1))
    ladder_match = asking.ask(ladder.pk, users[2], clock=at(day(1)))
    assert ladder_match.status == Match.Status.RUNNING
    go(day(2))
    for one, other in ((0, 1), (0, 2), (1, 2)):
        wins(users[one], users[other], day(2), over)
    wins(users[0], users[1], day(2), cup)
    wins(users[0], users[1], day(2), mini)
    go(day(3))
    wins(users[2], users[0], day(3), ladder)
    go(day(4))
    go(day(62))
    found = World(users, cup, over, edition, mini, ladder)
    for event in (over, cup, edition, mini, ladder):
        event.refresh_from_db()
    return found


def spoken() -> list[str]:
    """Return all lines."""
    return list(everything.check(NOW))


def test_sound_rows_are_passed_in_silence(world: World) -> None:
    assert world.over.status == Event.Status.FINISHED
    assert world.edition.status == Event.Status.RUNNING
    assert spoken() == []


def test_the_room_is_among_those_that_are_checked() -> None:
    assert everything.check in rooms.checks
    assert everything.late in rooms.warnings


def _places(**fields: object) -> Callable[[World], object]:
    return lambda w: Place.objects.filter(group__event=w.cup, number=1).update(**fields)


def _boards(**fields: object) -> Callable[[World], object]:
    return lambda w: Board.objects.filter(pk=_played(w).pk).update(**fields)


def _match_of(board: Board) -> Match:
    assert board.match is not None
    return board.match


def _played(world: World) -> Board:
    return Board.objects.filter(pairing__group__event=world.cup, result="played").get()


def _foreign_place(world: World) -> None:
    entry = world.over.entries.get(number=1)
    group = world.cup.groups.get()
    Place.objects.create(group=group, entry=entry, number=9)


def _two_leagues(world: World) -> None:
    entry = world.edition.entries.first()
    assert entry is not None
    group = Group.objects.create(event=world.edition, kind="round_robin", level=2, created_at=NOW)
    Place.objects.create(group=group, entry=entry, number=1)


def _member_of_another(world: World) -> None:
    entry = Entry.objects.create(event=world.cup, number=9, team="Team", entered_at=NOW)
    Member.objects.create(event=world.over, entry=entry, user=world.people[5], agreed=True)


def _wrong_player(world: World) -> None:
    match = _played(world).match
    assert match is not None
    match.seats.filter(number=0).update(user=world.people[5])


def _ended_with_open_board(world: World) -> None:
    world.cup.groups.update(ended_at=NOW)


def _finished_with_open_group(world: World) -> None:
    Event.objects.filter(pk=world.cup.pk).update(status="finished", ended_at=NOW)


def _right(world: World, **fields: object) -> None:
    right = Right.objects.filter(event=world.mini).order_by("pk").first()
    assert right is not None
    Right.objects.filter(pk=right.pk).update(**fields)


def _waiting_right(world: World, level: int = 1, **fields: object) -> Right:
    entry = world.mini.entries.get(number=1)
    columns = {"at": NOW, "waits": True, **fields}
    return Right.objects.create(event=world.mini, entry=entry, level=level, **columns)


CORRUPTIONS: dict[str, tuple[Callable[[World], object], str]] = {
    "a place of another event": (_foreign_place, "is that of another event's entry"),
    "two leagues": (_two_leagues, "plays in 2 leagues of stage 1"),
    "a member of another event's team": (_member_of_another, "is in a team of another event"),
    "too many": (
        lambda w: Event.objects.filter(pk=w.cup.pk).update(
            status="entry", started_at=None, document=w.cup.rules | {"entry": {"most": 3}}
        ),
        "4 have a place, of 3",
    ),
    "open": (lambda w: w.cup.groups.update(open=9), "open 9, to start 0; by its boards 5 and 0"),
    "to start": (lambda w: w.cup.groups.update(to_start=2), "open 5, to start 2; by its boards 5"),
    "an ended group with an open board": (_ended_with_open_board, "and a board is open"),
    "an ended event with an open group": (_finished_with_open_group, "a group has not ended"),
    "an ended event with a running match": (_finished_with_open_group, "and a match of it runs"),
    "groups before the start": (
        lambda w: Event.objects.filter(pk=w.cup.pk).update(status="entry", started_at=None),
        "it has groups, and has not started",
    ),
    "left and plays": (
        lambda w: w.cup.entries.filter(number=4).update(status="withdrawn"),
        "has left, and plays in it",
    ),
    "a wrong player": (_wrong_player, "and it is that of entry"),
    "another game": (
        lambda w: Match.objects.filter(board=_played(w)).update(game="duel"),
        "is of duel, the event of streetsoccer",
    ),
    "points": (_boards(first_points=1), "first_points is 1, by match"),
    "a result": (_boards(result="forfeit"), "result is 'forfeit', by match"),
    "goals": (_boards(second_goals=7), "second_goals is 7, by match"),
    "when": (_boards(ended_at=NOW), "ended_at is"),
    "no result": (_boards(result="", ended_at=None), "result is '', by match"),
    "a result from nowhere": (_boards(match=None), "its result is played, and there was no match"),
    "a withdrawal of nobody": (
        _boards(match=None, result="withdrawal"),
        "it ended by withdrawal, and nobody withdrew",
    ),
    "a sum": (
        lambda w: Pairing.objects.filter(group__event=w.cup).update(first_points=3),
        ": 3 : 0, by its boards",
    ),
    "a side of another group": (
        lambda w: Pairing.objects.filter(group__event=w.cup, number=1).update(
            first=w.places(w.over)[0]
        ),
        "a side has its place in another group",
    ),
    "won by neither": (
        lambda w: Pairing.objects.filter(boards=_played(w)).update(winner=w.places(w.over)[0]),
        "it was won by neither side",
    ),
    "a rank": (_places(rank=3), "rank is 3, by the boards 1"),
    "a shared place": (_places(shared=True), "shared is True, by the boards False"),
    "a sum of points": (_places(points=11), "points is 11, by the boards 5"),
    "a value": (_places(values={}), "values is {}, by the boards {"),
    "counted": (_places(counted=False), "counted is False, by the boards True"),
    "no start": (
        lambda w: Event.objects.filter(status="entry").update(due_at=None),
        "it waits for its start, and no time is set",
    ),
    "an event that rests": (
        lambda w: (
            w.over.groups.update(ended_at=None)
            and Event.objects.filter(pk=w.over.pk).update(status="running", ended_at=None)
        ),
        "it has not ended, no match runs in it, and nothing is due",
    ),
    "an event that does not end": (
        lambda w: Event.objects.filter(pk=w.over.pk).update(status="running", ended_at=None),
        "it runs, all its groups have ended, and nothing is due",
    ),
    "a ladder that did not hear": (
        lambda w: Pairing.objects.filter(group__event=w.ladder).update(
            decided_at=None, winner=None
        ),
        "the ladder did not hear of it",
    ),
    "a right forgotten": (
        lambda w: _waiting_right(w, waits=False),
        "neither it nor another to that level waits",
    ),
    "the right of one who left": (
        lambda w: _waiting_right(w) and w.mini.entries.filter(number=1).update(status="withdrawn"),
        "does not take part",
    ),
    "another level": (lambda w: _right(w, level=2), "and used in one of another"),
    "used elsewhere": (
        lambda w: _right(w, used_in=w.cup.groups.get()),
        "which has no place for it",
    ),
    "used and given up": (lambda w: _right(w, given_up_at=NOW), "it is used, and given up"),
    "a place without a right": (
        lambda w: _right(w, used_in=None, given_up_at=NOW),
        "0 rights were used for it",
    ),
    "a right used twice": (
        lambda w: _waiting_right(w, waits=False, used_in=w.mini.groups.get()),
        "2 rights were used for it",
    ),
    "earned too early": (
        lambda w: _waiting_right(w, 2, earned_in=w.mini.groups.get()),
        "which has not ended",
    ),
    "earned by a stranger": (
        lambda w: _waiting_right(w, 2, earned_in=w.over.groups.get()),
        "by one not of it",
    ),
    "earned nowhere": (lambda w: _waiting_right(w, 2), "to level 2, and was earned nowhere"),
    "two of three": (
        lambda w: (
            w.cup.groups.update(ended_at=NOW)
            and Event.objects.filter(pk=w.cup.pk).update(kind="mini_cup")
        ),
        "it is not of three",
    ),
    "a gap": (
        lambda w: Place.objects.filter(group__event=w.ladder, number=3).update(number=5),
        "rung 3 is missing, there is rung 5",
    ),
    "off the ladder": (
        lambda w: Place.objects.filter(group__event=w.ladder, number=3).update(
            number=F("number") + 1_000_000_000
        ),
        "it is off the ladder, and did not leave",
    ),
    "another order": (
        lambda w: [
            Place.objects.filter(pk=pk).update(number=number)
            for number, pk in enumerate(
                reversed([place.pk for place in w.places(w.ladder)]), start=1
            )
        ],
        "is on rung 1, by what happened",
    ),
    "fewer on the ladder": (
        lambda w: Place.objects.filter(group__event=w.ladder, number=3).update(
            number=F("number") + 1_000_000_000, withdrawn_at=NOW
        ),
        "2 are on the ladder, by what happened 3",
    ),
}


def test_each_corruption_is_spoken_of(world: World) -> None:
    unsaid = {}
    for name, (corrupt, line) in CORRUPTIONS.items():
        with transaction.atomic():
            corrupt(world)
            lines = spoken()
            if not any(line in one for one in lines):
                unsaid[name] = lines
            transaction.set_rollback(True)
    assert unsaid == {}


def test_what_constraints_keep_out_would_be_seen_too() -> None:
    """An index that is broken lets rows in twice; the database of a test has none."""
    twice = [{"event": 1, "number": 2, "user": 3, "times": 2, "entry": 4, "level": 5}]
    assert list(entries.numbers(twice)) == ["event 1: 2 entries have number 2"]
    assert list(entries.seats(twice)) == ["event 1: player 3 has 2 entries"]
    assert list(entries.names(twice)) == ["event 1: 2 teams have the same name"]
    assert list(entries.in_teams(twice)) == ["event 1: player 3 is in 2 teams"]
    assert list(rights.doubled(twice)) == ["entry 4: 2 rights to level 5 wait"]


def test_what_is_late_is_a_warning(world: World) -> None:
    assert list(everything.late(day(62))) == []
    Event.objects.filter(pk=world.cup.pk).update(due_at=NOW - timedelta(hours=2))
    News.objects.create(event=world.cup, match=_match_of(_played(world)))
    due, news = everything.late(NOW)
    assert "it is due since" in due
    assert "and that was not taken over" in news
    assert spoken() == []


def test_a_replaced_player_is_known_by_the_log(world: World) -> None:
    """Who played to the end before a newcomer came is no stranger."""
    board = _played(world)
    entry = board.pairing.first.entry
    old = entry.user_id
    Entry.objects.filter(pk=entry.pk).update(user=world.people[5])
    assert any("and it is that of entry" in line for line in spoken())
    world.cup.acts.create(kind="replaced", entry=entry, at=NOW, data={"old": old})
    assert spoken() == []


def test_news_that_wait_are_no_contradiction(world: World) -> None:
    board = _played(world)
    News.objects.create(event=world.cup, match=_match_of(board))
    Board.objects.filter(pk=board.pk).update(first_points=1)
    assert not [line for line in spoken() if "by match" in line]


def test_bringing_forward_takes_nothing_that_is_sound(world: World) -> None:
    for event in (world.cup, world.mini, world.ladder, world.edition):
        advance(event.pk, at(NOW))
    assert spoken() == []
