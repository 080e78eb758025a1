"""Buchholz: how strong one's opponents were. For Swiss rounds, where not all meet all."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.standings.field import Field, Result
from tournaments.standings.scores import Kind


def buchholz(field: Field, equal: Sequence[int]) -> Mapping[int, Fraction]:
    """Add up the points of all opponents (FIDE tie-break regulations of 2022).

    What was not played counts by two rules of those regulations, told in our points:

    - an opponent's own byes and forfeits are taken as even matches;
    - one's own bye or forfeit is taken as a match against a virtual opponent, who had as many
      points as oneself before that round, got in it what was left of the match (the most less
      one's own points; after a bye the points of an even match), and ended all later rounds even.

    Needs the rounds of the scores; the last round of the field is the latest that has a score.
    A round in which one was not entered has no opponent and counts nothing.
    """
    last = max((r.round or 0 for own in field.results.values() for r in own), default=0)
    taken = {one: _as_opponent(field, one) for one in field.competitors}
    return {
        one: Fraction(sum(_worth(field, one, result, taken, last) for result in field.results[one]))
        for one in equal
    }


def _as_opponent(field: Field, one: int) -> int:
    even = field.rules.scoring.even
    return sum(even if r.kind is not Kind.PLAYED else r.own for r in field.results[one])


def _worth(field: Field, one: int, result: Result, taken: Mapping[int, int], last: int) -> int:
    if result.kind is Kind.PLAYED and result.opponent is not None:
        return taken[result.opponent]
    scoring = field.rules.scoring
    number = result.round or last
    before = sum(r.own for r in field.results[one] if (r.round or 0) < number)
    rest = scoring.even if result.kind is Kind.BYE else scoring.most - result.own
    return before + rest + scoring.even * (last - number)
