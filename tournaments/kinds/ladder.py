"""The ladder: it never ends; a click starts a match against somebody who stands higher."""

from datetime import datetime

from accounts.models import User
from golem.rest.refusals import Conflict
from tournaments import joining
from tournaments.ladder import results, rungs
from tournaments.models import Entry, Event, Group


class LadderLife:
    """A ladder."""

    def step(self, event: Event, now: datetime) -> bool:
        """Let results move places, then let those who left come off."""
        if event.due_at is not None:
            event.due_at = None
            event.save(update_fields=["due_at"])
        group = rungs.group_of(event)
        return results.settle(group, now) or _come_off(group)

    def heard(self, event: Event, group: Group, now: datetime) -> None:
        """Make the order anew if a result that had moved it was taken back."""
        if results.taken_back(group):
            results.refold(group)

    def left(self, event: Event, entry: Entry, now: datetime) -> None:
        """Note when the place was left."""
        for place in entry.places.all():
            rungs.mark_gone(place, now)

    def enter(self, event: Event, user: User, now: datetime) -> Entry:
        """Put ``user`` on the last rung. Raises ``Conflict``: ``entered_already``, ``entry_closed``,
        ``removed``."""
        found = joining.entry_of(event, user)
        if found is not None and found.takes_part:
            raise Conflict("entered_already")
        group = rungs.group_of(event)
        while results.settle(group, now) or _come_off(group):
            pass
        entry = joining.enter(event, user, now)
        rungs.climb_on(group, entry, now)
        return entry

    def leave(self, event: Event, user: User, now: datetime) -> None:
        """Take ``user`` off the ladder; who has not played there is not entered any more.

        Running matches are lost. Raises ``Conflict``: ``not_entered``.
        """
        from tournaments.withdrawals import take_out

        entry = joining.entry_of(event, user)
        if entry is None or not entry.takes_part:
            raise Conflict("not_entered")
        group = rungs.group_of(event)
        place = group.places.select_related("entry").get(entry=entry)
        if place.pairings_first.exists() or place.pairings_second.exists():
            take_out(event, entry, Entry.Status.WITHDRAWN, lambda: now, by=user)
            return
        rungs.take_off(group, place)
        place.delete()
        entry.delete()


LIFE = LadderLife()


def _come_off(group: Group) -> bool:
    """Take those off their rungs who left; tell whether there were any."""
    gone = list(rungs.on_rungs(group).filter(withdrawn_at__isnull=False).select_related("entry"))
    for place in gone:
        place.refresh_from_db(fields=["number"])  # one above may have come off just now
        rungs.take_off(group, place)
    return bool(gone)
