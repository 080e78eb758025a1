"""Snake groups, the ladder and the mini cup."""

from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.making import seeded
from tournaments.errors import PairingError
from tournaments.pairing import ladder
from tournaments.pairing.groups import by_rating, count_of, snake
from tournaments.pairing.minicup import Queue, entered, qualified, start, without
from tournaments.scoring import GRADED, PLAIN

NUMBERS = tuple(range(1, 13))


def test_a_snake() -> None:
    assert snake(range(1, 9), 3) == ((1, 6, 7), (2, 5, 8), (3, 4))
    assert by_rating([5, 6, 7], {5: 1500, 6: 1800, 7: 1500}) == (6, 5, 7)
    assert [count_of(size, 11) for size in (1, 11, 12, 22, 23)] == [1, 1, 2, 2, 3]
    with pytest.raises(PairingError, match="too_many_groups"):
        snake([1, 2], 3)


@settings(deadline=None)
@given(st.integers(1, 200), st.data())
def test_groups_are_even(size: int, data: st.DataObject) -> None:
    groups = snake(range(size), data.draw(st.integers(1, size)))
    assert sorted(chain(*groups)) == list(range(size))
    assert max(map(len, groups)) - min(map(len, groups)) <= 1


@pytest.mark.parametrize(
    ("position", "reach"),
    [(1, 1), (2, 2), (3, 2), (4, 2), (5, 3), (9, 3), (10, 4), (16, 4), (17, 5), (10**18, 10**9)],
)
def test_the_square_root_rounded_up(position: int, reach: int) -> None:
    assert ladder.reach(position) == reach


@settings(deadline=None)
@given(st.integers(1, 10**30))
def test_reach_is_exact(position: int) -> None:
    found = ladder.reach(position)
    assert (found - 1) ** 2 < position <= found**2


def test_who_may_be_played() -> None:
    assert ladder.within_reach(NUMBERS, 1) == ()
    assert ladder.within_reach(NUMBERS, 2) == (1,)
    assert ladder.within_reach(NUMBERS, 5) == (2, 3, 4)
    assert ladder.within_reach(NUMBERS, 12) == (8, 9, 10, 11)


def test_the_highest_who_is_free() -> None:
    assert ladder.opponent_of(NUMBERS, 5, []) == 2
    two_in = [(3, 2), (4, 2)]
    assert ladder.opponent_of(NUMBERS, 5, two_in[:1]) == 2
    assert ladder.opponent_of(NUMBERS, 5, two_in) == 3
    assert ladder.opponent_of(NUMBERS, 5, two_in, rested=[3]) == 4
    assert ladder.opponent_of(NUMBERS, 5, [(2, 5)]) == 3  # the same two play already


@pytest.mark.parametrize(
    ("player", "running", "rested", "code"),
    [
        (99, [], [], "not_on_ladder"),
        (1, [], [], "top_of_ladder"),
        (5, [(5, 3)], [], "challenge_out"),
        (5, [], [2, 3, 4], "nobody_available"),
    ],
)
def test_no_opponent(
    player: int, running: list[tuple[int, int]], rested: list[int], code: str
) -> None:
    with pytest.raises(PairingError, match=code):
        ladder.opponent_of(NUMBERS, player, running, rested)


def test_a_winner_from_below_takes_the_place() -> None:
    assert ladder.after_match((1, 2, 3, 4, 5), winner=4, loser=2) == (1, 4, 2, 3, 5)
    assert ladder.after_match((1, 2, 3, 4, 5), winner=2, loser=4) == (1, 2, 3, 4, 5)
    assert ladder.after_match((1, 2, 3), None, None) == (1, 2, 3)
    assert ladder.after_match((1, 2, 3), winner=3, loser=9) == (1, 2, 3)


def test_joining_and_leaving() -> None:
    assert ladder.joined((1, 2), 3) == (1, 2, 3)
    assert ladder.joined((1, 2, 3), 2) == (1, 2, 3)
    assert ladder.left((1, 2, 3, 4), [2, 3]) == (1, 4)


@settings(deadline=None)
@given(st.integers(1, 30), seeded)
def test_a_ladder_keeps_its_players(size: int, rng: Random) -> None:
    order: tuple[int, ...] = tuple(range(size))
    for _ in range(20):
        winner, loser = rng.randrange(size), rng.randrange(size)
        before, order = order, ladder.after_match(order, winner, loser)
        assert sorted(order) == list(range(size))
        assert order.index(winner) <= before.index(winner)
        assert order.index(winner) <= order.index(loser) or winner == loser


def test_more_than_half_of_what_one_can_take() -> None:
    """Four matches each: 20 points at most, of which 10 are not enough."""
    assert qualified({1: 11, 2: 10, 3: 9}, GRADED) == (1,)
    assert qualified({1: 15, 2: 15, 3: 0}, GRADED) == (1, 2)
    assert qualified({1: 4, 2: 4, 3: 4}, PLAIN) == ()
    assert qualified({1: 6, 2: 4}, GRADED) == (1,)  # one of three was left out
    assert qualified({1: 0}, GRADED) == ()


def test_a_group_of_three_different_people() -> None:
    queue = Queue()
    for player in (1, 1, 2, 1):
        queue = entered(queue, player)
    assert queue == Queue((1, 2), (1, 1))
    assert start(queue) == (None, queue)
    group, queue = start(entered(queue, 3))
    assert group == (1, 2, 3)
    assert queue == Queue((1,), (1,))


def test_a_further_right_waits_behind_those_who_wait() -> None:
    queue = Queue((1, 2, 3, 4), (2,))
    assert start(queue) == ((1, 2, 3), Queue((4, 2), ()))
    assert without(Queue((1, 2), (1, 1)), 1) == Queue((2,), ())


@settings(deadline=None)
@given(st.lists(st.integers(1, 6), max_size=60))
def test_no_right_is_lost_and_nobody_waits_twice(players: list[int]) -> None:
    queue, groups = Queue(), list[tuple[int, ...]]()
    for player in players:
        queue = entered(queue, player)
        group, queue = start(queue)
        while group:
            groups.append(group)
            group, queue = start(queue)
        assert len(queue.waiting) < 3
        assert set(queue.held) <= set(queue.waiting)
    assert all(len(set(group)) == 3 for group in groups)
    assert sorted([*chain(*groups), *queue.waiting, *queue.held]) == sorted(players)
