"""The ranks of a knock-out: by the round in which one went out."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.models import Place

STILL_IN = 10_000
"""The round in which somebody goes out who has not."""


def bracket_ranks(
    places: Sequence[Place], out_in: Mapping[int, int]
) -> Iterable[tuple[Place, tuple[int, bool]]]:
    """Yield each place with its rank and whether it is shared; ``out_in``: the round in which a
    place lost its tie, or left, by its key."""
    rounds = [out_in.get(place.pk, STILL_IN) for place in places]
    for place, own in zip(places, rounds, strict=True):
        yield place, (1 + sum(other > own for other in rounds), rounds.count(own) > 1)
