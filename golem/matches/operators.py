"""What operators do to clocks, each act with its row in the log.

Annulling, reopening and laying an outage have rooms of their own and write theirs themselves.
``by`` is the member of staff, or ``None`` for a command on the server.
"""

from datetime import datetime

from accounts.models import User
from golem.matches import acts, brake, gifts, sweep
from golem.matches.models import Act, Gift
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Conflict


def freeze(reason: str, by: User | None, now: datetime) -> None:
    """Stop all clocks; raise ``Conflict`` (``frozen_already``) or ``Refused`` (``bad_reason``)."""
    words = acts.checked(reason)

    def act() -> None:
        sweep.freeze(words, now)
        acts.note(Act.Kind.FREEZE, words, by, now)

    in_transaction(act, alone=True)


def thaw(by: User | None, now: datetime, reason: str = "") -> None:
    """Let the clocks run again; raise ``Conflict`` (``not_frozen``)."""

    def act() -> None:
        sweep.thaw(now)
        acts.note(Act.Kind.THAW, reason, by, now)

    in_transaction(act, alone=True)


def give(
    match_id: int, seat: str, seconds: int, reason: str, by: User | None, now: datetime
) -> Gift:
    """Give time to a seat of a running match, or take it; raise what :func:`gifts.give` raises,
    ``Refused`` (``bad_reason``) or ``Forbidden`` (``own_match``)."""
    words = acts.checked(reason)

    def act() -> Gift:
        acts.require_other(match_id, by)
        gift = gifts.give(match_id, seat, seconds, words, now)
        acts.note(Act.Kind.GIVE, words, by, gift.at, gift.match, seat, {"seconds": seconds})
        return gift

    return in_transaction(act)


def brake_on(reason: str, by: User | None, now: datetime) -> None:
    """Put the brake on; raise ``Conflict`` (``braked_already``) or ``Refused``."""
    words = acts.checked(reason)

    def act() -> None:
        if brake.is_on():
            raise Conflict("braked_already")
        brake.put_on(words, now, by_hand=True)
        acts.note(Act.Kind.BRAKE, words, by, now)

    in_transaction(act)


def release(by: User | None, now: datetime, reason: str = "") -> None:
    """Take the brake off; raise ``Conflict`` (``not_braked``)."""

    def act() -> None:
        if not brake.release():
            raise Conflict("not_braked")
        acts.note(Act.Kind.RELEASE, reason, by, now)

    in_transaction(act)
