"""Celery's side of ratings. Every task only calls a service, and may come twice, late or never."""

import logging
from contextlib import suppress

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from golem.jobs.notes import noted
from golem.ratings import fold
from golem.rest.locks import Busy

log = logging.getLogger(__name__)

LONG = {"soft_time_limit": 1800, "time_limit": 1860}  # seconds
"""An old result that is taken out has everything since then worked out anew, in one piece."""


@shared_task(**LONG)
def fold_game(game: str) -> None:
    """Fold the matches of one game that have ended; whoever does so already will see them."""
    with suppress(Busy):
        fold.fold(game, timezone.now(), wait=False)


@shared_task(**LONG)
@noted("ratings")
def fold_ratings() -> None:
    """Fold whatever no nudge has led to, and go on past a game that fails."""
    failed = []
    for game in fold.games_due():
        try:
            fold_game(game)
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            log.exception("the ratings of %s could not be folded", game)
            failed.append(game)
    if failed:
        raise RuntimeError(f"not folded: {', '.join(failed)}")
