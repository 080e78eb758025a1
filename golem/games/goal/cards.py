"""The thirteen ranks, which beats which, and hands as sets of ranks.

A rank is its place in :data:`RANKS`, 0 to 12; a hand is a bit set of ranks.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

RANKS: Final = "23456789TJQKA"
"""The letters of the ranks, in the order in which hands are shown."""
CARDS: Final = len(RANKS)
"""How many cards a hand has, and so how many tricks a round."""
RANK: Final = {letter: rank for rank, letter in enumerate(RANKS)}
ACE: Final = RANK["A"]
FACES: Final = frozenset(RANK[letter] for letter in "JQK")

Hand: TypeAlias = int
"""A bit set of ranks."""
FULL_HAND: Final[Hand] = (1 << CARDS) - 1


def compare(first: int, second: int) -> int:
    """Return 1 if rank ``first`` beats ``second``, -1 if it is beaten, 0 if they tie.

    The order is a circle: the ace beats jack, queen and king, and loses to every number.
    """
    if first == second:  # two aces as well
        return 0
    if ACE in (first, second):
        other = second if first == ACE else first
        ace_wins = other in FACES
        return 1 if ace_wins == (first == ACE) else -1
    return 1 if first > second else -1


BEATS: Final[tuple[Hand, ...]] = tuple(
    sum(1 << other for other in range(CARDS) if compare(rank, other) > 0) for rank in range(CARDS)
)
"""For each rank the set of those that it beats."""


def ranks_of(hand: Hand) -> list[int]:
    """Return the ranks in ``hand`` in order."""
    return [rank for rank in range(CARDS) if hand >> rank & 1]


def hand_of(ranks: Iterable[int]) -> Hand:
    """Return the hand that holds ``ranks``."""
    hand = 0
    for rank in ranks:
        hand |= 1 << rank
    return hand


def letters_of(hand: Hand) -> str:
    """Return the letters of the ranks in ``hand``, in order."""
    return "".join(RANKS[rank] for rank in ranks_of(hand))
