"""The organiser lets a newcomer play on for somebody who cannot.

The act changes the entry, or the team, and is written into the log as not finished; the seats in
running matches change hands by the event's next steps (:mod:`tournaments.unfinished`), one by one.
"""

from datetime import datetime
from functools import partial

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from golem import registry
from golem.matches import acts
from golem.matches.models import Match, Seat
from golem.matches.services import Clock
from golem.matches.starting import demand_players
from golem.matches.transactions import in_transaction
from golem.play.protocol import Plays
from golem.rest.refusals import Conflict, Forbidden, Missing, Refused
from tournaments import bounds, desk_mails, log, waiting
from tournaments.models import Entry, Event, EventAct, Member
from tournaments.organising.own import not_to_replace, own_entries
from tournaments.organising.rights import at_desk, entry_of
from tournaments.unfinished import OPEN


def replace(
    event_id: int,
    number: int,
    old: User,
    new: User,
    reason: str,
    by: User,
    clock: Clock = timezone.now,
) -> EventAct:
    """Let ``new`` play on for ``old``, who is the entry of this number or plays in its team.

    Results stay with the place, matches that run change hands as they stand (and are unrated), and
    matches to come are the newcomer's. Return the act; both are told.

    Raises ``Missing`` (``no_such_event``, ``no_such_entry``, ``no_such_member``), ``Forbidden``
    (``not_the_organiser``, ``own_match``, ``bots_only``, ``people_only``, ``account_closed``),
    ``Conflict`` (``event_not_running``, ``left_already``, ``in_the_event``), ``Refused``
    (``bad_reason``, ``house_does_not_play``, ``not_in_series``).
    """
    words = acts.checked(reason)
    return in_transaction(partial(_replace, event_id, number, old.pk, new.pk, words, by, clock))


def _replace(
    event_id: int, number: int, old_id: int, new_id: int, reason: str, by: User, clock: Clock
) -> EventAct:
    event, now = at_desk(event_id, by, clock)
    if event.status != Event.Status.RUNNING:
        raise Conflict("event_not_running")
    if event.kind in bounds.SERVER_KINDS:
        raise Refused("not_in_series")
    entry = entry_of(event, number)
    if not entry.takes_part:
        raise Conflict("left_already")
    if entry.pk in not_to_replace(event, own_entries(event.pk, by)):
        raise Forbidden(acts.OWN_MATCH)
    new = _newcomer(event, new_id)
    _exchange(entry, old_id, new)
    return _noted(event, entry, old_id, new, reason, by, now)


def _newcomer(event: Event, new_id: int) -> User:
    """Return who comes in, locked against leaving meanwhile, if they may."""
    new = User.objects.filter(pk=new_id).first()
    if new is None:
        raise Missing("no_such_player")
    if not new.is_active:
        raise Forbidden("account_closed")
    if new.is_bot != event.bots:
        raise Forbidden("bots_only" if event.bots else "people_only")
    if new.is_house and not isinstance(registry.load(event.game), Plays):
        raise Refused("house_does_not_play", game=event.game)
    demand_players([new])
    if _is_in(event, new):
        raise Conflict("in_the_event")
    return new


def _is_in(event: Event, user: User) -> bool:
    """Tell whether ``user`` has or had a place here, or sits in a match that still runs."""
    of_event = Q(match__board__pairing__group__event=event)
    sits = Seat.objects.filter(of_event, user=user, match__status=Match.Status.RUNNING)
    member = Member.objects.filter(event=event, user=user)
    return bool(event.entries.filter(user=user).exists() or member.exists() or sits.exists())


def _exchange(entry: Entry, old_id: int, new: User) -> None:
    if entry.user_id is not None:
        if entry.user_id != old_id:
            raise Missing("no_such_member")
        entry.user = new
        entry.save(update_fields=["user"])
        return
    if not entry.members.filter(user=old_id, agreed=True).update(user=new):
        raise Missing("no_such_member")


def _noted(
    event: Event, entry: Entry, old_id: int, new: User, reason: str, by: User, now: datetime
) -> EventAct:
    act = log.note(
        event,
        EventAct.Kind.REPLACED,
        now,
        by=by,
        entry=entry,
        user=new,
        reason=reason,
        data={"old": old_id, OPEN: True},
    )
    people = User.objects.filter(pk__in=[old_id, new.pk], is_bot=False, is_active=True)
    desk_mails.tell_act(act, people.values_list("pk", flat=True), now)
    waiting.at_once(event, now)
    return act
