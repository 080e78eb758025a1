"""Noting which matches the fold has to look at, and telling the workers so."""

from django.db import transaction

from golem.matches.hooks import Results
from golem.matches.models import Match
from golem.ratings.models import Due
from golem.rest.prepared import PreparedInsert
from golem.rest.publishing import publish

_due = PreparedInsert(Due, "match", "game")


def note(results: Results) -> None:
    """Note, in the transaction in which the results of these matches came, went or were taken out,
    that their ratings have to be looked at (one insert)."""
    _due((match.pk, match.game) for match, _ in results if match.rated)


def nudge(match: Match) -> None:
    """Once the transaction is committed, tell the workers that ``match`` has ended."""
    if match.rated:
        transaction.on_commit(lambda: _publish(match.game), robust=True)


def _publish(game: str) -> None:
    from golem.ratings.tasks import fold_game

    publish(fold_game, game)
