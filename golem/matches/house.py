"""The house's own moves: which are due, who chooses them, and that they are made once.

The house moves through the same service as everybody. A lease on the seat keeps two workers
from thinking about the same move; when a worker dies, the lease runs out and the next sweep
finds the move again. Were two to think all the same, the ply decides whose move counts.
"""

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from golem.matches.log import game_of, present_state
from golem.matches.models import Match, SealedMove, Seat
from golem.matches.services import Clock, submit_move
from golem.matches.transactions import in_transaction
from golem.play.protocol import Hidden, Plays
from golem.rest.refusals import Conflict, Unready

LEASE_SLACK: Final = timedelta(seconds=30)
"""How much longer than its thinking time a worker may hold a move before it counts as lost."""
PAUSE: Final = timedelta(minutes=1)
"""How long a match rests in which the house could not move: it must not hold up the others."""


def due(now: datetime) -> QuerySet[Seat]:
    """Return the house's seats that owe a move and that nobody is thinking about, longest
    waiting first."""
    sealed = SealedMove.objects.filter(
        match=OuterRef("match"), seat=OuterRef("name"), ply=OuterRef("match__ply")
    )
    seats = Seat.objects.filter(_free(now), ~Exists(sealed), to_move=True, user__is_house=True)
    return seats.order_by("turn_since", "pk")


def move(seat_id: int, clock: Clock = timezone.now) -> bool:
    """Choose and play the move of the house's seat; return whether a move was made.

    Does nothing if the move is not due any more, somebody else has the lease, or the match is
    locked for too long. Whatever else goes wrong is raised, and the match rests for a while.
    """
    try:
        lease = _lease(seat_id, clock())
    except Unready:
        return False
    if lease is None:
        return False
    seat = Seat.objects.select_related("match", "user").get(pk=seat_id)
    try:
        text = choose(seat.match, seat.name)
        submit_move(seat.match_id, seat.user, seat.match.ply, text, clock=clock)
    except (Conflict, Unready):
        _end_lease(seat_id, lease)
        return False
    except Exception:
        if _went_on(seat.match):
            _end_lease(seat_id, lease)
            return False
        _end_lease(seat_id, lease, clock() + PAUSE)
        raise
    _end_lease(seat_id, lease)
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


def _free(now: datetime) -> Q:
    return Q(thinking_until=None) | Q(thinking_until__lte=now)


def _lease(seat_id: int, now: datetime) -> datetime | None:
    """Take the lease of a due move and return its end; ``None`` if there is none to take."""
    if not due(now).filter(pk=seat_id).exists():
        return None
    until = now + timedelta(seconds=settings.HOUSE_SECONDS) + LEASE_SLACK
    # Of this row's own columns only: whoever waited for the row looks at those again, but not
    # at a subquery, and would take the lease a second time.
    free = Seat.objects.filter(_free(now), pk=seat_id, to_move=True)
    return until if in_transaction(lambda: free.update(thinking_until=until)) else None


def _end_lease(seat_id: int, lease: datetime, rest_until: datetime | None = None) -> None:
    """Give back ``lease``, if it is still ours; the seat may then rest for a while.

    If the row is not to be had, the lease ends by itself. A move that was made has ended it.
    """
    ours = Seat.objects.filter(pk=seat_id, thinking_until=lease)
    with suppress(Unready):
        in_transaction(lambda: ours.update(thinking_until=rest_until))


def _went_on(match: Match) -> bool:
    """Return whether somebody moved in ``match`` or ended it since ``match`` was read."""
    running = Match.objects.filter(pk=match.pk, ply=match.ply, status=Match.Status.RUNNING)
    return not running.exists()
