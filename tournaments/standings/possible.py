"""The places that each competitor can still end on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product, takewhile
from typing import Final

from tournaments.pairing.pairs import Pairing
from tournaments.scoring import possible_points
from tournaments.standings.field import Field, field_of
from tournaments.standings.rules import NEED_GOALS, Rules
from tournaments.standings.scores import Kind, Score
from tournaments.standings.table import ordered

MOST_TABLES: Final = 600
"""So many ways that the open matches can end are tried one by one; beyond it there are bounds."""


@dataclass(frozen=True, slots=True)
class Places:
    """``best`` and ``worst`` possible final place, as a table shows places.

    ``exact``: both can really be reached. Else they are safe bounds: no place outside them can be
    reached, but one inside may turn out to be out of reach.
    """

    best: int
    worst: int
    exact: bool


def possible_places(
    competitors: Sequence[int],
    scores: Iterable[Score],
    unfinished: Iterable[Pairing],
    rules: Rules,
    rounds_to_pair: int = 0,
    most_tables: int = MOST_TABLES,
) -> Mapping[int, Places]:
    """Return the possible final places of all, if from here on nobody withdraws.

    ``unfinished`` are the matches to come, with every end counted as possible, 0 : 0 included;
    pairings that are byes are passed over, as they belong into ``scores`` at once.
    ``rounds_to_pair`` are rounds behind those, whose pairings nobody knows yet (Swiss).
    With few of them every way that they can end is tried, up to ``most_tables`` of them. How many
    goals they will bring nobody knows: there equals before the step that counts goals may end in
    any order, and the answer is not called exact. With many there are bounds by points. Raises as
    ``table`` does.
    """
    known = tuple(scores)
    rest = [pairing for pairing in unfinished if not pairing.is_bye]
    ways = len(possible_points(rules.scoring)) ** len(rest)
    if ways <= most_tables and not rounds_to_pair:
        return _tried(competitors, known, rest, rules)
    return _bounds(field_of(competitors, known, rules), rest, rounds_to_pair)


def _tried(
    competitors: Sequence[int], known: tuple[Score, ...], rest: Sequence[Pairing], rules: Rules
) -> Mapping[int, Places]:
    metrics = rules.applied
    if rest:
        metrics = tuple(takewhile(lambda name: name not in NEED_GOALS, metrics))
    best = dict.fromkeys(competitors, len(competitors))
    worst = dict.fromkeys(competitors, 1)
    exact = metrics == rules.applied
    for ends in _all_ends(rest, rules):
        field = field_of(competitors, (*known, *ends), rules)
        above = 0
        for group in ordered(field, metrics, sparing=True).groups:
            lowest = above + (1 if exact else len(group))
            for one in group:
                best[one] = min(best[one], above + 1)
                worst[one] = max(worst[one], lowest)
            above += len(group)
    return {one: Places(best[one], worst[one], exact) for one in competitors}


def _all_ends(rest: Sequence[Pairing], rules: Rules) -> Iterator[tuple[Score, ...]]:
    for ends in product(possible_points(rules.scoring), repeat=len(rest)):
        yield tuple(
            Score(
                pairing.first,
                pairing.second,
                points,
                kind=Kind.PLAYED if any(points) else Kind.DOUBLE_FORFEIT,
                round=pairing.round,
            )
            for pairing, points in zip(rest, ends, strict=True)
        )


def _bounds(field: Field, rest: Sequence[Pairing], more: int) -> Mapping[int, Places]:
    """Bound places by points alone: whoever can be equal may end on either side."""
    to_come = Counter(one for p in rest for one in (p.first, p.second) if one is not None)
    least = field.points
    each = field.rules.scoring.most
    most = {one: least[one] + (to_come[one] + more) * each for one in field.competitors}
    return {
        one: Places(
            1 + sum(least[other] > most[one] for other in field.competitors),
            sum(most[other] >= least[one] for other in field.competitors),
            exact=False,
        )
        for one in field.competitors
    }
