"""Ratings: Elo in exact numbers, and the permanent ranks that go with them.

A rating is a whole number of ten-thousandths of a point, so that every machine comes to the same
one. Nothing here knows which matches are rated: that is :mod:`golem.play.rated`.
"""

from dataclasses import dataclass
from decimal import Context, Decimal
from functools import lru_cache
from typing import Final

POINT: Final = 10_000
"""So many ten-thousandths are a point."""
START: Final = 1500 * POINT
FLOOR: Final = 1000 * POINT
FIRST_K: Final = 60
LAST_K: Final = 30

LOSS: Final = 0
DRAW: Final = 1
WIN: Final = 2
"""Results count half wins."""

FIRST_STEP: Final = 1250 * POINT
STEP: Final = 50 * POINT
KYU: Final = 20
"""The rank of who has won nothing yet is 20 kyu; after 1 kyu comes 1 dan."""
HIGHEST: Final = 32
"""13 dan, as a number of steps above 20 kyu."""

_WHOLE: Final = 10**12
_CONTEXT: Final = Context(prec=20)
_EXPONENT: Final = Context(prec=30).ln(Decimal(10)) / (400 * POINT)


@dataclass(frozen=True, slots=True)
class Strength:
    """What the rated matches of a player at one game come to.

    ``matches`` is how many there were, ``wins`` how many of them were won, ``rank`` the steps
    above 20 kyu, ``peak`` the highest rating so far, that of the start included.
    """

    rating: int = START
    matches: int = 0
    wins: int = 0
    rank: int = 0
    peak: int = START

    @property
    def k(self) -> int:
        """How much the next match weighs: 60 for the first, one less each time, 30 in the end."""
        return max(LAST_K, FIRST_K - self.matches)


NEW: Final = Strength()


def expected(own: int, other: int) -> int:
    """Return the share of a win that ``own`` may expect against ``other``, in 10^12ths.

    Both sides' shares make exactly one: that of the weaker is what the stronger's leaves.
    """
    return _share(own - other) if own >= other else _WHOLE - _share(other - own)


@lru_cache(maxsize=1024)
def _share(lead: int) -> int:
    """Return the share of who is so much stronger. Both sides of a match ask for the same one."""
    odds = _CONTEXT.exp(_CONTEXT.multiply(Decimal(-lead), _EXPONENT))
    share = _CONTEXT.divide(Decimal(_WHOLE), _CONTEXT.add(Decimal(1), odds))
    return int(share.to_integral_value(context=_CONTEXT))


def change(own: int, other: int, k: int, result: int) -> int:
    """Return what a match changes, before the floor: rounded to the nearest ten-thousandth, so
    that two sides with the same ``k`` win and lose the same."""
    earned = k * (result * _WHOLE // WIN - expected(own, other))
    size = (abs(earned) * POINT + _WHOLE // 2) // _WHOLE
    return size if earned > 0 else -size


def after(own: Strength, other: Strength, result: int) -> Strength:
    """Return what ``own`` is after a rated match against ``other`` (both before the match).

    ``result`` is ``WIN``, ``DRAW`` or ``LOSS``.
    """
    rating = max(FLOOR, own.rating + change(own.rating, other.rating, own.k, result))
    wins = own.wins + (result == WIN)
    rank = max(own.rank, _rank_at(rating, wins))
    return Strength(rating, own.matches + 1, wins, rank, max(own.peak, rating))


def rating_for(rank: int) -> int:
    """Return the rating that ``rank`` (1 to ``HIGHEST``) needs."""
    return FIRST_STEP + (rank - 1) * STEP


def wins_for(rank: int) -> int:
    """Return the rated wins that ``rank`` needs: 1, 3, 6, 10, ..."""
    return rank * (rank + 1) // 2


def _rank_at(rating: int, wins: int) -> int:
    rank = min(HIGHEST, max(0, (rating - FIRST_STEP) // STEP + 1))
    while wins_for(rank) > wins:
        rank -= 1
    return rank


def grade(rank: int) -> tuple[int, bool]:
    """Return the number of a rank, and whether it is a dan: 0 is (20, False), 20 is (1, True)."""
    return (KYU - rank, False) if rank < KYU else (rank - KYU + 1, True)


def shown(rating: int) -> str:
    """Return a rating as people see it: with one decimal, "1512.3"; halves are rounded up."""
    tenths = (rating + POINT // 20) // (POINT // 10)
    return f"{tenths // 10}.{tenths % 10}"


def in_range(rating: int, least: int | None, most: int | None) -> bool:
    """Tell whether a rating, as people see it, lies between whole points; ``None``: no bound."""
    tenths = (rating + POINT // 20) // (POINT // 10)
    return (least is None or 10 * least <= tenths) and (most is None or tenths <= 10 * most)
