"""A newcomer for a player who cannot go on: the seat changes hands, as it is.

The clock goes on from what it shows: the days that the old player spent before stay in it, those
that the newcomer spent before never come into it. A move that the old player has sealed is the
seat's, and stands. The newcomer may replace it, but is not shown it: it was told to nobody.
"""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from golem.matches import acts, clocks, messages, nudges
from golem.matches.errors import ClocksBraked, MatchOver, NotAPlayer
from golem.matches.locks import lock_match, lock_players
from golem.matches.log import game_of
from golem.matches.models import Act, Match, SealedMove, Seat, Takeover
from golem.matches.settle import braked_for, is_due, settle, settled_first
from golem.matches.starting import Clock, demand_players
from golem.matches.transactions import DueFirst, in_transaction
from golem.play.protocol import Plays
from golem.rest.refusals import Conflict, Missing, Refused


def replace_player(
    match_id: int, old: User, new: User, reason: str, by: User | None, clock: Clock = timezone.now
) -> Match:
    """Let ``new`` sit where ``old`` sat in a running match, which is unrated from then on.

    Raises ``Missing``, ``NotAPlayer`` (``old`` does not sit there), ``MatchOver``, ``Conflict``
    (``already_seated``, ``player_gone``), ``Refused`` (``bad_reason``; ``other_kind``: a bot for a
    person, or the other way round; ``house_does_not_play``), ``ClocksBraked``, ``Busy``.
    """
    words = acts.checked(reason)
    return in_transaction(lambda: _replace(match_id, old.pk, new.pk, words, by, clock))


def _replace(
    match_id: int, old_id: int, new_id: int, reason: str, by: User | None, clock: Clock
) -> Match:
    sitting = Seat.objects.filter(match=match_id).values_list("user", flat=True)
    lock_players([*sitting, new_id])
    match, seats = lock_match(match_id)
    now = max(clock(), match.changed_at + clocks.TICK)
    seat = next((seat for seat in seats if seat.user_id == old_id), None)
    if seat is None:
        raise NotAPlayer
    _settle_all(match, seats, new_id, now)
    if match.status == Match.Status.FINISHED:
        raise MatchOver(match.pk)
    old, seat.user = seat.user, _newcomer(match, seats, seat.user, new_id)
    messages.replaced(_stored(match, seat, old, reason, by, now), seats, now)
    nudges.after_change(match, seats)
    return match


def _settle_all(match: Match, seats: Sequence[Seat], new_id: int, now: datetime) -> None:
    """Make sure that nothing is due for anybody concerned: no day is spent later at an instant at
    which somebody else sat there."""
    settled_first(match, seats, now)
    people = [new_id, *(seat.user_id for seat in seats if not seat.user.is_bot)]
    if braked_for(people, match.pk, now):
        raise ClocksBraked
    if is_due(people, match.pk, now):
        raise DueFirst(lambda: settle([new_id], now))


def _newcomer(match: Match, seats: Sequence[Seat], old: User, new_id: int) -> User:
    """Return the newcomer, who may sit there."""
    new = User.objects.filter(pk=new_id).first()
    if new is None:
        raise Missing("no_such_player")
    if any(seat.user_id == new.pk for seat in seats):
        raise Conflict("already_seated")
    if not new.is_active:
        raise Conflict("player_gone")
    demand_players([new])
    if new.is_house and not isinstance(game_of(match), Plays):
        raise Refused("house_does_not_play", game=match.game)
    if new.is_bot != old.is_bot:
        raise Refused("other_kind")
    return new


def _stored(
    match: Match, seat: Seat, old: User, reason: str, by: User | None, now: datetime
) -> Takeover:
    """Store that ``seat`` has changed hands; return the row of it."""
    seat.thinking_until = None
    seat.save(update_fields=["user", "thinking_until"])
    # Marking an account as a bot waits for uncommitted seats of it; from here on this one is seen.
    if User.objects.filter(pk=seat.user_id).exclude(is_bot=old.is_bot).exists():
        raise Refused("other_kind")
    match.rated, match.changed_at = False, now
    match.save(update_fields=["rated", "changed_at"])
    SealedMove.objects.filter(match=match, seat=seat.name, by=None).update(by=old)
    users = {"old": old.pk, "new": seat.user_id}
    acts.note(Act.Kind.REPLACE, reason, by, now, match, seat.name, users)
    return Takeover.objects.create(
        match=match, seat=seat.name, ply=match.ply, old=old, new=seat.user, at=now, reason=reason
    )
