"""What a player's rating is when somebody asks whether they may enter."""

from decimal import Decimal

from accounts.models import User
from accounts.strengths import rating_of as stored_rating

SHARE = 10_000
"""Ratings are stored in ten-thousandths of a point."""


def rating_of(user: User, game: str) -> Decimal:
    """Return the rating of ``user`` at ``game`` in points; who is unrated has that of the start
    (one query)."""
    return Decimal(stored_rating(user, game)) / SHARE
