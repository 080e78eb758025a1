"""Ratings and ranks as they stand now, for whoever shows or asks them."""

from collections.abc import Collection
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import Strength, User
from golem.play import rating

START: Final = rating.START
"""The rating of who has no rated match yet, in ten-thousandths of a point."""


def rating_of(user: User, game: str) -> int:
    """Return the rating of ``user`` at ``game`` in ten-thousandths of a point (one query)."""
    return ratings_of([user.pk], game)[user.pk]


def ratings_of(user_ids: Collection[int], game: str) -> dict[int, int]:
    """Return the rating of each of these users at ``game``, by id (one query).

    Who has no rated match yet has that of the start.
    """
    rows = Strength.objects.filter(user__in=user_ids, game=game)
    return dict.fromkeys(user_ids, START) | dict(rows.values_list("user", "rating"))


def strengths_of(user_ids: Collection[int], game: str | None = None) -> dict[int, list[Strength]]:
    """Return the strengths of each of these users, at one game or at all, by id (one query)."""
    found: dict[int, list[Strength]] = {user_id: [] for user_id in user_ids}
    rows = Strength.objects.filter(user__in=user_ids).order_by("game")
    for row in rows if game is None else rows.filter(game=game):
        found[row.user_id].append(row)
    return found


def rank_words(rank: int) -> str:
    """Return a rank in words, "12 kyu"."""
    number, dan = rating.grade(rank)
    words = _("%(number)d dan") if dan else _("%(number)d kyu")
    return words % {"number": number}
