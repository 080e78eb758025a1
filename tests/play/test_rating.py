"""The arithmetic of ratings: a table to check by eye, symmetry, bounds, and the ranks."""

from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golem.play import rating
from golem.play.rating import DRAW, FLOOR, LOSS, NEW, POINT, START, WIN, Strength, after

ratings = st.integers(FLOOR, 3500 * POINT)
results = st.sampled_from([LOSS, DRAW, WIN])


def points(number: str) -> int:
    return int(Decimal(number) * POINT)


@pytest.mark.parametrize(
    ("own", "other", "k", "result", "changed"),
    [
        ("1500", "1500", 60, WIN, "30"),
        ("1500", "1500", 60, DRAW, "0"),
        ("1500", "1500", 30, LOSS, "-15"),
        ("1900", "1500", 30, WIN, "2.7273"),  # 30 * (1 - 10/11)
        ("1900", "1500", 30, LOSS, "-27.2727"),
        ("1500", "1900", 30, WIN, "27.2727"),
        ("1700", "1500", 60, DRAW, "-15.5848"),  # 60 * (0.5 - 0.7597469)
        ("1600", "1500", 45, WIN, "16.1971"),  # 45 * 0.3599350
        ("3000", "1000", 30, WIN, "0.0003"),
    ],
)
def test_the_table(own: str, other: str, k: int, result: int, changed: str) -> None:
    assert rating.change(points(own), points(other), k, result) == points(changed)


@given(ratings, ratings, st.integers(30, 60), results)
def test_both_sides_win_and_lose_the_same(own: int, other: int, k: int, result: int) -> None:
    one = rating.change(own, other, k, result)
    two = rating.change(other, own, k, WIN - result)
    assert one + two == 0
    assert abs(one) <= k * POINT


