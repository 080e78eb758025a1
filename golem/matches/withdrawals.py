"""Ends that come from outside a match: a player leaves, or an organiser decides.

Whoever calls has made sure that it may be done; here only the match is looked at. A deadline that
has passed comes first: who was out of time has lost on time, and not by these.
"""

import logging
from collections.abc import Collection, Mapping
from datetime import datetime
from functools import partial

from django.utils import timezone

from accounts.models import User
from golem.matches import acts, clocks, nudges
from golem.matches.errors import MatchOver, NotAPlayer
from golem.matches.locks import lock_match
from golem.matches.log import BrokenLog, game_of
from golem.matches.models import Act, CalendarLink, Challenge, Match, Seat
from golem.matches.progress import end, end_broken
from golem.matches.settle import settled_first
from golem.matches.starting import Clock
from golem.matches.transactions import in_transaction
from golem.play.endings import ADJUDICATED, BOTH_WITHDREW, WITHDRAWAL, can_be_adjudged
from golem.rest.refusals import Refused, Unready

log = logging.getLogger(__name__)


def withdraw(match_id: int, user_ids: Collection[int], clock: Clock = timezone.now) -> Match:
    """End a running match as lost by those of its players who are among these users; if all
    are, nobody wins. Return it; a match that is over, or ended on time before, stays as it is.

    A log that does not replay keeps nobody in a match. Raises ``Missing``, ``NotAPlayer`` (none of
    them sits there), ``ClocksBraked``, ``Busy``.
    """
    return in_transaction(lambda: _withdraw(match_id, user_ids, clock))


def _withdraw(match_id: int, user_ids: Collection[int], clock: Clock) -> Match:
    match, seats = lock_match(match_id)
    now = max(clock(), match.changed_at)
    stay = [seat.name for seat in seats if seat.user_id not in user_ids]
    if len(stay) == len(seats):
        raise NotAPlayer
    if match.status == Match.Status.FINISHED:
        return match
    settled_first(match, seats, now)
    _leave(match, seats, stay, now)
    nudges.after_change(match, seats)
    return match


def _leave(match: Match, seats: list[Seat], stay: list[str], now: datetime) -> None:
    """End the match as won by who stays, or by nobody."""
    how, winner = (WITHDRAWAL, stay[0]) if stay else (BOTH_WITHDREW, "")
    try:
        end(match, seats, how, winner, now)
    except BrokenLog as error:
        log.error("a player leaves, and the match is ended without its position: %s", error)
        end_broken(match, seats, how, now, winner)


def withdraw_all(user: User, clock: Clock = timezone.now) -> int:
    """End all running matches of ``user`` as lost by withdrawal; return how many there were.

    Each is a transaction of its own, so what was broken off goes on where it was: call it outside
    of any. ``user`` must not be able to start another meanwhile. A match that is in use does not
    keep the others; the first ``Unready`` (``Busy``, ``ClocksBraked``) is raised at the end.
    """
    running = Match.objects.filter(status=Match.Status.RUNNING, seats__user=user).order_by("pk")
    ids = list(running.values_list("pk", flat=True))
    troubles: list[Unready] = []
    for match_id in ids:
        try:
            withdraw(match_id, {user.pk}, clock)
        except NotAPlayer:
            continue  # somebody took over the seat meanwhile
        except Unready as error:
            troubles.append(error)
    if troubles:
        raise troubles[0]
    return len(ids)


def leave(user: User, clock: Clock = timezone.now) -> None:
    """Take ``user``, whose account is being deleted, out of all that goes on here: challenges,
    running matches, and the calendar that others may still read. May be repeated."""
    mine = Challenge.objects.filter(status=Challenge.Status.OPEN)
    in_transaction(partial(mine.filter(challenger=user).update, status=Challenge.Status.CANCELLED))
    in_transaction(partial(mine.filter(opponent=user).update, status=Challenge.Status.DECLINED))
    CalendarLink.objects.filter(user=user).delete()
    withdraw_all(user, clock)


def adjudicate(
    match_id: int,
    winner: str | None,
    points: Mapping[str, int],
    reason: str,
    by: User | None,
    clock: Clock = timezone.now,
) -> Match:
    """End a running match as an organiser decides: ``winner`` (a seat's name, or ``None``) with
    the ``points`` of each seat; see :func:`golem.play.endings.can_be_adjudged`.

    Raises ``Missing``, ``Forbidden`` (``own_match``: ``by`` sits in it), ``MatchOver``,
    ``Refused`` (``bad_decision``, ``bad_reason``), ``BrokenLog``, ``ClocksBraked``, ``Busy``.
    """
    words = acts.checked(reason)
    return in_transaction(lambda: _adjudicate(match_id, winner or "", points, words, by, clock))


def _adjudicate(
    match_id: int,
    winner: str,
    points: Mapping[str, int],
    reason: str,
    by: User | None,
    clock: Clock,
) -> Match:
    match, seats = lock_match(match_id)
    acts.require_other(match_id, by)
    now = max(clock(), match.changed_at + clocks.TICK)
    settled_first(match, seats, now)
    if match.status == Match.Status.FINISHED:
        raise MatchOver(match.pk)
    info = game_of(match).info
    if not can_be_adjudged(info, winner, points):
        raise Refused("bad_decision", most=info.win_points[0])
    end(match, seats, ADJUDICATED, winner, now, points)
    decided = {"winner": winner, "points": dict(points)}
    acts.note(Act.Kind.ADJUDICATE, reason, by, now, match, winner, decided)
    return match
