"""A player's deadlines as a calendar (RFC 5545), under a link that only they know."""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.models import User
from accounts.zones import zone
from golem.matches import forecast, selectors
from golem.matches.log import game_of
from golem.matches.models import CalendarLink, Match, Seat
from golem.play.clock import LostOnTime

TOKEN_BYTES = 24
ASK_AGAIN = timedelta(hours=1)
"""How often a calendar program is asked to look again."""

Address = Callable[[Match], str]
"""Gives the full address of a match's page."""


def make_link(user: User, now: datetime) -> str:
    """Make the calendar's secret token and return it; a former one is no longer valid."""
    token = secrets.token_hex(TOKEN_BYTES)
    values = {"digest": _digest(token), "made_at": now}
    CalendarLink.objects.update_or_create(user=user, defaults=values)
    return token


def revoke_link(user: User) -> bool:
    """End the calendar of ``user``; return whether there was one."""
    gone, _rows = CalendarLink.objects.filter(user=user).delete()
    return bool(gone)


def link_of(user: User) -> CalendarLink | None:
    """Return the calendar link of ``user``, or ``None``."""
    return CalendarLink.objects.filter(user=user).first()


def owner_of(token: str) -> User | None:
    """Return whose calendar ``token`` opens: an open account's, or nobody's."""
    found = CalendarLink.objects.filter(digest=_digest(token), user__is_active=True)
    link = found.select_related("user").first()
    return link.user if link else None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def feed(user: User, address: Address, host: str, now: datetime) -> bytes:
    """Return the calendar: an event for each match where ``user`` is to move and time runs.

    ``host`` makes the events' identifiers unique in the world. A fixed number of queries.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Golem//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", _("Golem: deadlines of %(name)s") % {"name": user.username})
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    lost = {
        event.match: event.at for event in forecast.events_of(user) if isinstance(event, LostOnTime)
    }
    with timezone.override(zone(user.time_zone)):
        for match in selectors.awaiting(user):
            own = selectors.seat_of(match, user)
            if own is not None and own.zero_at is not None:
                event = _event(match, own, own.zero_at, lost.get(match.pk))
                event.add("uid", f"match-{match.pk}-ply-{match.ply}@{host}")
                event.add("dtstamp", now)
                event.add("url", address(match))
                calendar.add_component(event)
    return bytes(calendar.to_ical())


def _event(match: Match, own: Seat, zero_at: datetime, lost_at: datetime | None) -> Event:
    others = [seat.user.username for seat in match.seats.all() if seat.pk != own.pk]
    names = {"game": game_of(match).info.title, "others": ", ".join(others)}
    event = Event()
    event.add("summary", _("Move in %(game)s against %(others)s") % names)
    event.add("description", _what_then(zero_at, lost_at))
    event.add("dtstart", zero_at)
    event.add("transp", "TRANSPARENT")
    return event


def _what_then(zero_at: datetime, lost_at: datetime | None) -> str:
    """Return in a sentence what happens at ``zero_at`` if nobody has moved."""
    if lost_at is None or lost_at <= zero_at:
        return _("Your clock runs out, and the match is over.")
    local = timezone.localtime(lost_at)
    shown = f"{local:%Y-%m-%d %H:%M} {local.tzname()}"
    return _(
        "Your clock runs out, and a vacation day is spent. "
        "If nobody moves anywhere, the match is lost at %(instant)s."
    ) % {"instant": shown}
