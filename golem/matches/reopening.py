"""Letting a match run again that was ended by a mistake.

Moves and draws stay what they are, the die of the present ply too. Every later draw comes from a
new seed, since the old one was shown at the end. The clocks go on from what they showed then; who
lost on time gets at least a day. The time between runs for nobody.
"""

import math
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from golem.matches import acts, clock_columns, clocks, hooks, messages, nudges
from golem.matches.errors import ClocksBraked
from golem.matches.locks import lock_match
from golem.matches.log import game_of, present_state
from golem.matches.models import Act, Match, Reopening, Seat, Seed
from golem.matches.projections import begin_turns, project
from golem.matches.services import Clock
from golem.matches.settle import braked_for, settled_first
from golem.matches.transactions import in_transaction
from golem.play import chance, clock
from golem.play.endings import BOTH_TIMED_OUT, TIMEOUT
from golem.rest.refusals import Conflict

AT_LEAST = timedelta(hours=24)
"""What is on the clock of who lost on time once the match runs again."""


def reopen(match_id: int, reason: str, by: User | None, at: Clock = timezone.now) -> Match:
    """Let a finished match run again from where it stood; ``by`` ``None`` is a command.

    Raises ``Missing``, ``Busy``, ``ClocksBraked``, ``Refused`` (``bad_reason``), ``Forbidden``
    (``own_match``: ``by`` sits in it), and ``Conflict``:
    ``match_running``, ``match_annulled``, ``ended_on_board``, ``player_gone``, or one of a
    room above (``later_stage``).
    """
    words = acts.checked(reason)
    return in_transaction(lambda: _reopen(match_id, words, by, at))


def _reopen(match_id: int, reason: str, by: User | None, at: Clock) -> Match:
    hooks.lock_above(match_id)
    match, seats = lock_match(match_id)
    acts.require_other(match_id, by)
    now = max(at(), match.changed_at + clocks.TICK)
    settled_first(match, seats, now)
    if braked_for([seat.user_id for seat in seats], match.pk, now):
        raise ClocksBraked  # days would be spent later at instants before it ran again
    state = _state_to_go_on(match, seats)
    _take_back_the_end(match, reason, now)
    secret = secrets.token_bytes(chance.SEED_BYTES)
    Seed.objects.create(
        match=match,
        run=match.reopened,
        first_draw=match.draws.count() + 1,
        secret=secret,
        commitment=chance.commitment(secret),
    )
    _run(match, seats, state, now)
    acts.note(Act.Kind.REOPEN, reason, by, now, match)
    hooks.tell_result(match, now)
    messages.reopened(match, seats, now)
    nudges.after_change(match, seats)
    return match


def _state_to_go_on(match: Match, seats: list[Seat]) -> Any:
    """Return the state of a match that can go on; raise ``Conflict`` if it cannot."""
    if match.status == Match.Status.RUNNING:
        raise Conflict("match_running")
    if match.annulled_at is not None:
        raise Conflict("match_annulled")
    state = present_state(match)
    if game_of(match).outcome(state) is not None:
        raise Conflict("ended_on_board")
    if not all(seat.user.is_active for seat in seats):
        raise Conflict("player_gone")
    if refusal := hooks.reopen_refusal(match):
        raise refusal
    return state


def _take_back_the_end(match: Match, reason: str, now: datetime) -> None:
    assert match.ended_at is not None
    Reopening.objects.create(
        match=match,
        number=match.reopened + 1,
        ended_at=match.ended_at,
        at=now,
        how=match.how,
        winner=match.winner,
        points=match.points,
        given=_given(match),
        reason=reason,
    )
    match.status, match.how, match.winner = Match.Status.RUNNING, "", ""
    match.points = match.ended_at = None
    match.reopened, match.reopened_at = match.reopened + 1, now


def _given(match: Match) -> dict[str, int]:
    """Return the seconds that clocks get to show enough again, by seat.

    Besides who lost on time it is for clocks below zero: a sealed move that died with the match
    had stopped such a clock.
    """
    pauses = clocks.pauses(match.started_at, match.started_at)
    found = {}
    for facts in clocks.facts_of(match):
        left = clock.clock_of(facts, pauses).left
        lost = match.how == BOTH_TIMED_OUT or (match.how == TIMEOUT and facts.seat != match.winner)
        if left < AT_LEAST and (lost or left <= clock.ZERO):
            found[facts.seat] = math.ceil((AT_LEAST - left).total_seconds())
    return found


def _run(match: Match, seats: list[Seat], state: Any, now: datetime) -> None:
    """Save the match as running, and the columns of its seats as the ledger has them."""
    match.changed_at = now
    project(match, seats, game_of(match), state)
    begin_turns(seats, now)
    match.save()
    Seat.objects.bulk_update(seats, ["to_move", "turn_since", "thinking_until"])
    clock_columns.correct(match)
