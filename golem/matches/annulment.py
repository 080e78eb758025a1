"""Taking the result of a match out, for good."""

from django.utils import timezone

from accounts.models import User
from golem.matches import acts, brake, clocks, hooks, messages
from golem.matches.locks import lock_match
from golem.matches.log import BrokenLog, present_state
from golem.matches.models import Act, Match, Seat
from golem.matches.progress import end, end_broken
from golem.matches.services import Clock
from golem.matches.settle import settled_first
from golem.matches.transactions import in_transaction
from golem.play.endings import ANNULLED
from golem.rest.refusals import Conflict


def annul(match_id: int, reason: str, by: User | None, clock: Clock = timezone.now) -> Match:
    """Take the result of a match out for good; one that runs ends at once, won by nobody.

    What happened stays to be seen, and counts nowhere. ``by`` ``None`` is a command on the server.
    Raises ``Missing``, ``Forbidden`` (``own_match``: ``by`` sits in it), ``Conflict``
    (``match_annulled``), ``Refused`` (``bad_reason``), ``Busy``.
    """
    words = acts.checked(reason)
    return in_transaction(lambda: _annul(match_id, words, by, clock))


def _annul(match_id: int, reason: str, by: User | None, clock: Clock) -> Match:
    match, seats = lock_match(match_id)
    acts.require_other(match_id, by)
    now = max(clock(), match.changed_at + clocks.TICK)
    if match.annulled_at is not None:
        raise Conflict("match_annulled")
    broken = _is_broken(match)
    # Neither the brake nor a log that does not replay may keep an operator from annulling.
    if not broken and not brake.is_on():
        settled_first(match, seats, now)
    match.annulled_at = now
    _close(match, seats, broken=broken)
    acts.note(Act.Kind.ANNUL, reason, by, now, match)
    return match


def _is_broken(match: Match) -> bool:
    try:
        present_state(match)
    except BrokenLog:
        return True
    return False


def _close(match: Match, seats: list[Seat], *, broken: bool) -> None:
    """End the match if it runs; either way save it and note whom to tell."""
    now = match.annulled_at
    assert now is not None
    if match.status == Match.Status.FINISHED:
        match.changed_at = now
        match.save(update_fields=["annulled_at", "changed_at"])
        hooks.tell_result(match, now)
        messages.after_change(match, seats, now)
    else:
        if broken:
            end_broken(match, seats, ANNULLED, now)
        else:
            end(match, seats, ANNULLED, "", now)
