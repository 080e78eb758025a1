"""The organiser decides about one match of the event: gives time, adjudicates, annuls.

Each raises ``Forbidden`` (``own_match``) for a match of one's own, besides what it says itself.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.utils import timezone

from accounts.models import User
from golem import registry
from golem.matches import acts, annulment, operators, withdrawals
from golem.matches.models import Match
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.play.endings import off_board_points
from golem.rest.refusals import Refused
from tournaments import desk_mails, log, nudges
from tournaments.document import scoring_of
from tournaments.models import Event, EventAct
from tournaments.organising.own import require_other
from tournaments.organising.rights import at_desk, board_of
from tournaments.scoring import possible_points, table_of


def give_time(
    event_id: int,
    match_id: int,
    seat: str,
    seconds: int,
    reason: str,
    by: User,
    clock: Clock = timezone.now,
) -> EventAct:
    """Give a seat of a running match more time; both players are told.

    Raises ``Missing`` (``no_such_event``, ``not_of_event``), ``Forbidden``, ``Conflict``
    (``match_over``), ``Refused`` (``bad_gift``: no such seat, no time, or more than a year;
    ``bad_reason``), ``Busy``.
    """
    words = acts.checked(reason)
    if seconds <= 0:
        raise Refused("bad_gift")  # only the operators of the server take time away
    return in_transaction(partial(_give, event_id, match_id, seat, seconds, words, by, clock))


def _give(
    event_id: int, match_id: int, seat: str, seconds: int, reason: str, by: User, clock: Clock
) -> EventAct:
    event, now = at_desk(event_id, by, clock)
    match = _match(event, match_id, by)
    operators.give(match_id, seat, seconds, reason, by, now)
    data = {"seat": seat, "seconds": seconds}
    seats = list(match.seats.select_related("user"))
    player = next(one.user for one in seats if one.name == seat)
    act = _noted(event, EventAct.Kind.TIME_GIVEN, match, reason, by, now, data, player)
    desk_mails.tell_act(act, [one.user_id for one in seats if not one.user.is_bot], now)
    return act


def adjudicate(
    event_id: int,
    match_id: int,
    winner: str,
    reason: str,
    by: User,
    points: Mapping[str, int] | None = None,
    clock: Clock = timezone.now,
) -> EventAct:
    """End a running match as won by the seat ``winner``, or even if that is empty; the players are
    told. ``points``, by seat, are a full win, or those of an even match, unless given.

    Raises ``Missing`` (``no_such_event``, ``not_of_event``), ``Forbidden``, ``MatchOver``,
    ``Refused`` (``bad_decision``, ``bad_reason``), ``Busy``, ``ClocksBraked``.
    """
    words = acts.checked(reason)
    return in_transaction(
        partial(_adjudicate, event_id, match_id, winner, words, by, points, clock)
    )


def _adjudicate(
    event_id: int,
    match_id: int,
    winner: str,
    reason: str,
    by: User,
    points: Mapping[str, int] | None,
    clock: Clock,
) -> EventAct:
    event, now = at_desk(event_id, by, clock)
    match = _match(event, match_id, by)
    given = dict(points) if points else usual_points(event.game, winner)
    withdrawals.adjudicate(match_id, winner or None, given, reason, by, lambda: now)
    data: dict[str, Any] = {"winner": winner, "points": given}
    nudges.after_change(event)
    return _noted(event, EventAct.Kind.ADJUDICATED, match, reason, by, now, data)


def usual_points(game: str, winner: str) -> dict[str, int]:
    """Return what a match of ``game`` is worth if it is decided and nothing else is said."""
    info = registry.load(game).info
    if winner:
        return dict(off_board_points(info, winner))
    even = table_of(scoring_of(info)).even
    return dict.fromkeys(info.seats, even)


def choices(game: str) -> list[tuple[str, dict[str, int]]]:
    """Return the decisions that the game's scoring table has, from the clearest win of the first
    seat to that of the second: the winner's seat, or empty, and the points by seat."""
    info = registry.load(game).info
    first, second = info.seats[:2]
    found = []
    pairs = possible_points(table_of(scoring_of(info)))
    for pair in sorted(pairs, key=lambda two: (two[1] - two[0], -two[0])):
        winner = first if pair[0] > pair[1] else second if pair[1] > pair[0] else ""
        found.append((winner, {first: pair[0], second: pair[1]}))
    return found


def annul(
    event_id: int, match_id: int, reason: str, by: User, clock: Clock = timezone.now
) -> EventAct:
    """Take the result of a match out for good, after the end of the event, too: tables are made
    anew, what was made from them stays. The players are told.

    Raises ``Missing`` (``no_such_event``, ``not_of_event``), ``Forbidden``, ``Conflict``
    (``match_annulled``), ``Refused`` (``bad_reason``), ``Busy``.
    """
    words = acts.checked(reason)
    return in_transaction(partial(_annul, event_id, match_id, words, by, clock))


def _annul(event_id: int, match_id: int, reason: str, by: User, clock: Clock) -> EventAct:
    event, now = at_desk(event_id, by, clock)
    match = _match(event, match_id, by)
    annulment.annul(match_id, reason, by, lambda: now)
    nudges.after_change(event)
    return _noted(event, EventAct.Kind.ANNULLED, match, reason, by, now, {})


def _match(event: Event, match_id: int, by: User) -> Match:
    """Return a match of the event that is none of ``by``."""
    board = board_of(event, match_id)
    require_other(board, by)
    match = board.match
    assert match is not None
    return match


def _noted(
    event: Event,
    kind: EventAct.Kind,
    match: Match,
    reason: str,
    by: User,
    now: datetime,
    data: dict[str, Any],
    user: User | None = None,
) -> EventAct:
    return log.note(event, kind, now, by=by, match=match, user=user, reason=reason, data=data)
