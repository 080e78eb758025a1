"""Tables that were published, and the examples of those who met faults."""

from fractions import Fraction

import pytest

from tests.tournaments.making import PLAIN_RULES, crossed, places, ranked, score, scores
from tournaments.errors import StandingsError
from tournaments.scoring import GRADED, PLAIN
from tournaments.standings.rules import SWISS, Rules
from tournaments.standings.scores import Kind, Score, bye
from tournaments.standings.table import Decision, table

A, B, C, D = range(4)


def test_sonneborn_berger_of_senseis_library() -> None:
    """Sensei's Library, page "Sonneborn-Berger": a double round robin with 11, 9, 6, 4.

    There a win is one point; here it is two, so that all values double, as that page says of
    Little Golem.
    """
    found = crossed("ABCD", ["-111-010", "0-111-01", "00-101-1", "000-100-"])
    rows = ranked(found)
    assert [row.points for row in rows] == [8, 8, 6, 2]
    assert [row.values["sonneborn_berger"] for row in rows] == [22, 18, 12, 8]
    assert places(rows) == [(1, A), (2, B), (3, C), (4, D)]
    assert rows[1].decided == Decision("sonneborn_berger", A, (Fraction(22), Fraction(18)))
    assert rows[2].decided == Decision("points", B, (Fraction(8), Fraction(6)))


def test_three_equal_leaders_of_fiveinline() -> None:
    """fiveinline.com/sbps.html, its second example: three with 4 points, 8 each, all winners."""
    # A beats B twice and C twice, B beats C twice and D twice, D beats A twice and C twice.
    found = crossed("ABCD", ["-110-110", "0-110-11", "00-000-0", "101-101-"])
    rows = ranked(found)
    assert [row.points for row in rows] == [8, 8, 8, 0]
    assert [row.values["sonneborn_berger"] for row in rows] == [16, 16, 16, 0]
    assert places(rows) == [(1, A), (1, B), (1, D), (4, C)]
    assert [row.shared for row in rows] == [True, True, True, False]
    assert rows[2].decided == Decision("shared", B)


def test_forfeits_count_in_every_tie_break() -> None:
    """Fault 33: A beats B by forfeit; with it A is first, without it B would be."""
    found = [
        score("0-1 2:0", Kind.FORFEIT),
        *scores("2-0 2:0\n0-3 2:0\n1-2 2:0\n1-3 2:0\n2-3 1:1"),
    ]
    rows = ranked(found)
    assert [(row.competitor, row.points) for row in rows] == [(A, 4), (B, 4), (C, 3), (D, 1)]
    assert rows[1].decided == Decision("sonneborn_berger", A, (Fraction(5), Fraction(4)))
    direct = ranked(found, Rules(PLAIN, ("points", "head_to_head", "sonneborn_berger")))
    assert direct[0].competitor == A
    assert direct[1].decided == Decision("head_to_head", A, (Fraction(2), Fraction(0)))


def test_a_circle_of_three_goes_on_to_the_next_step_and_is_shared_in_the_end() -> None:
    circle = scores("0-1 2:0\n1-2 2:0\n2-0 2:0")
    rows = ranked(circle)
    assert places(rows) == [(1, A), (1, B), (1, C)]
    assert places(table([C, A, B], circle, PLAIN_RULES)) == [(1, C), (1, A), (1, B)]
    goals = scores("0-1 2:0 3:0\n1-2 2:0 1:0\n2-0 2:0 1:0")
    rows = ranked(goals, Rules(PLAIN, goals=True))
    assert places(rows) == [(1, A), (2, C), (3, B)]
    assert rows[1].decided == Decision("goal_difference", A, (Fraction(2), Fraction(0)))


def test_head_to_head_in_a_double_round_robin_is_the_sum_of_both() -> None:
    found = scores("0-1 5:0\n1-0 3:2\n0-2 0:5\n2-0 1:4\n1-2 4:1\n2-1 1:4")
    rows = ranked(found, Rules(GRADED, ("points", "head_to_head")))
    assert [(row.competitor, row.points) for row in rows] == [(A, 11), (B, 11), (C, 8)]
    assert rows[1].decided == Decision("head_to_head", A, (Fraction(7), Fraction(3)))
    assert rows[2].values["head_to_head"] is None


