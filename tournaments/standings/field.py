"""The scores of a table, sorted by competitor once for all metrics."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.errors import StandingsError
from tournaments.standings.rules import Rules
from tournaments.standings.scores import Kind, Score


@dataclass(frozen=True, slots=True)
class Result:
    """A score as one side sees it. ``opponent`` is ``None`` for a bye."""

    opponent: int | None
    own: int
    other: int
    goals: tuple[int, int] | None
    kind: Kind
    round: int | None

    @property
    def won(self) -> bool:
        """Say whether this side won a match, by whatever means; a bye is no win."""
        return self.kind is not Kind.BYE and self.own > self.other

    @property
    def even(self) -> bool:
        """Say whether the game ended by its rules without a winner."""
        return self.kind is Kind.PLAYED and self.own == self.other


@dataclass(frozen=True, slots=True)
class Field:
    """All competitors with their results and points, and the rules."""

    competitors: tuple[int, ...]
    results: Mapping[int, Sequence[Result]]
    points: Mapping[int, int]
    rules: Rules


def field_of(competitors: Sequence[int], scores: Iterable[Score], rules: Rules) -> Field:
    """Sort scores by competitor; raise ``StandingsError`` ``not_a_competitor``."""
    results: dict[int, list[Result]] = {competitor: [] for competitor in competitors}
    for score in scores:
        for competitor, result in _both_sides(score):
            if competitor not in results:
                raise StandingsError("not_a_competitor", competitor=competitor)
            results[competitor].append(result)
    points = {one: sum(result.own for result in own) for one, own in results.items()}
    return Field(tuple(competitors), results, points, rules)


def _both_sides(score: Score) -> Iterable[tuple[int, Result]]:
    first, second = score.points
    yield (
        score.first,
        Result(score.second, first, second, score.goals, score.kind, score.round),
    )
    if score.second is not None:
        turned = score.goals and (score.goals[1], score.goals[0])
        yield (
            score.second,
            Result(score.first, second, first, turned, score.kind, score.round),
        )
