"""Noting which matches the fold has to look at, and telling the workers so."""

from datetime import datetime

from django.db import transaction

from golem.matches.models import Match
from golem.ratings.models import Due
from golem.rest.publishing import publish


def note(match: Match, now: datetime) -> None:
    """Note, in the transaction in which the result of ``match`` came, went or was taken out, that
    its rating has to be looked at."""
    if match.rated:
        Due.objects.create(match=match, game=match.game)


def nudge(match: Match) -> None:
    """Once the transaction is committed, tell the workers that ``match`` has ended."""
    if match.rated:
        transaction.on_commit(lambda: _publish(match.game), robust=True)


def _publish(game: str) -> None:
    from golem.ratings.tasks import fold_game

    publish(fold_game, game)