def test_both_lost_is_not_an_even_match() -> None:
    """Fault 35: 0 and 0, no winner."""
    found = [score("0-1 0:0", Kind.DOUBLE_FORFEIT), *scores("0-2 1:1\n1-2 0:2")]
    rows = {row.competitor: row for row in ranked(found)}
    assert (rows[A].wins, rows[A].evens, rows[A].losses) == (0, 1, 1)
    assert (rows[B].wins, rows[B].evens, rows[B].losses) == (0, 0, 2)
    assert found[0].winner is None


def test_a_bye_is_points_and_no_match() -> None:
    row = table([A], [bye(A, GRADED, 1)], Rules(GRADED))[0]
    assert (row.points, row.played, row.wins, row.evens) == (2, 0, 0, 0)
    assert row.values["sonneborn_berger"] == 0


def test_goals_and_their_order() -> None:
    found = scores("0-1 5:0 2:0\n1-0 5:0 3:1\n2-3 5:0 1:0\n3-2 5:0 1:0")
    rows = ranked(found, Rules(GRADED, ("points", "goal_difference", "goals"), goals=True))
    assert places(rows) == [(1, A), (1, B), (3, C), (3, D)]
    assert (rows[0].goals_for, rows[0].goals_against) == (3, 3)
    assert rows[2].decided == Decision("goals", B, (Fraction(3), Fraction(1)))
    without = ranked(found, Rules(GRADED, ("points", "goal_difference", "goals")))
    assert "goals" not in without[0].values


def test_more_wins_break_a_tie_only_where_the_rules_say_so() -> None:
    found = scores("0-2 2:0\n3-0 2:0\n1-2 1:1\n1-3 1:1")
    rows = ranked(found, Rules(PLAIN, ("points", "wins")))
    assert [row.competitor for row in rows] == [D, A, B, C]
    assert rows[2].decided == Decision("wins", A, (Fraction(1), Fraction(0)))


@pytest.mark.parametrize(
    ("before", "round_number", "own", "kind", "last", "expected"),
    [
        (3, 3, 0, Kind.FORFEIT, 3, 5),  # 1.5 points, absent in round 3: 2.5 after round 3
        (3, 3, 0, Kind.FORFEIT, 9, 11),  # and 5.5 at the end
        (7, 6, 2, Kind.FORFEIT, 6, 7),  # 3.5 points, no opponent in round 6: 3.5 after it
        (7, 6, 2, Kind.FORFEIT, 9, 10),  # and 5.0 at the end
        (7, 6, 1, Kind.BYE, 9, 11),  # our bye is worth an even match
    ],
)
def test_the_virtual_opponent(
    before: int, round_number: int, own: int, kind: Kind, last: int, expected: int
) -> None:
    """The examples of FIDE's tie-break regulations of 2022; half points are whole ones here."""
    player, strong, far = 1, 2, 3
    missed = Score(
        player,
        None if kind is Kind.BYE else strong,
        (own, 0 if kind is Kind.BYE else 2 - own),
        kind=kind,
        round=round_number,
    )
    found = [
        Score(player, strong, (before, 0), round=round_number - 1),  # all points before, in one
        missed,
        Score(far, strong, (2, 0), round=last),
    ]
    row = table([player, strong, far], found, Rules(PLAIN, SWISS))
    value = next(r.values["buchholz"] for r in row if r.competitor == player)
    of_strong = 0 + (0 if kind is Kind.BYE else 1)  # a forfeit of an opponent is taken as even
    assert value == expected + of_strong


def test_refusals() -> None:
    with pytest.raises(StandingsError, match="not_a_competitor") as refusal:
        table([A, B], scores("0-2 2:0"), PLAIN_RULES)
    assert refusal.value.data == {"competitor": 2}
    with pytest.raises(StandingsError, match="unknown_metric"):
        table([A, B], [], Rules(PLAIN, ("points", "luck")))


def test_nobody_and_nothing() -> None:
    assert table([], [], PLAIN_RULES) == ()
    assert places(table([B, A], [], PLAIN_RULES)) == [(1, B), (1, A)]
