"""The end of an edition: its champions, and who is told."""

from datetime import datetime
from typing import Final

from tournaments import log, messages_series
from tournaments.championship.opening import upcoming
from tournaments.models import Event, EventAct, Place

TOP: Final = 1
"""The league whose winner is champion."""


def close(event: Event, now: datetime) -> None:
    """End an edition of which every group has ended; the next one may look for its start."""
    event.status, event.ended_at = Event.Status.FINISHED, now
    event.due_at = None
    event.save(update_fields=["status", "ended_at", "due_at"])
    found = [place.entry_id for place in winners(event)]
    log.note(event, EventAct.Kind.ENDED, now, data={"champions": found})
    messages_series.edition_ended(event, now)
    following = upcoming(event)
    if following is not None:
        Event.objects.filter(pk=following.pk, due_at__gt=now).update(due_at=now)


def winners(event: Event) -> list[Place]:
    """Return the places of the champions of an edition: several only if they share the first.

    Who left and whose results stand in the table all the same is champion, too.
    """
    rows = Place.objects.filter(group__event=event, group__level=TOP, rank=1)
    return list(rows.select_related("entry__user").order_by("number"))
