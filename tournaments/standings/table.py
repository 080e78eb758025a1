"""The table: places, shared places, and for every separation the step that decided it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.field import Field, field_of
from tournaments.standings.metrics import AMONG_EQUALS, metric_of
from tournaments.standings.rules import Rules
from tournaments.standings.scores import Kind, Score

SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Decision:
    """Why a row stands below the one above it.

    ``code`` is the name of the metric that separated them, with both values, or ``shared`` if
    none did: then they share a place.
    """

    code: str
    above: int
    values: tuple[Fraction, Fraction] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table.

    ``place`` counts from 1; if ``shared``, others have the same one. ``played`` counts finished
    matches, forfeits too, byes not; it is ``wins`` + ``evens`` + ``losses``. Goals are 0 where the
    game has none. ``values`` has the value of every metric used, in their order; that of
    ``head_to_head`` is ``None`` for whom it was not needed. ``decided`` is ``None`` in the first
    row.
    """

    place: int
    shared: bool
    competitor: int
    played: int
    wins: int
    evens: int
    losses: int
    points: int
    goals_for: int
    goals_against: int
    values: Mapping[str, Fraction | None]
    decided: Decision | None


@dataclass(slots=True)
class _Order:
    """Groups of equals, best first, while the metrics split them."""

    groups: list[list[int]]
    values: dict[int, dict[str, Fraction | None]]


def table(competitors: Sequence[int], scores: Iterable[Score], rules: Rules) -> tuple[Row, ...]:
    """Return the table, best first.

    Depends on the scores, not on their order. Who shares a place is listed in the order of
    ``competitors``, which is the caller's and should be the same on every call; nothing is drawn
    by lot. Raises ``StandingsError`` ``not_a_competitor`` or ``unknown_metric``.
    """
    field = field_of(competitors, scores, rules)
    order = ordered(field, rules.applied)
    rows: list[Row] = []
    for group in order.groups:
        place = len(rows) + 1
        for one in group:
            decided = _decision(order, rules.applied, rows[-1], one, place) if rows else None
            rows.append(_row(field, one, place, len(group) > 1, order.values[one], decided))
    return tuple(rows)


def ordered(field: Field, metrics: Sequence[str], sparing: bool = False) -> _Order:
    """Split the competitors into groups of equals by one metric after the other.

    ``sparing`` leaves out all values that are not needed for the order.
    """
    values: dict[int, dict[str, Fraction | None]] = {one: {} for one in field.competitors}
    order = _Order([list(field.competitors)] if field.competitors else [], values)
    for name in metrics:
        _apply(field, order, name, sparing or name in AMONG_EQUALS)
    return order


def _apply(field: Field, order: _Order, name: str, alone: bool) -> None:
    metric = metric_of(name)
    everywhere = {} if alone else metric(field, field.competitors)
    groups: list[list[int]] = []
    for group in order.groups:
        found = metric(field, group) if alone and len(group) > 1 else everywhere
        for one in group:
            order.values[one][name] = found.get(one)
        groups += _split(group, found) if len(group) > 1 else [group]
    order.groups = groups


def _split(group: list[int], values: Mapping[int, Fraction]) -> list[list[int]]:
    found: dict[Fraction, list[int]] = {}
    for one in group:
        found.setdefault(values[one], []).append(one)
    return [found[value] for value in sorted(found, reverse=True)]


def _decision(order: _Order, metrics: Sequence[str], above: Row, one: int, place: int) -> Decision:
    if above.place == place:
        return Decision(SHARED, above.competitor)
    for name in metrics:
        high, low = above.values[name], order.values[one][name]
        if high is not None and low is not None and high != low:
            return Decision(name, above.competitor, (high, low))
    raise AssertionError("different places without a metric that differs")


def _row(
    field: Field,
    one: int,
    place: int,
    shared: bool,
    values: Mapping[str, Fraction | None],
    decided: Decision | None,
) -> Row:
    matches = [result for result in field.results[one] if result.kind is not Kind.BYE]
    goals = [result.goals for result in matches if result.goals is not None]
    wins, evens = sum(r.won for r in matches), sum(r.even for r in matches)
    return Row(
        place=place,
        shared=shared,
        competitor=one,
        played=len(matches),
        wins=wins,
        evens=evens,
        losses=len(matches) - wins - evens,
        points=field.points[one],
        goals_for=sum(own for own, _ in goals),
        goals_against=sum(other for _, other in goals),
        values=values,
        decided=decided,
    )
