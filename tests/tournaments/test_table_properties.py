"""What holds of every table, whatever the results."""

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.making import groups, seeded
from tournaments.pairing.pairs import Pairing
from tournaments.scoring import GRADED, PLAIN, possible_points
from tournaments.standings.assumed import what_if
from tournaments.standings.metrics import METRICS
from tournaments.standings.possible import possible_places
from tournaments.standings.rules import Rules
from tournaments.standings.scores import Kind, Score
from tournaments.standings.table import table

Group = tuple[list[int], list[Score], list[Pairing]]
orders = st.lists(st.sampled_from(sorted(METRICS)), unique=True)


@settings(deadline=None)
@given(groups(), orders, seeded)
def test_the_order_of_results_never_matters(group: Group, metrics: list[str], rng: Random) -> None:
    players, scores, _ = group
    rules = Rules(GRADED, tuple(metrics), goals=True)
    once = table(players, scores, rules)
    rng.shuffle(scores)
    assert table(players, scores, rules) == once


@settings(deadline=None)
@given(groups(), orders)
def test_sums_and_places(group: Group, metrics: list[str]) -> None:
    players, scores, _ = group
    rows = table(players, scores, Rules(GRADED, tuple(metrics), goals=True))
    assert sorted(row.competitor for row in rows) == players
    assert sum(row.points for row in rows) == sum(sum(score.points) for score in scores)
    assert sum(row.played for row in rows) == 2 * len(scores)
    assert sum(row.goals_for for row in rows) == sum(row.goals_against for row in rows)
    assert all(row.played == row.wins + row.evens + row.losses for row in rows)
    for number, row in enumerate(rows, 1):
        equals = [other for other in rows if other.place == row.place]
        assert row.shared == (len(equals) > 1)
        assert row.place == number or row.place == rows[number - 2].place
        assert (row.decided is None) == (number == 1)


@settings(deadline=None)
@given(groups(), orders, st.permutations(range(100, 106)))
def test_names_do_not_matter(group: Group, metrics: list[str], names: list[int]) -> None:
    players, scores, _ = group
    new = dict(zip(players, names, strict=False))
    renamed = [Score(new[s.first], new[s.second or 0], s.points, s.goals, s.kind) for s in scores]
    rules = Rules(GRADED, tuple(metrics), goals=True)
    before = table(players, scores, rules)
    after = table([new[one] for one in players], renamed, rules)
    assert [(new[row.competitor], row.place, row.values) for row in before] == [
        (row.competitor, row.place, row.values) for row in after
    ]


@settings(deadline=None)
@given(groups())
def test_decided_is_the_first_value_that_differs(group: Group) -> None:
    players, scores, _ = group
    rows = table(players, scores, Rules(GRADED, goals=True))
    for above, row in pairwise(rows):
        assert row.decided is not None
        assert row.decided.above == above.competitor
        names = [name for name in row.values if above.values[name] != row.values[name]]
        if row.decided.code == "shared":
            assert (names, row.place) == ([], above.place)
        else:
            assert row.decided.code == names[0]
            assert row.decided.values is not None
            assert row.decided.values[0] > row.decided.values[1]


@settings(deadline=None, max_examples=30)
@given(groups(goals=False), seeded, st.booleans())
def test_no_place_is_wrongly_ruled_out(group: Group, rng: Random, plain: bool) -> None:
    """However the open matches end, each player ends within the bounds."""
    players, scores, rest = group
    rules = Rules(PLAIN if plain else GRADED)
    if plain:
        scores = []
        rest = rest[:5]
    bounds = possible_places(players, scores, rest, rules)
    ends = [
        Score(p.first, p.second, points, kind=Kind.PLAYED if any(points) else Kind.DOUBLE_FORFEIT)
        for p in rest
        for points in [rng.choice(possible_points(rules.scoring))]
    ]
    for row in table(players, what_if(scores, ends), rules):
        assert bounds[row.competitor].best <= row.place <= bounds[row.competitor].worst


@settings(deadline=None, max_examples=30)
@given(groups())
def test_bounds_hold_for_games_with_goals(group: Group) -> None:
    players, scores, rest = group
    rules = Rules(GRADED, goals=True)
    bounds = possible_places(players, scores, rest, rules)
    ends = [Score(p.first, p.second, (5, 0), (p.first, 0)) for p in rest]
    for row in table(players, [*scores, *ends], rules):
        assert bounds[row.competitor].best <= row.place <= bounds[row.competitor].worst
