"""The organiser takes an entry out of the event."""

from functools import partial

from django.utils import timezone

from accounts.models import User
from golem.matches import acts
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Forbidden
from tournaments import desk_mails, log
from tournaments.entries import drop
from tournaments.messages import people_of_entry
from tournaments.models import Entry, Event, EventAct
from tournaments.organising.own import not_to_remove, own_entries
from tournaments.organising.rights import at_desk, entry_of, require_not_over
from tournaments.withdrawals import take_out


def remove(
    event_id: int, number: int, reason: str, by: User, clock: Clock = timezone.now
) -> EventAct:
    """Take the entry of this number out: before the start its place becomes free, in an event that
    runs its matches end as if it had withdrawn. Return the act; its player, or team, is told.

    Raises ``Missing`` (``no_such_event``, ``no_such_entry``), ``Forbidden``
    (``not_the_organiser``; ``own_match``: it is an opponent of ``by``), ``Conflict``
    (``event_over``, ``left_already``), ``Refused`` (``bad_reason``).
    """
    words = acts.checked(reason)
    return in_transaction(partial(_remove, event_id, number, words, by, clock))


def _remove(event_id: int, number: int, reason: str, by: User, clock: Clock) -> EventAct:
    event, now = at_desk(event_id, by, clock)
    require_not_over(event)
    entry = entry_of(event, number)
    people = people_of_entry(entry)
    if entry.pk in not_to_remove(event, own_entries(event.pk, by)):
        raise Forbidden(acts.OWN_MATCH)
    if event.status == Event.Status.RUNNING:
        act = take_out(event, entry, Entry.Status.REMOVED, clock, by=by, reason=reason)
    else:
        kind = EventAct.Kind.REMOVED
        data = {"number": number}
        act = log.note(event, kind, now, by=by, user=entry.user, reason=reason, data=data)
        drop(event, entry, now)
    desk_mails.tell_act(act, people, now)
    return act