@given(ratings, ratings)
def test_the_shares_make_one(own: int, other: int) -> None:
    share = rating.expected(own, other)
    assert share + rating.expected(other, own) == 10**12
    assert (share >= 10**12 // 2) == (own >= other)


@given(ratings, ratings, ratings, st.integers(30, 60), results)
def test_a_stronger_opponent_gives_no_less(
    own: int, one: int, two: int, k: int, result: int
) -> None:
    weak, strong = sorted((one, two))
    assert rating.change(own, weak, k, result) <= rating.change(own, strong, k, result)


@given(ratings, ratings, st.integers(30, 60))
def test_a_win_is_more_than_a_draw_and_a_draw_more_than_a_loss(
    own: int, other: int, k: int
) -> None:
    lost, drawn, won = (rating.change(own, other, k, result) for result in (LOSS, DRAW, WIN))
    assert lost <= 0 <= won
    assert lost < drawn < won
    assert won - lost == pytest.approx(k * POINT, abs=1)


@given(ratings, results)
def test_two_new_players_keep_their_sum(own: int, result: int) -> None:
    one, two = after(NEW, NEW, result), after(NEW, NEW, WIN - result)
    assert one.rating + two.rating == 2 * START


def test_k_falls_from_60_to_30() -> None:
    ks = [Strength(matches=number).k for number in range(33)]
    assert ks == [*range(60, 29, -1), 30, 30]


def test_nobody_falls_below_the_floor() -> None:
    at_floor = Strength(rating=FLOOR)
    fallen = after(at_floor, NEW, LOSS)
    assert (fallen.rating, fallen.matches, fallen.peak) == (FLOOR, 1, START)
    assert after(Strength(rating=FLOOR + 1), NEW, LOSS).rating == FLOOR


def test_a_hundred_thousand_matches_stay_in_bounds() -> None:
    """Strong and weak players by lot: nobody leaves the bounds, wins and counts add up, a rank is
    never taken back, and doing it again gives the same."""
    first, again = played(seed=9), played(seed=9)
    assert first == again
    assert sum(one.matches for one in first) == 200_000
    for one in first:
        assert FLOOR <= one.rating <= one.peak < 4000 * POINT
        assert one.wins >= rating.wins_for(one.rank)
        assert one.rank == 0 or one.peak >= rating.rating_for(one.rank)
    strongest = sorted(first, key=lambda one: one.rating)
    assert strongest[-1].rating > 1900 * POINT
    assert strongest[0].rating < 1300 * POINT


def played(seed: int) -> list[Strength]:
    rng, people = Random(seed), [NEW] * 200
    for _ in range(100_000):
        one, two = rng.sample(range(200), 2)
        odds = 1 / (1 + 10 ** ((two - one) * 5 / 400))
        result = DRAW if rng.random() < 0.1 else WIN if rng.random() < odds else LOSS
        mine, theirs = after(people[one], people[two], result), people[two]
        assert mine.rank >= people[one].rank
        people[two] = after(theirs, people[one], WIN - result)
        people[one] = mine
    return people


RANKS = """
20 kyu 0    0 | 19 kyu 1250   1 | 18 kyu 1300   3 | 17 kyu 1350   6 | 16 kyu 1400  10
15 kyu 1450  15 | 14 kyu 1500  21 | 13 kyu 1550  28 | 12 kyu 1600  36 | 11 kyu 1650  45
10 kyu 1700  55 |  9 kyu 1750  66 |  8 kyu 1800  78 |  7 kyu 1850  91 |  6 kyu 1900 105
 5 kyu 1950 120 |  4 kyu 2000 136 |  3 kyu 2050 153 |  2 kyu 2100 171 |  1 kyu 2150 190
 1 dan 2200 210 |  2 dan 2250 231 |  3 dan 2300 253 |  4 dan 2350 276 |  5 dan 2400 300
 6 dan 2450 325 |  7 dan 2500 351 |  8 dan 2550 378 |  9 dan 2600 406 | 10 dan 2650 435
11 dan 2700 465 | 12 dan 2750 496 | 13 dan 2800 528
"""


def test_the_ranks() -> None:
    table = [entry.split() for entry in RANKS.replace("\n", "|").split("|") if entry.strip()]
    assert len(table) == rating.HIGHEST + 1
    for rank, (number, kind, needed, wins) in enumerate(table):
        assert rating.grade(rank) == (int(number), kind == "dan")
        assert rank == 0 or rating.rating_for(rank) == int(needed) * POINT
        assert rating.wins_for(rank) == int(wins)


@pytest.mark.parametrize(
    ("before", "wins", "rank"),
    [
        ("1499.9", 0, 1),  # the first win
        ("1240", 0, 1),  # lifted to 1250 and more
        ("1150", 0, 0),  # a win, and still below 1250
        ("2900", 1, 1),  # two wins are enough for 19 kyu only
        ("2900", 2, 2),
        ("2199", 209, 20),
        ("2180", 209, 19),
        ("2900", 526, 31),
        ("2900", 527, 32),
        ("3400", 900, 32),
    ],
)
def test_a_rank_needs_rating_and_wins(before: str, wins: int, rank: int) -> None:
    strength = Strength(points(before), 100, wins, 0, points(before))
    assert after(strength, Strength(points(before)), WIN).rank == rank


def test_a_rank_stays() -> None:
    strong = Strength(2210 * POINT, 400, 230, 20, 2210 * POINT)
    assert after(strong, Strength(FLOOR), LOSS).rank == 20


@pytest.mark.parametrize(
    ("exact", "shown"),
    [("1500", "1500.0"), ("1512.3499", "1512.3"), ("1512.35", "1512.4"), ("999.95", "1000.0")],
)
def test_one_decimal_is_shown(exact: str, shown: str) -> None:
    assert rating.shown(points(exact)) == shown


@pytest.mark.parametrize(
    ("exact", "inside"),
    [("1400", True), ("1600.0499", True), ("1600.05", False), ("1399.95", True), ("1399", False)],
)
def test_a_range_goes_by_what_is_shown(exact: str, inside: bool) -> None:
    assert rating.in_range(points(exact), 1400, 1600) is inside
    assert rating.in_range(points(exact), None, None)
