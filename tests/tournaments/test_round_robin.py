"""Berger tables as published, and what holds of every round robin."""

from collections import Counter

import pytest

from tournaments.errors import PairingError
from tournaments.pairing.pairs import Pairing
from tournaments.pairing.round_robin import round_robin

PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
    10: [
        "1-10 2-9 3-8 4-7 5-6",
        "10-6 7-5 8-4 9-3 1-2",
        "2-10 3-1 4-9 5-8 6-7",
        "10-7 8-6 9-5 1-4 2-3",
        "3-10 4-2 5-1 6-9 7-8",
        "10-8 9-7 1-6 2-5 3-4",
        "4-10 5-3 6-2 7-1 8-9",
        "10-9 1-8 2-7 3-6 4-5",
        "5-10 6-4 7-3 8-2 9-1",
    ],
}
"""FIDE Handbook C.05, annex 1."""


def written(pairings: tuple[Pairing, ...]) -> list[str]:
    """Write one line a round."""
    last = pairings[-1].round
    return [
        " ".join(f"{p.first}-{p.second}" for p in pairings if p.round == number)
        for number in range(1, last + 1)
    ]


@pytest.mark.parametrize("size", PUBLISHED)
def test_published_tables(size: int) -> None:
    assert written(round_robin(range(1, size + 1))) == PUBLISHED[size]


def test_an_odd_number_uses_the_table_of_one_more() -> None:
    assert written(round_robin(range(1, 6))) == [
        *("2-5 3-4", "5-3 1-2", "3-1 4-5", "1-4 2-3", "4-2 5-1"),
    ]
    byes = [p for p in round_robin(range(1, 6), with_byes=True) if p.is_bye]
    assert [(p.round, p.first) for p in byes] == [(1, 1), (2, 4), (3, 2), (4, 5), (5, 3)]


def test_two_players() -> None:
    assert round_robin([7, 9], double=True) == (Pairing(7, 9, 1), Pairing(9, 7, 2))


def test_a_double_leg_of_four() -> None:
    """Annex 1 recommends to exchange the last two rounds of the first leg."""
    assert written(round_robin(range(1, 5), double=True)) == [
        *("1-4 2-3", "2-4 3-1", "4-3 1-2"),
        *("4-1 3-2", "4-2 1-3", "3-4 2-1"),
    ]


@pytest.mark.parametrize("size", range(2, 65))
def test_everybody_meets_everybody(size: int) -> None:
    players = range(100, 100 + size)
    single = round_robin(players)
    met = Counter(frozenset((p.first, p.second)) for p in single)
    assert set(met.values()) == {1}
    assert len(met) == size * (size - 1) // 2
    sides = Counter(p.first for p in single)
    sides.subtract(Counter(p.second for p in single if p.second is not None))
    assert all(abs(difference) <= size % 2 ^ 1 for difference in sides.values())
    each_round = Counter((p.round, one) for p in single for one in (p.first, p.second))
    assert set(each_round.values()) == {1}


@pytest.mark.parametrize("size", [2, 3, 7, 10, 11, 64])
def test_each_pair_once_on_each_side(size: int) -> None:
    double = round_robin(range(size), double=True)
    assert Counter((p.first, p.second) for p in double) == {
        (one, other): 1 for one in range(size) for other in range(size) if one != other
    }


def test_refusals() -> None:
    with pytest.raises(PairingError, match="too_few"):
        round_robin([1])
    with pytest.raises(PairingError, match="too_many"):
        round_robin(range(65))
    with pytest.raises(PairingError, match="twice_entered") as refusal:
        round_robin([1, 2, 1])
    assert refusal.value.data == {"player": 1}
