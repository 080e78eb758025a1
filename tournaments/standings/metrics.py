"""The metrics by which competitors are told apart, each with its rule. More is better in all.

A metric gets the field and those who are still equal, and returns the value of each of them.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from tournaments.errors import StandingsError
from tournaments.standings.buchholz import buchholz
from tournaments.standings.field import Field

Metric = Callable[[Field, Sequence[int]], Mapping[int, Fraction]]


def points(field: Field, equal: Sequence[int]) -> Mapping[int, Fraction]:
    """Count all points: matches, forfeits and byes."""
    return {one: Fraction(field.points[one]) for one in equal}


def sonneborn_berger(field: Field, equal: Sequence[int]) -> Mapping[int, Fraction]:
    """Count points by whom they were taken from (FIDE Handbook C.07, Sonneborn-Berger).

    For each match: the share that one took of the most that a match gives, times all points of
    the opponent. Forfeits count as any match; a bye has no opponent and counts nothing.
    """
    most = field.rules.scoring.most
    return {
        one: Fraction(
            sum(
                result.own * field.points[result.opponent]
                for result in field.results[one]
                if result.opponent is not None
            ),
            most,
        )
        for one in equal
    }


def head_to_head(field: Field, equal: Sequence[int]) -> Mapping[int, Fraction]:
    """Count the points from matches among exactly those who are still equal.

    It is FIDE's direct encounter (C.07), with the sum taken where two met more than once. A
    forfeit counts here as everywhere: else a rival could dodge a lost comparison by not playing.
    """
    among = set(equal)
    return {
        one: Fraction(sum(r.own for r in field.results[one] if r.opponent in among))
        for one in equal
    }


def goal_difference(field: Field, equal: Sequence[int]) -> Mapping[int, Fraction]:
    """Count goals scored less goals conceded, in what was played; forfeits have no goals."""
    return {
        one: Fraction(sum(own - other for own, other in _goals_of(field, one))) for one in equal
    }


def goals(field: Field, equal: Sequence[int]) -> Mapping[int, Fraction]:
    """Count goals scored in what was played."""
    return {one: Fraction(sum(own for own, _ in _goals_of(field, one))) for one in equal}


def wins(field: Field, equal: Sequence[int]) -> Mapping[int, Fraction]:
    """Count matches won, by forfeit too (FIDE Handbook C.07, number of wins); byes are none."""
    return {one: Fraction(sum(r.won for r in field.results[one])) for one in equal}


def _goals_of(field: Field, one: int) -> list[tuple[int, int]]:
    return [result.goals for result in field.results[one] if result.goals is not None]


METRICS: Final[Mapping[str, Metric]] = MappingProxyType(
    {
        "points": points,
        "sonneborn_berger": sonneborn_berger,
        "head_to_head": head_to_head,
        "goal_difference": goal_difference,
        "goals": goals,
        "wins": wins,
        "buchholz": buchholz,
    }
)
AMONG_EQUALS: Final = frozenset({"head_to_head"})
"""Metrics whose value depends on who is still equal: others have none."""


def metric_of(name: str) -> Metric:
    """Return the metric of that name; raise ``StandingsError`` ``unknown_metric``."""
    if name not in METRICS:
        raise StandingsError("unknown_metric", metric=name)
    return METRICS[name]
