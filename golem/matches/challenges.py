"""The acts on challenges: make, accept, decline, cancel, expire, rematch.

Each runs in one transaction and raises a ``Refused`` if it does nothing. Whoever may come to
start a match locks the two players' clock rows first, as :mod:`golem.matches.locks` has it;
the challenge's own row is the last to be locked.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from accounts.strengths import rating_of
from golem import registry
from golem.matches import boundaries, messages
from golem.matches.chosen_options import checked_options
from golem.matches.locks import lock_match, lock_players
from golem.matches.models import Challenge, Match
from golem.matches.models.timed import control_columns
from golem.matches.services import Agreement, Clock, own_seat, start_match
from golem.matches.transactions import in_transaction
from golem.play.controls import DEFAULT, PRESETS
from golem.play.protocol import OptionValue, Plays
from golem.play.rating import in_range
from golem.rest.refusals import Conflict, Forbidden, Missing, Refused

LIFETIME = timedelta(days=14)
HIGHEST_BOUND = 9999
"""The highest bound of a rating range, in points."""
OPEN_AT_MOST = 50
"""Open challenges that one player may have at a time."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a challenge offers. ``seat`` is the challenger's, empty for a draw by lot;
    ``control`` is the name of a preset; options not given take their defaults. ``rating_from`` and
    ``rating_to`` (whole points, ``None``: no bound) tell who may take an open challenge."""

    game: str
    seat: str = ""
    control: str = DEFAULT
    rated: bool = True
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    rating_from: int | None = None
    rating_to: int | None = None


def create(
    challenger: User, opponent: User | None, terms: Terms, clock: Clock = timezone.now
) -> Challenge:
    """Return the new challenge; one to the house is accepted at once.

    Raises ``Refused`` with the code of what is wrong with the terms, ``Forbidden`` where the
    two may not play, ``Conflict`` at too many open challenges.
    """
    return in_transaction(lambda: _create(challenger, opponent, terms, clock, None))


def _create(
    challenger: User,
    opponent: User | None,
    terms: Terms,
    clock: Clock,
    rematch_of: Match | None,
) -> Challenge:
    options = _checked_options(terms)
    _check_range(terms, opponent)
    _may_challenge(challenger, opponent, terms.game)
    lock_players([challenger.pk] + ([opponent.pk] if opponent is not None else []))
    now = clock()
    open_ones = Challenge.objects.filter(
        challenger=challenger, status=Challenge.Status.OPEN, expires_at__gt=now
    )
    if open_ones.count() >= OPEN_AT_MOST:
        raise Conflict("too_many_challenges", most=OPEN_AT_MOST)
    challenge = Challenge.objects.create(
        game=terms.game,
        options=options,
        rated=terms.rated and not (opponent is not None and opponent.is_bot),
        challenger=challenger,
        opponent=opponent,
        seat=terms.seat,
        rating_from=terms.rating_from,
        rating_to=terms.rating_to,
        created_at=now,
        expires_at=now + LIFETIME,
        rematch_of=rematch_of,
        **control_columns(PRESETS[terms.control]),
    )
    _still_there(challenge)
    if opponent is not None and opponent.is_house:
        _start(challenge, opponent, now)
    messages.invited(challenge, now)
    return challenge


def _still_there(challenge: Challenge) -> None:
    """Refuse if one of the two has left meanwhile; from here on a deletion finds the challenge."""
    two = [pk for pk in (challenge.challenger_id, challenge.opponent_id) if pk is not None]
    if User.objects.filter(pk__in=two, left_at__isnull=False).exists():
        raise Missing("no_such_player")


def _checked_options(terms: Terms) -> dict[str, OptionValue]:
    try:
        info = registry.load(terms.game).info
    except registry.UnknownGame as error:
        raise Refused("unknown_game", game=terms.game) from error
    if terms.seat and terms.seat not in info.seats:
        raise Refused("unknown_seat", seats=list(info.seats))
    if terms.control not in PRESETS:
        raise Refused("unknown_time_control", presets=list(PRESETS))
    return checked_options(info, terms.options)


def _check_range(terms: Terms, opponent: User | None) -> None:
    """Refuse a rating range that nobody can be in, or that is not for everybody."""
    bounds = (terms.rating_from, terms.rating_to)
    given = [bound for bound in bounds if bound is not None]
    possible = all(0 <= bound <= HIGHEST_BOUND for bound in given) and given == sorted(given)
    if not possible or (given and opponent is not None):
        raise Refused("bad_rating_range", most=HIGHEST_BOUND)


def _may_challenge(challenger: User, opponent: User | None, game: str) -> None:
    if challenger.is_bot:
        raise Forbidden("bots_do_not_challenge")
    if opponent is None:
        return
    if opponent.is_house and not isinstance(registry.load(game), Plays):
        raise Refused("house_does_not_play", game=game)
    if opponent.pk == challenger.pk:
        raise Refused("self_challenge")
    if not opponent.is_active:
        raise Missing("no_such_player")
    if boundaries.blocks(opponent, challenger):
        raise Forbidden("blocked")


def _locked(challenge_id: int, viewer: User, clock: Clock) -> tuple[Challenge, datetime]:
    """Return the open challenge, locked, and the present instant.

    Refuses if ``viewer`` may not know of the challenge, or it has ended.
    """
    rows = Challenge.objects.select_for_update(no_key=True, of=("self",))
    challenge = rows.select_related("challenger", "opponent").filter(pk=challenge_id).first()
    if challenge is None or not may_see(challenge, viewer):
        raise Missing("no_such_challenge")
    now = clock()
    if challenge.status == Challenge.Status.OPEN and challenge.expires_at <= now:
        raise Conflict("challenge_over", status=Challenge.Status.EXPIRED.value)
    if challenge.status != Challenge.Status.OPEN:
        raise Conflict("challenge_over", status=challenge.status)
    return challenge, now


def may_see(challenge: Challenge, viewer: User) -> bool:
    """Tell whether ``viewer`` may know of ``challenge``: open to all, or one of the two."""
    to_all = challenge.opponent_id is None
    return to_all or viewer.pk in (challenge.challenger_id, challenge.opponent_id)


def accept(challenge_id: int, user: User, clock: Clock = timezone.now) -> Match:
    """Return the match that starts as ``user`` takes the challenge.

    Raises ``Missing`` (also if the challenger's account is closed: ``no_such_player``),
    ``Conflict`` (``challenge_over``), ``Forbidden`` (``own_challenge``, ``blocked``,
    ``bots_play_unrated``, ``rating_out_of_range``).
    """
    return in_transaction(lambda: _accept(challenge_id, user, clock))


def _accept(challenge_id: int, user: User, clock: Clock) -> Match:
    made_by = Challenge.objects.filter(pk=challenge_id).values_list("challenger", flat=True)
    lock_players([user.pk, *made_by])
    challenge, now = _locked(challenge_id, user, clock)
    if challenge.challenger_id == user.pk:
        raise Forbidden("own_challenge")
    if not challenge.challenger.is_active:
        raise Missing("no_such_player")
    if boundaries.blocks(challenge.challenger, user):
        raise Forbidden("blocked")
    if user.is_bot and challenge.rated:
        raise Forbidden("bots_play_unrated")
    _check_rating(challenge, user)
    match = _start(challenge, user, now)
    messages.taken(challenge, now)
    return match


def _check_rating(challenge: Challenge, taker: User) -> None:
    least, most = challenge.rating_from, challenge.rating_to
    if least is None and most is None:
        return
    if not in_range(rating_of(taker, challenge.game), least, most):
        raise Forbidden("rating_out_of_range", rating_from=least, rating_to=most)


def _start(challenge: Challenge, taker: User, now: datetime) -> Match:
    seats = registry.load(challenge.game).info.seats
    own = challenge.seat or secrets.choice(seats)
    other = next(seat for seat in seats if seat != own)
    agreement = Agreement(
        game=challenge.game,
        users={own: challenge.challenger, other: taker},
        control=challenge.time_control,
        options=challenge.options,
        rated=challenge.rated,
    )
    challenge.match = start_match(agreement, now)
    _still_allowed(challenge, taker)
    challenge.status = Challenge.Status.ACCEPTED
    challenge.save(update_fields=["match", "status"])
    return challenge.match


def _still_allowed(challenge: Challenge, taker: User) -> None:
    """Refuse if one of the two became a bot meanwhile; from here on their seats prevent it.

    Marking an account as a bot waits for uncommitted seats of it, so the rows are read anew.
    """
    two = (challenge.challenger_id, taker.pk)
    bots = set(User.objects.filter(pk__in=two, is_bot=True).values_list("pk", flat=True))
    if challenge.challenger_id in bots:
        raise Forbidden("bots_do_not_challenge")
    if challenge.rated and bots:
        raise Forbidden("bots_play_unrated")


def decline(challenge_id: int, user: User, clock: Clock = timezone.now) -> Challenge:
    """Turn a challenge down that was made to ``user``; raises as ``accept`` does."""
    return in_transaction(lambda: _decline(challenge_id, user, clock))


def _decline(challenge_id: int, user: User, clock: Clock) -> Challenge:
    challenge, _now = _locked(challenge_id, user, clock)
    if challenge.opponent_id != user.pk:
        raise Forbidden("not_your_challenge")
    return _close(challenge, Challenge.Status.DECLINED)


def cancel(challenge_id: int, user: User, clock: Clock = timezone.now) -> Challenge:
    """Take back a challenge that ``user`` made; raises as ``accept`` does."""
    return in_transaction(lambda: _cancel(challenge_id, user, clock))


def _cancel(challenge_id: int, user: User, clock: Clock) -> Challenge:
    challenge, _now = _locked(challenge_id, user, clock)
    if challenge.challenger_id != user.pk:
        raise Forbidden("not_your_challenge")
    return _close(challenge, Challenge.Status.CANCELLED)


def _close(challenge: Challenge, status: Challenge.Status) -> Challenge:
    challenge.status = status
    challenge.save(update_fields=["status"])
    return challenge


def expire(now: datetime) -> int:
    """End all open challenges whose time is over; return how many."""
    over = Challenge.objects.filter(status=Challenge.Status.OPEN, expires_at__lte=now)
    return over.update(status=Challenge.Status.EXPIRED)


def rematch(match_id: int, user: User, clock: Clock = timezone.now) -> Challenge:
    """Offer the same match with the sides swapped; if the opponent has offered it, accept that.

    The challenge that comes back is open, or accepted with its match. Raises ``Missing``,
    ``NotAPlayer``, ``Conflict`` (``match_running``, ``rematch_offered``).
    """
    return in_transaction(lambda: _rematch(match_id, user, clock))


def _rematch(match_id: int, user: User, clock: Clock) -> Challenge:
    match, seats = lock_match(match_id)
    now = clock()
    mine = own_seat(seats, user)
    if match.status == Match.Status.RUNNING:
        raise Conflict("match_running")
    other = next(seat for seat in seats if seat.pk != mine.pk)
    offered = _standing_offer(match, now)
    if offered is None:
        terms = Terms(match.game, other.name, match.control, match.rated, match.options)
        return _create(user, other.user, terms, lambda: now, match)
    if offered.challenger_id == user.pk or offered.status == Challenge.Status.ACCEPTED:
        raise Conflict("rematch_offered", challenge=offered.pk, match=offered.match_id)
    _accept(offered.pk, user, lambda: now)
    return Challenge.objects.get(pk=offered.pk)


def _standing_offer(match: Match, now: datetime) -> Challenge | None:
    match.rematches.filter(status=Challenge.Status.OPEN, expires_at__lte=now).update(
        status=Challenge.Status.EXPIRED
    )
    alive = (Challenge.Status.OPEN, Challenge.Status.ACCEPTED)
    return match.rematches.filter(status__in=alive).first()
