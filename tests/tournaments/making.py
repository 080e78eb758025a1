"""Scores and tables for tests, short to write and to check by eye."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from hypothesis import strategies as st

from tournaments.pairing.pairs import Pairing
from tournaments.scoring import GRADED, PLAIN, ScoringTable, possible_points
from tournaments.standings.rules import Rules
from tournaments.standings.scores import Kind, Score
from tournaments.standings.table import Row, table

PLAIN_RULES = Rules(PLAIN)
seeded = st.builds(Random, st.integers(0, 10**9))
"""Generators of results; quicker than those whose every number hypothesis chooses."""


def score(text: str, kind: Kind = Kind.PLAYED) -> Score:
    """Read ``"1-2 5:0"``, with goals ``"1-2 5:0 3:1"``."""
    pair, points, *goals = text.split()
    first, second = map(int, pair.split("-"))
    high, low = map(int, points.split(":"))
    found = tuple(map(int, goals[0].split(":"))) if goals else None
    return Score(first, second, (high, low), found, kind)  # type: ignore[arg-type]


def scores(text: str) -> list[Score]:
    """Read one score a line."""
    return [score(line) for line in text.strip().splitlines()]


def crossed(names: str, lines: Sequence[str], scale: int = 2) -> list[Score]:
    """Read a cross table: a line for each name, results against each in turn, ``-`` for oneself.

    Several cells stand one after the other as several rounds; ``=`` is half a point, of which
    one is worth ``scale``. Competitors are numbered by their place in ``names``.
    """
    count = len(names)
    cells = {"1": scale, "=": scale // 2, "0": 0}
    found = []
    for one, other in combinations(range(count), 2):
        for leg in range(len(lines[0]) // count):
            own, its = lines[one][leg * count + other], lines[other][leg * count + one]
            found.append(Score(one, other, (cells[own], cells[its])))
    return found


def places(rows: Iterable[Row]) -> list[tuple[int, int]]:
    """Return (place, competitor) of each row."""
    return [(row.place, row.competitor) for row in rows]


def ranked(found: Sequence[Score], rules: Rules = PLAIN_RULES) -> tuple[Row, ...]:
    """Return the table of all who have a score, listed by number."""
    return table(sorted({one for s in found for one in s.competitors}), found, rules)


@st.composite
def groups(
    draw: st.DrawFn, scoring: ScoringTable = GRADED, goals: bool = True
) -> tuple[list[int], list[Score], list[Pairing]]:
    """Make a group in the middle of a double round robin: players, scores, open matches."""
    players = list(range(1, draw(st.integers(2, 6)) + 1))
    found: list[Score] = []
    rest: list[Pairing] = []
    for first in players:
        for second in players:
            if first == second:
                continue
            if draw(st.booleans()):
                found.append(draw(_played(scoring, first, second, goals)))
            else:
                rest.append(Pairing(first, second))
    return players, found, rest


@st.composite
def _played(
    draw: st.DrawFn, scoring: ScoringTable, first: int, second: int, with_goals: bool
) -> Score:
    points = draw(st.sampled_from(possible_points(scoring)))
    if not any(points):
        return Score(first, second, points, kind=Kind.DOUBLE_FORFEIT)
    low = draw(st.integers(0, 3))
    margin = draw(st.integers(1, 3)) if points[0] != points[1] else 0
    goals = (low + margin, low) if points[0] > points[1] else (low, low + margin)
    return Score(first, second, points, goals if with_goals else None)
