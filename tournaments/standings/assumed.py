"""What if: the scores as they would be with some results assumed."""

from collections.abc import Iterable

from tournaments.standings.scores import Score


def what_if(scores: Iterable[Score], assumed: Iterable[Score]) -> tuple[Score, ...]:
    """Return ``scores`` with ``assumed`` in the place of those with the same key, or added.

    A score without a key is the same as no other, so it is added. Changes nothing that is stored.
    """
    wanted = tuple(assumed)
    keys = {score.key for score in wanted if score.key is not None}
    kept = (score for score in scores if score.key is None or score.key not in keys)
    return (*kept, *wanted)
