"""Groups of even strength and even size."""

from collections.abc import Mapping, Sequence

from tournaments.errors import PairingError


def by_rating(players: Sequence[int], ratings: Mapping[int, float]) -> tuple[int, ...]:
    """Return the players, best rating first; equals keep their order."""
    return tuple(sorted(players, key=lambda one: -ratings[one]))


def count_of(players: int, most: int) -> int:
    """Return how few groups hold that many players with at most ``most`` in each."""
    return -(-players // most)


def snake(players: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """Deal ``players``, best first, into groups: there, back, there again.

    Sizes differ by one at most. Raises ``PairingError`` ``too_many_groups`` if a group would be
    empty, or if there is none.
    """
    if not 1 <= groups <= len(players):
        raise PairingError("too_many_groups", players=len(players), groups=groups)
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for index, one in enumerate(players):
        turn, place = divmod(index, groups)
        dealt[place if turn % 2 == 0 else groups - 1 - place].append(one)
    return tuple(tuple(group) for group in dealt)
