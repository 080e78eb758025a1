"""The organiser tells everybody something."""

from datetime import timedelta
from functools import partial

from django.utils import timezone

from accounts.models import User
from golem.matches.services import Clock
from golem.matches.transactions import in_transaction
from golem.rest.refusals import Conflict, Refused
from tournaments import messages, sense
from tournaments.models import Announcement
from tournaments.organising.rights import at_desk, require_not_over

LONGEST = 2000  # characters
A_DAY = 5
"""So many announcements in an event within 24 hours: each is a mail to everybody."""


def announce(event_id: int, text: str, by: User, clock: Clock = timezone.now) -> Announcement:
    """Show ``text`` on the event's page, and tell all who take part or wait.

    Raises ``Missing``, ``Forbidden``, ``Refused`` (``bad_announcement``: empty, longer than
    ``most``, or with characters that cannot be printed), ``Conflict`` (``event_over``;
    ``too_many_announcements``: ``most`` within a day).
    """
    words = text.replace("\r\n", "\n").strip()
    if not words or len(words) > LONGEST or not sense.plain_text(words):
        raise Refused("bad_announcement", most=LONGEST)
    return in_transaction(partial(_announce, event_id, words, by, clock))


def _announce(event_id: int, text: str, by: User, clock: Clock) -> Announcement:
    event, now = at_desk(event_id, by, clock)
    require_not_over(event)
    lately = event.announcements.filter(at__gt=now - timedelta(days=1))
    if lately.count() >= A_DAY:
        raise Conflict("too_many_announcements", most=A_DAY)
    row = Announcement.objects.create(event=event, text=text, at=now)
    messages.announced(row, now)
    return row
