"""The half rule, and what is still possible."""

from itertools import permutations

from tests.tournaments.making import PLAIN_RULES, places, score, scores
from tournaments.pairing.pairs import Pairing
from tournaments.scoring import GRADED, PLAIN
from tournaments.standings.assumed import what_if
from tournaments.standings.possible import Places, possible_places
from tournaments.standings.rules import Rules
from tournaments.standings.scores import Kind, Score
from tournaments.standings.table import table
from tournaments.standings.withdrawal import counted, under_half

X = 6
FIVE = """
1-2 2:0
1-3 2:0
1-4 2:0
1-5 1:1
2-3 2:0
2-4 2:0
2-5 2:0
3-4 2:0
3-5 2:0
4-5 2:0
"""
"""Fault 32 among P1 to P5."""
OF_X = "6-1 2:0\n2-6 2:0"


def test_under_half_of_the_matches_leave_the_table() -> None:
    """Fault 32: X beat P1, lost to P2 and leaves with 2 of 5. P1 is first, not P2."""
    found = scores(FIVE + OF_X)
    rest = [Pairing(3, X), Pairing(4, X), Pairing(X, 5)]
    left = counted(found, rest, {X}, PLAIN)
    assert left.left_out == {X}
    rows = table([1, 2, 3, 4, 5], left.scores, PLAIN_RULES)
    assert [(row.competitor, row.points) for row in rows][:2] == [(1, 7), (2, 6)]
    assert {row.played for row in rows} == {4}


def test_half_or_more_stay_and_the_rest_are_lost() -> None:
    """Fault 32 with 3 of 5 played."""
    found = scores(FIVE + OF_X + "\n3-6 0:2")
    left = counted(found, [Pairing(4, X), Pairing(X, 5)], {X}, PLAIN)
    assert left.left_out == frozenset()
    assert left.scores[-2:] == (
        Score(4, X, (2, 0), kind=Kind.FORFEIT, round=1),
        Score(X, 5, (0, 2), kind=Kind.FORFEIT, round=1),
    )
    rows = table([1, 2, 3, 4, 5, X], left.scores, PLAIN_RULES)
    assert places(rows)[:2] == [(1, 2), (2, 1)]
    assert {row.played for row in rows} == {5}


def test_exactly_half_stays() -> None:
    assert not under_half(1, scores("1-2 2:0"), [Pairing(3, 1)])
    assert under_half(1, [], [Pairing(3, 1)])
    assert under_half(1, [], [])


def test_swiss_rounds_to_come_count_as_matches() -> None:
    """Two played and one open of seven rounds, four of them not paired yet."""
    found = scores("1-2 2:0\n1-3 2:0")
    assert not under_half(1, found, [Pairing(1, 4)])
    assert under_half(1, found, [Pairing(1, 4)], rounds_to_pair=4)
    assert counted(found, [Pairing(1, 4)], [1], PLAIN, rounds_to_pair=4).left_out == {1}


def test_the_order_of_events_never_matters() -> None:
    first, second, third, *others = scores(FIVE + OF_X)
    rest = [Pairing(3, X), Pairing(4, X), Pairing(X, 5)]
    tables = set()
    for some in permutations([first, second, third]):
        left = counted([*others, *some], rest[::-1], [X], PLAIN)
        tables.add(tuple(places(table([1, 2, 3, 4, 5], left.scores, PLAIN_RULES))))
    assert len(tables) == 1


def test_both_withdraw() -> None:
    """Fault 35: 0 : 0, no winner, and it is not an even match; the group can finish."""
    found = scores("1-2 2:0\n2-3 2:0\n1-3 1:1")
    done = counted(found, [Pairing(2, 1)], [1, 2], PLAIN)
    assert done.scores[-1] == Score(2, 1, (0, 0), kind=Kind.DOUBLE_FORFEIT, round=1)
    assert done.scores[-1].winner is None
    assert counted(found, [Pairing(2, 1)], [2, 1], PLAIN) == done


def test_a_match_against_somebody_left_out_is_gone_for_the_other_too() -> None:
    done = counted(scores("1-3 2:0"), [Pairing(1, 2), Pairing(2, 3)], [1, 2], PLAIN)
    assert done.left_out == {2}
    assert done.scores == (score("1-3 2:0"),)


def test_nobody_withdraws() -> None:
    found = tuple(scores(FIVE))
    assert counted(found, [Pairing(1, X)], [], PLAIN).scores == found


def test_what_if_replaces_by_key_and_adds_the_rest() -> None:
    stored = [Score(1, 2, (5, 0), key=7), Score(1, 3, (2, 2), key=8)]
    assumed = [Score(1, 3, (0, 5), key=8), Score(2, 3, (5, 0))]
    assert what_if(stored, assumed) == (stored[0], *assumed)
    assert stored[1].points == (2, 2)


def test_possible_places_with_one_match_to_come() -> None:
    """1 has 4, 2 has 2, 3 has 0; only 2-3 is open: 2 may draw level with 1 on points."""
    found = scores("1-2 2:0\n1-3 2:0")
    assert possible_places([1, 2, 3], found, [Pairing(2, 3)], PLAIN_RULES) == {
        1: Places(1, 1, exact=True),
        2: Places(2, 3, exact=True),
        3: Places(2, 3, exact=True),
    }


def test_when_all_is_over_the_places_are_those_of_the_table() -> None:
    found = scores("1-2 2:0 1:0\n2-3 2:0 2:0\n3-1 2:0 3:0")
    rules = Rules(PLAIN, goals=True)
    bounds = possible_places([1, 2, 3], found, [], rules)
    assert bounds == {
        row.competitor: Places(row.place, row.place, exact=True)
        for row in table([1, 2, 3], found, rules)
    }


def test_goals_to_come_are_not_known() -> None:
    found = scores("1-2 2:0 9:0")
    bounds = possible_places([1, 2], found, [Pairing(2, 1)], Rules(PLAIN, goals=True))
    assert bounds == {1: Places(1, 2, exact=False), 2: Places(1, 2, exact=False)}


def test_a_group_of_eleven_with_all_matches_open() -> None:
    group = range(1, 12)
    rest = [Pairing(one, other) for one in group for other in group if one != other]
    assert len(rest) == 110
    bounds = possible_places(group, [], rest, Rules(GRADED, goals=True))
    assert set(bounds.values()) == {Places(1, 11, exact=False)}


def test_bounds_by_points() -> None:
    """1 is out of reach of 3, who has one match left, but not of 2, who has four."""
    found = [Score(1, 4, (5, 0)) for _ in range(3)]
    rest = [Pairing(2, 4)] * 4 + [Pairing(3, 4)]
    bounds = possible_places([1, 2, 3, 4], found, rest, Rules(GRADED))
    assert bounds[1] == Places(1, 3, exact=False)
    assert bounds[3] == Places(2, 4, exact=False)
    more = possible_places([1, 2, 3, 4], found, rest, Rules(GRADED), rounds_to_pair=2)
    assert more[3] == Places(1, 4, exact=False)
