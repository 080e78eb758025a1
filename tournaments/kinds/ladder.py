"""The ladder: it never ends; a click starts a match against somebody who stands higher."""

from datetime import datetime

from accounts.models import User
from golem.rest.refusals import Conflict, Missing
from tournaments import joining
from tournaments.ladder import results, rungs
from tournaments.models import Entry, Event, Group
from tournaments.waiting import wait


class LadderLife:
    """A ladder."""

    def step(self, event: Event, now: datetime) -> bool:
        """Let results move places, then let those who left come off."""
        group = rungs.group_of(event)
        return results.settle(group, now) or _come_off(group, now) or wait(event, None)

    def heard(self, event: Event, group: Group, now: datetime) -> None:
        """Make the order anew if a result that had moved it was taken back."""
        if results.taken_back(group):
            results.refold(group)

    def left(self, event: Event, entry: Entry, now: datetime) -> None:
        """Nothing else belongs to leaving: the place comes off when its matches have ended."""

    def enter(self, event: Event, user: User, now: datetime) -> Entry:
        """Put ``user`` on the last rung.

        Raises ``Conflict``: ``entered_already``, ``entry_closed``, ``removed_from_event``.
        """
        found = joining.entry_of(event, user)
        if found is not None and found.takes_part:
            raise Conflict("entered_already")
        from tournaments.advance import step_locked

        while step_locked(event, now):  # who comes back at once has first to come off
            pass
        group = rungs.group_of(event)
        entry = joining.enter(event, user, now)
        rungs.climb_on(group, entry, now)
        return entry

    def leave(self, event: Event, user: User, now: datetime) -> None:
        """Take ``user`` off the ladder; who has not played there is not entered any more.

        Running matches are lost. Raises ``Missing`` ``not_entered``.
        """
        from tournaments.withdrawals import take_out

        entry = joining.entry_of(event, user)
        if entry is None or not entry.takes_part:
            raise Missing("not_entered")
        group = rungs.group_of(event)
        place = group.places.select_related("entry").get(entry=entry)
        if place.pairings_first.exists() or place.pairings_second.exists():
            take_out(event, entry, Entry.Status.WITHDRAWN, lambda: now, by=user)
            return
        rungs.take_off(group, place, now)
        place.delete()
        entry.delete()


LIFE = LadderLife()


def _come_off(group: Group, now: datetime) -> bool:
    """Take those off their rungs who left and whose matches have ended; tell whether there were
    any."""
    gone = rungs.leaving(group)
    for place in gone:
        place.refresh_from_db(fields=["number"])  # one above may have come off just now
        rungs.take_off(group, place, now)
    return bool(gone)
