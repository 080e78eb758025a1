"""What hands are worth before they are played out: as if both sides went on at random.

Each trick is then won, tied or lost with the shares that hold over all pairs of cards left; the
walk of the chip under these shares is followed exactly, to the end of the round and beyond.
"""

from functools import cache
from typing import Final, TypeAlias

from golem.games.goal.cards import BEATS, FULL_HAND, Hand, ranks_of
from golem.games.goal.state import NORMAL_ROUNDS, START_SPACE

MOST_LEAD: Final = 5
"""A lead above this is taken for this one."""
LEADS: Final = range(-MOST_LEAD, MOST_LEAD + 1)
EVEN: Final = 0.5

Values: TypeAlias = list[list[float]]
"""The chance that hearts win, a draw counting half, by chip + distance - 1 and lead + MOST_LEAD."""


class Outlook:
    """The worth of hands in one round of a match with a given distance."""

    def __init__(self, distance: int, round_: int) -> None:
        self.distance = distance
        self.tie_break = round_ > NORMAL_ROUNDS
        self.ends = _ends(distance, round_)
        self._known: dict[tuple[int, int, int], Values] = {}

    def end(self, lead: int) -> float:
        """Return the worth of the end of this round with ``lead``."""
        return self.ends[max(-MOST_LEAD, min(MOST_LEAD, lead)) + MOST_LEAD]

    def value(self, hearts: Hand, spades: Hand, chip: int, lead: int) -> float:
        """Return the worth for hearts of both hands, chip and lead."""
        key = (hearts.bit_count(), wins(hearts, spades), wins(spades, hearts))
        values = self._known.get(key)
        if values is None:
            values = self._known[key] = _walked(self, *key)
        lead = max(-MOST_LEAD, min(MOST_LEAD, lead))
        return values[chip + self.distance - 1][lead + MOST_LEAD]


def wins(hand: Hand, other: Hand) -> int:
    """Return in how many of all pairs of their cards ``hand`` beats ``other``."""
    return sum((BEATS[rank] & other).bit_count() for rank in ranks_of(hand))


def _walked(outlook: Outlook, tricks: int, won: int, lost: int) -> Values:
    pairs = tricks * tricks
    shares = won / pairs, 1 - (won + lost) / pairs, lost / pairs
    spaces = range(1 - outlook.distance, outlook.distance)
    values = [list(outlook.ends) for _ in spaces]
    for _ in range(tricks):
        values = [_stepped(outlook, values, chip, shares) for chip in spaces]
    return values


def _stepped(
    outlook: Outlook, after: Values, chip: int, shares: tuple[float, float, float]
) -> list[float]:
    """Return the values on ``chip``, by lead, one trick before those in ``after``."""
    start, middle = outlook.distance - 1, chip + outlook.distance - 1
    stays = after[middle]
    goal, against = [*after[start][1:], after[start][-1]], [after[start][0], *after[start][:-1]]
    up = goal if chip + 1 == outlook.distance else after[middle + 1]
    down = against if chip - 1 == -outlook.distance else after[middle - 1]
    won, tied, lost = shares
    values = [won * u + tied * s + lost * d for u, s, d in zip(up, stays, down, strict=True)]
    if not outlook.tie_break:
        return values
    ends = outlook.ends  # there the first goal is the end
    return [*ends[:MOST_LEAD], values[MOST_LEAD], *ends[MOST_LEAD + 1 :]]


@cache
def _ends(distance: int, round_: int) -> tuple[float, ...]:
    """Return the worth of the end of a round, by lead."""
    if round_ < NORMAL_ROUNDS:
        following = Outlook(distance, round_ + 1)
        hand, chip = FULL_HAND, START_SPACE
        return tuple(following.value(hand, hand, chip, lead) for lead in LEADS)
    return tuple(EVEN + EVEN * ((lead > 0) - (lead < 0)) for lead in LEADS)
