"""What an act on an event set going and its next steps finish: one match in each transaction.

A player who is replaced, or who leaves a team, sits in matches that run. The act only changes the
entry or the team, and stands in the log with ``"open": true``; the steps of the event take match
after match out of those hands until none is left. Broken off anywhere, it goes on where it was.
"""

from datetime import datetime

from django.db.models import Q

from accounts.models import User
from golem.matches.models import Match, Seat
from golem.matches.replacing import replace_player
from golem.matches.withdrawals import withdraw
from golem.rest.refusals import Refused, Unready
from tournaments.models import Event, EventAct

OPEN = "open"
"""The mark, in an act's data, that its matches have still to follow."""


def carry_on(event: Event, now: datetime) -> bool:
    """Take the next match out of the hands of somebody who is out, or close their act; tell whether
    there was one. The event is locked; acts are finished in their order."""
    act = event.acts.filter(data__open=True).select_related("entry", "user").order_by("pk").first()
    if act is None:
        return False
    out = _out_of(act)
    match_id = _next_match(act, out)
    if match_id is None:
        act.data = act.data | {OPEN: False}
        act.save(update_fields=["data"])
    else:
        _take(act, match_id, out, now)
    return True


def _out_of(act: EventAct) -> int | None:
    """Return whose seats are to be emptied."""
    old: int | None = act.data.get("old") if act.kind == EventAct.Kind.REPLACED else act.user_id
    return old


def _next_match(act: EventAct, out: int | None) -> int | None:
    """Return the first running match of the entry in which ``out`` sits (one query)."""
    side = Q(match__board__pairing__first__entry=act.entry_id)
    side |= Q(match__board__pairing__second__entry=act.entry_id)
    seats = Seat.objects.filter(side, user=out, match__status=Match.Status.RUNNING)
    return seats.order_by("match").values_list("match", flat=True).first()


def _take(act: EventAct, match_id: int, out: int | None, now: datetime) -> None:
    """Give the seat to the newcomer; if there is none, or none any more, the match is lost."""
    assert out is not None
    new = act.user if act.kind == EventAct.Kind.REPLACED else None
    if new is not None and new.is_active:
        try:
            old = User.objects.get(pk=out)
            replace_player(match_id, old, new, act.reason, act.by, lambda: now)
            return
        except Unready:
            raise
        except Refused:  # its account is being closed: nobody is there to play on
            pass
    withdraw(match_id, {out}, lambda: now)
