"""Who may work at the desk of an event, and what an act there begins with."""

from datetime import datetime

from accounts.models import User
from golem.matches.services import Clock
from golem.rest.refusals import Conflict, Forbidden, Missing
from tournaments.locks import lock_event
from tournaments.models import Board, Entry, Event

PERMISSION = "matches.operate"
"""Staff with it organise every event, those of the server too."""


def may_organise(event: Event, user: User | None) -> bool:
    """Tell whether ``user`` organises the event, or is staff that may (no query but for staff)."""
    if user is None:
        return False
    own = event.organiser_id is not None and event.organiser_id == user.pk
    return own or (user.is_staff and user.has_perm(PERMISSION))


def require_organiser(event: Event, user: User) -> None:
    """Raise ``Forbidden`` (``not_the_organiser``) unless ``user`` may work at the event's desk."""
    if not may_organise(event, user):
        raise Forbidden("not_the_organiser")


def at_desk(event_id: int, by: User, clock: Clock) -> tuple[Event, datetime]:
    """Return the event, locked, and the present instant, for an act of ``by``.

    Raises ``Missing`` (``no_such_event``), ``Forbidden`` (``not_the_organiser``).
    """
    event = lock_event(event_id)
    require_organiser(event, by)
    return event, clock()


def require_not_over(event: Event) -> None:
    """Raise ``Conflict`` (``event_over``) if the event has ended, or was cancelled."""
    if event.is_over:
        raise Conflict("event_over", event_status=event.status)


def entry_of(event: Event, number: int) -> Entry:
    """Return an entry by its number, its user at hand; raise ``Missing`` (``no_such_entry``)."""
    found = event.entries.select_related("user").filter(number=number).first()
    if found is None:
        raise Missing("no_such_entry")
    return found


def board_of(event: Event, match_id: int) -> Board:
    """Return the board on which a match of the event is played, the match and both sides at hand;
    raise ``Missing`` (``not_of_event``)."""
    boards = Board.objects.filter(match=match_id, pairing__group__event=event)
    sides = ("pairing__first__entry__user", "pairing__second__entry__user")
    found = boards.select_related("match", "pairing__group", *sides).first()
    if found is None:
        raise Missing("not_of_event")
    return found
