"""Whole events of every kind of stage, from entry to the end."""

from collections import Counter

import pytest

from golem.matches.models import Match
from tests.matches.hours import NOON, at
from tests.tournaments.events.playing import (
    DOUBLE,
    KNOCK_OUT,
    ROUND_ROBIN,
    begun,
    finish_all,
    hour,
    open_event,
    people,
    players,
    running,
    table,
)
from tournaments.advance import advance
from tournaments.models import Board, Event, Group, Pairing

pytestmark = pytest.mark.django_db
Status = Event.Status


def test_a_double_round_robin_of_four() -> None:
    event = begun(people(4), DOUBLE)
    assert (event.status, Match.objects.count()) == (Status.RUNNING, 12)
    sides = Counter(
        (str(seat.user), seat.name) for match in Match.objects.all() for seat in match.seats.all()
    )
    assert set(sides.values()) == {3}  # each is yellow against everybody once, and red once
    event = finish_all(event, hour(1))
    assert (event.status, event.ended_at) == (Status.FINISHED, hour(1))
    assert table(event) == [("P01", 1, 30), ("P02", 2, 20), ("P03", 3, 10), ("P04", 4, 0)]


def test_bringing_it_forward_again_does_nothing() -> None:
    event = begun(people(3), ROUND_ROBIN)
    for _ in range(3):
        advance(event.pk, at(NOON))
    assert Match.objects.count() == 3
    event = finish_all(event, hour(1))
    assert advance(event.pk, at(hour(2))).ended_at == hour(1)


def test_groups_and_then_a_knock_out_of_the_best_two_of_each() -> None:
    groups = {"kind": "round_robin", "legs": 1, "groups": 2, "advance": 2}
    event = begun(people(8), groups, KNOCK_OUT)
    seeds = [
        sorted(place.entry.seed or 0 for place in group.places.select_related("entry"))
        for group in event.groups.all()
    ]
    assert seeds == [[1, 4, 5, 8], [2, 3, 6, 7]]  # like a snake
    event = finish_all(event, hour(1))
    knock_out = event.groups.get(stage=2)
    assert [str(place.entry) for place in knock_out.places.all()] == ["P01", "P02", "P04", "P03"]
    event = finish_all(event, hour(2))
    event = finish_all(event, hour(3))
    assert event.status == Status.FINISHED
    ranks = [(name, rank) for name, rank, _ in table(event, stage=2)]
    assert ranks == [("P01", 1), ("P02", 2), ("P04", 3), ("P03", 3)]


def test_a_swiss_event_of_seven_gives_one_bye_each_and_no_pair_meets_twice() -> None:
    event = begun(people(7), {"kind": "swiss", "rounds": 6})
    for number in range(1, 7):
        assert len(running(event)) == 3
        event = finish_all(event, hour(number))
    assert event.status == Status.FINISHED
    pairings = Pairing.objects.filter(group__event=event)
    byes = Counter(row.first_id for row in pairings if row.is_bye)
    met = Counter(frozenset((row.first_id, row.second_id)) for row in pairings if not row.is_bye)
    assert set(byes.values()) == {1}
    assert set(met.values()) == {1}
    assert table(event)[0][0] == "P01"


def test_a_knock_out_of_five_has_three_byes() -> None:
    event = begun(people(5), KNOCK_OUT)
    assert [sorted(p.seed or 0 for p in players(board)) for board in running(event)] == [[4, 5]] * 2
    event = finish_all(event, hour(1))
    assert len(running(event)) == 4
    event = finish_all(event, hour(2))
    event = finish_all(event, hour(3))
    assert event.status == Status.FINISHED
    assert [(name, rank) for name, rank, _ in table(event)] == [
        ("P01", 1),
        ("P02", 2),
        ("P03", 3),
        ("P04", 3),
        ("P05", 5),
    ]


def test_a_tie_that_stays_even_gets_two_more_matches_and_then_the_better_seed() -> None:
    event = begun(people(2), KNOCK_OUT)

    def yellow(board: Board) -> object:
        assert board.match
        return board.match.seats.get(name="yellow").user

    event = finish_all(event, hour(1), yellow)  # type: ignore[arg-type]
    assert len(running(event)) == 2
    event = finish_all(event, hour(2), yellow)  # type: ignore[arg-type]
    assert event.status == Status.FINISHED
    tie = Pairing.objects.get(group__event=event)
    assert (str(tie.winner and tie.winner.entry), tie.reason) == ("P01", "better_seed")


def test_a_tie_is_decided_while_others_are_played() -> None:
    from golem.matches.services import resign

    event = begun(people(4), KNOCK_OUT)
    boards = running(event)
    for board in boards[:2]:
        assert board.match
        resign(board.match.pk, players(board)[1].user, clock=at(hour(1)))  # type: ignore[arg-type]
    event = advance(event.pk, at(hour(1)))
    assert Pairing.objects.filter(decided_at=hour(1)).count() == 1
    assert len(running(event)) == 2


def test_too_few_cancel_it() -> None:
    event = open_event(people(1), ROUND_ROBIN)
    event = advance(event.pk, at(NOON))
    assert (event.status, event.ended_at) == (Status.CANCELLED, NOON)
    assert not Group.objects.exists()


def test_before_its_time_it_waits() -> None:
    event = open_event(people(3), ROUND_ROBIN)
    before = NOON.replace(year=NOON.year - 1)
    event = advance(event.pk, at(before))
    assert (event.status, event.due_at) == (Status.ENTRY, NOON)


def test_a_round_robin_by_the_round() -> None:
    event = begun(people(4), {**ROUND_ROBIN, "pace": "by_round"})
    for number in (1, 2, 3):
        assert {board.pairing.round for board in running(event)} == {number}
        event = finish_all(event, hour(number))
    assert event.status == Status.FINISHED
    assert table(event)[0] == ("P01", 1, 15)
