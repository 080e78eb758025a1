"""The house's own moves: which are due, who chooses them, and that they are made once.

The house moves through the same service as everybody. A lease on the seat keeps two workers
from thinking about the same move; when a worker dies, the lease runs out and the next sweep
finds the move again. Were two to think all the same, the ply decides whose move counts.
"""

import secrets
from datetime import datetime, timedelta
from random import Random

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from golem.matches.log import game_of, present_state
from golem.matches.models import Match, SealedMove, Seat
from golem.matches.services import Clock, submit_move
from golem.play.protocol import Hidden, Plays
from golem.rest.refusals import Conflict

LEASE_SLACK = timedelta(seconds=30)
"""How much longer than its thinking time a worker may hold a move before it counts as lost."""


def due(now: datetime) -> QuerySet[Seat]:
    """Return the house's seats to move that nobody is thinking about, longest waiting first."""
    free = Q(thinking_until=None) | Q(thinking_until__lte=now)
    seats = Seat.objects.filter(free, to_move=True, user__is_house=True)
    return seats.order_by("turn_since", "pk")


def move(seat_id: int, clock: Clock = timezone.now) -> bool:
    """Choose and play the move of the house's seat; return whether a move was made.

    Does nothing if the move is not due any more, or somebody else has the lease.
    """
    if not _lease(seat_id, clock()):
        return False
    seat = Seat.objects.select_related("match", "user").get(pk=seat_id)
    ply = seat.match.ply
    if SealedMove.objects.filter(match=seat.match, seat=seat.name, ply=ply).exists():
        return False
    try:
        submit_move(seat.match_id, seat.user, ply, choose(seat.match, seat.name), clock=clock)
    except Conflict:
        return False
    finally:
        Seat.objects.filter(pk=seat_id).update(thinking_until=None)
    return True


def choose(match: Match, seat: str) -> str:
    """Return the notation of the move that the house would make now in ``match`` for ``seat``.

    The bot sees the view of its seat and a generator of its own, never the match's seed.
    """
    game = game_of(match)
    state = present_state(match)
    if isinstance(game, Hidden):
        state = game.view(state, seat)
    if not isinstance(game, Plays):
        raise LookupError(f"{match.game} has no computer player")
    rng = Random(secrets.randbits(128))  # noqa: S311  (a bot's taste, not the dice)
    return game.write(game.bot(state, seat, rng, settings.HOUSE_SECONDS))


def _lease(seat_id: int, now: datetime) -> bool:
    until = now + timedelta(seconds=settings.HOUSE_SECONDS) + LEASE_SLACK
    return bool(due(now).order_by().filter(pk=seat_id).update(thinking_until=until))
