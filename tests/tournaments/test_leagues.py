"""The championship: sizes, moves with their reasons, and many editions in a row."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.making import seeded
from tournaments.errors import PairingError
from tournaments.pairing.leagues import (
    Edition,
    Entrant,
    Reason,
    edition,
    group_count,
    league_sizes,
    reasons,
    target,
)


def league(number: int, players: Iterable[int], first_place: int = 1) -> list[Entrant]:
    """Return a league of one group as it ended, the first named first."""
    return [
        Entrant(player, 2000 - player, number, place)
        for place, player in enumerate(players, first_place)
    ]


def newcomers(players: Iterable[int]) -> list[Entrant]:
    """Return people who were in no league."""
    return [Entrant(player, 2000 - player) for player in players]


def by_league(found: Edition) -> dict[int, list[list[int]]]:
    """Return the sorted groups of each league."""
    leagues: dict[int, list[list[int]]] = defaultdict(list)
    for group in found.groups:
        leagues[group.league].append(sorted(group.players))
    return leagues


def check(entrants: Sequence[Entrant], found: Edition) -> None:
    """Assert all that holds of any edition."""
    seated = [player for group in found.groups for player in group.players]
    assert sorted(seated) == sorted(entrant.player for entrant in entrants)
    assert sorted(move.player for move in found.moves) == sorted(seated)
    last = max(group.league for group in found.groups)
    for number, groups in by_league(found).items():
        sizes = [len(group) for group in groups]
        assert len(groups) <= 2 ** (number - 1)
        assert max(sizes) <= 11
        assert min(sizes) >= 7 or (number == last and len(groups) == 1 and min(sizes) >= 3)
    _check_moves(entrants, found)


def _check_moves(entrants: Sequence[Entrant], found: Edition) -> None:
    where = {p: group.league for group in found.groups for p in group.players}
    last = max(where.values())
    for entrant, move in zip(
        sorted(entrants, key=lambda one: one.player),
        sorted(found.moves, key=lambda one: one.player),
        strict=True,
    ):
        wanted = target(entrant)
        assert (move.before, move.league) == (entrant.league, where[entrant.player])
        if wanted is None:
            assert move.reason is Reason.NEWCOMER
        elif move.reason in (Reason.PROMOTED, Reason.STAYS, Reason.RELEGATED):
            assert move.league == wanted
        elif move.reason is Reason.NO_SEAT:
            assert move.league > wanted
        else:
            assert move.league < wanted
            assert (wanted > last) is (move.reason is not Reason.VACANCY)
    for one in entrants:  # nobody is put below somebody who was worse in the same league
        for other in entrants:
            if one.league is not None and one.league == other.league and one.place < other.place:
                assert where[one.player] <= where[other.player]


@pytest.mark.parametrize(
    ("entrants", "sizes"),
    [
        *((0, ()), (2, ()), (3, (3,)), (6, (6,)), (7, (7,)), (11, (11,))),
        *((12, (9, 3)), (15, (9, 6)), (16, (9, 7)), (20, (9, 11))),
        *((21, (10, 11)), (22, (11, 11)), (23, (9, 14)), (31, (9, 22))),
        *((32, (9, 18, 5)), (39, (9, 19, 11)), (63, (9, 18, 36))),
    ],
)
def test_sizes(entrants: int, sizes: tuple[int, ...]) -> None:
    assert league_sizes(entrants) == sizes


def test_sizes_within_their_limits() -> None:
    for entrants in range(3, 3001):
        sizes = league_sizes(entrants)
        assert sum(sizes) == entrants
        for number, size in enumerate(sizes, 1):
            groups = group_count(number, size)
            small = number == len(sizes) and groups == 1 and 3 <= size <= 6
            assert small or (size // groups >= 7 and -(-size // groups) <= 11), entrants
            assert groups <= 2 ** (number - 1)


def test_no_edition() -> None:
    assert edition(newcomers([1, 2])) == Edition((), ())


def test_the_first_edition_is_filled_by_rating() -> None:
    found = edition(newcomers(range(1, 28)))
    assert by_league(found)[1] == [list(range(1, 10))]
    assert [len(group) for group in by_league(found)[2]] == [9, 9]
    second = found.groups[1:]
    assert second[0].players == (10, 13, 14, 17, 18, 21, 22, 25, 26)  # a snake
    assert set(reasons(found.moves).values()) == {Reason.NEWCOMER}


def test_everybody_comes_back() -> None:
    """Two up from each group, from the sixth place down; sizes repeat themselves."""
    entrants = [
        *league(1, range(1, 10)),
        *league(2, range(10, 19)),
        *league(2, range(20, 29)),
    ]
    found = edition(entrants)
    check(entrants, found)
    assert by_league(found)[1] == [[1, 2, 3, 4, 5, 10, 11, 20, 21]]
    why = reasons(found.moves)
    assert {why[p] for p in (1, 2, 3, 4, 5)} == {Reason.STAYS}
    assert {why[p] for p in (10, 11, 20, 21)} == {Reason.PROMOTED}
    assert {why[p] for p in (6, 7, 8, 9)} == {Reason.RELEGATED}
    assert {why[p] for p in (12, 13, 14)} == {Reason.STAYS}
    assert {why[p] for p in (15, 16, 17, 18)} == {Reason.BOTTOM}


def test_a_champion_leaves_and_the_next_best_gets_the_seat() -> None:
    """The better of both third places, by points per match."""
    first = [e for e in league(1, range(1, 10)) if e.player != 1]
    second = [*league(2, range(10, 19)), *league(2, range(20, 29))]
    second = [replace(e, average=Fraction(3)) if e.player == 22 else e for e in second]
    found = edition([*first, *second])
    assert by_league(found)[1] == [[2, 3, 4, 5, 10, 11, 20, 21, 22]]
    assert reasons(found.moves)[22] is Reason.VACANCY


def test_fault_42() -> None:
    """Three leagues of 9; two champions gone, one withdrew, a tie across the cut, newcomers."""
    tied = [replace(e, place=2) if e.place == 3 else e for e in league(2, range(11, 20))]
    first = [e for e in league(1, range(1, 10)) if e.player != 1]
    second = [e for e in tied if e.player != 11]
    withdrew = league(3, [29], first_place=9)  # left out of the table, but enters again
    third = [*league(3, range(21, 29)), *withdrew]
    entrants = [*first, *second, *third, *newcomers(range(31, 35))]
    found = edition(entrants)
    check(entrants, found)
    why = reasons(found.moves)
    # 29 enter: 9 + 20 in two groups of 10, for a third league would be too small
    assert [(g.league, len(g.players)) for g in found.groups] == [(1, 9), (2, 10), (2, 10)]
    assert (why[12], why[13]) == (Reason.PROMOTED, Reason.PROMOTED)  # both second
    assert by_league(found)[1] == [[2, 3, 4, 5, 6, 12, 13, 14, 15]]
    assert {why[p] for p in (14, 15)} == {Reason.VACANCY}  # the next best of the league below
    assert why[6] is Reason.VACANCY  # and then the best of those who were to go down
    assert {why[p] for p in (23, 24, 25)} == {Reason.MERGED}
    assert {why[p] for p in range(31, 35)} == {Reason.NEWCOMER}
    assert edition(entrants) == found
    assert edition(entrants[::-1]) == found


def test_two_leagues_of_one_group() -> None:
    """Four go down and two come up: two more come up into the free seats."""
    entrants = [
        *league(1, range(1, 10)),
        *league(2, range(10, 17)),
    ]
    found = edition(entrants)
    check(entrants, found)
    why = reasons(found.moves)
    assert {why[p] for p in (10, 11)} == {Reason.PROMOTED}
    assert {why[p] for p in (12, 13)} == {Reason.VACANCY}
    assert {why[p] for p in (6, 7, 8, 9)} == {Reason.RELEGATED}


def test_too_many_claims() -> None:
    """A whole second league shares the first place: the best by rating go up."""
    entrants = [
        *league(1, range(1, 10)),
        *[replace(e, place=1) for e in league(2, range(10, 20))],
    ]
    found = edition(entrants)
    check(entrants, found)
    why = reasons(found.moves)
    assert [p for p in range(10, 20) if why[p] is Reason.PROMOTED] == [10, 11, 12, 13]
    assert {why[p] for p in range(14, 20)} == {Reason.NO_SEAT}


def test_twice_entered() -> None:
    with pytest.raises(PairingError, match="twice_entered"):
        edition(newcomers([1, 2, 1]))


def played(found: Edition, rng: Random) -> list[Entrant]:
    """Return all players of an edition with a random place, some places shared."""
    entrants: list[Entrant] = []
    for group in found.groups:
        order = list(group.players)
        rng.shuffle(order)
        for place, player in enumerate(order, 1):
            shared = place > 1 and rng.random() < 0.1
            place = entrants[-1].place if shared else place
            average = Fraction(50 - place, 10)
            entrants.append(Entrant(player, rng.randint(1000, 2500), group.league, place, average))
    return entrants


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 120), seeded)
def test_many_editions(size: int, rng: Random) -> None:
    entrants = [Entrant(player, rng.randint(1000, 2500)) for player in range(size)]
    following = size
    for _ in range(4):
        found = edition(entrants)
        check(entrants, found)
        shuffled = rng.sample(entrants, len(entrants))
        assert edition(shuffled) == found
        stay = [one for one in played(found, rng) if rng.random() < rng.choice([0.5, 0.9, 1.0])]
        fresh = range(following, following + rng.randint(0, 10) + max(0, 3 - len(stay)))
        following += len(fresh)
        entrants = [*stay, *(Entrant(player, rng.randint(1000, 2500)) for player in fresh)]


@pytest.mark.parametrize("size", [500, 2000])
def test_many_entrants(size: int) -> None:
    rng = Random(size)
    found = edition([Entrant(player, rng.randint(1000, 2500)) for player in range(size)])
    again = edition(played(found, rng))
    assert sum(len(group.players) for group in again.groups) == size
    by_result = (Reason.PROMOTED, Reason.STAYS, Reason.RELEGATED, Reason.BOTTOM)
    kept = sum(move.reason in by_result for move in again.moves)
    assert kept > 0.8 * size
