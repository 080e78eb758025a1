"""What must be true of ratings; each line names a row that is not as it must be."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from accounts.models import Strength
from golem.ratings import checks, facts
from golem.ratings.models import Change, Due

FOLDING: Final = timedelta(minutes=10)
"""What has ended is folded within a minute; a long fold may take some."""


def check(now: datetime) -> Iterator[str]:
    """Yield each contradiction between matches, changes and the strengths of players."""
    for game in games():
        yield from checks.differences(game)


def late(now: datetime) -> Iterator[str]:
    """Yield the matches that could have been folded long ago: does a worker run?"""
    for game in games():
        yield from _late(game, now)


def games() -> list[str]:
    """Return the games that have ratings, or something to look at for them."""
    rows = (Change.objects, Strength.objects, Due.objects)
    return sorted(
        {game for row in rows for game in row.order_by().values_list("game", flat=True).distinct()}
    )


def _late(game: str, now: datetime) -> Iterator[str]:
    frontier = facts.frontier(game, now)
    rows = Due.objects.filter(game=game, noted_at__lt=now - FOLDING)
    if frontier is not None:
        rows = rows.filter(match__ended_at__lt=frontier)
    for match_id in rows.order_by("match").values_list("match", flat=True).distinct():
        yield f"match {match_id}: it ended long ago, and its rating was not looked at"
