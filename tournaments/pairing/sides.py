"""Sides in a Swiss round whose pairing could not look at them."""

from collections.abc import Sequence

from tournaments.pairing.pairs import Pairs
from tournaments.standings.scores import Kind, Score


def with_sides(
    pairs: Pairs,
    players: Sequence[int],
    rounds: Sequence[Sequence[Score]],
) -> Pairs:
    """Return the pairs with the first side given to whoever is owed it.

    That is who had it less often, compared with the second side; then whose last match was on
    the second side; then the better seed in odd rounds, the other one in even rounds.
    """
    taken = _sides(rounds)
    seeds = {one: seed for seed, one in enumerate(players)}
    sign = 1 if len(rounds) % 2 == 0 else -1

    def owed(one: int) -> tuple[int, int, int]:
        sides = taken.get(one, [])
        return sum(sides), sides[-1] if sides else 0, sign * seeds[one]

    return tuple(
        (one, other) if other is None or owed(one) < owed(other) else (other, one)
        for one, other in pairs
    )


def _sides(rounds: Sequence[Sequence[Score]]) -> dict[int, list[int]]:
    """Return for each player 1 for a match on the first side, -1 on the second, in order."""
    taken: dict[int, list[int]] = {}
    for scores in rounds:
        for score in scores:
            if score.kind is Kind.PLAYED and score.second is not None:
                taken.setdefault(score.first, []).append(1)
                taken.setdefault(score.second, []).append(-1)
    return taken
