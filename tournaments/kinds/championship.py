"""The championship: entry, leagues of groups, all matches at once, then the next edition."""

from datetime import datetime

from accounts.models import User
from golem.rest.refusals import Conflict, Missing
from tournaments import joining
from tournaments.championship import closing, opening
from tournaments.models import Entry, Event, Group
from tournaments.stages import common, round_robin, stage_of
from tournaments.waiting import wait


class Championship:
    """One edition."""

    def step(self, event: Event, now: datetime) -> bool:
        """Start it when its time has come; start, play and end its groups; end it."""
        if event.status == Event.Status.ENTRY:
            return opening.begin_or_wait(event, now)
        group = _unpaired(event)
        if group is not None:
            round_robin.pair_all(event, group, now)
            return True
        group = common.next_group(event)
        if group is not None:
            return stage_of(group.kind).step(event, group, now)
        if event.groups.filter(ended_at=None).exists():
            return wait(event, None)
        closing.close(event, now)
        return True

    def left(self, event: Event, entry: Entry, now: datetime) -> None:
        """Nothing else belongs to leaving an edition: one stays entered for the next."""

    def enter(self, event: Event, user: User, now: datetime) -> Entry:
        """Enter ``user`` for an edition that has not started, and for all that follow.

        Raises ``Conflict``: ``entry_closed``, ``entered_already``, ``removed_from_event``.
        """
        if event.status != Event.Status.ENTRY:
            raise Conflict("entry_closed")
        found = joining.entry_of(event, user)
        if found is not None and found.takes_part:
            raise Conflict("entered_already")
        return joining.enter(event, user, now)

    def leave(self, event: Event, user: User, now: datetime) -> None:
        """Let ``user`` be entered no longer for an edition that has not started; in one that runs
        nothing changes. Raises ``Conflict`` ``event_started``, ``Missing`` ``not_entered``."""
        if event.status != Event.Status.ENTRY:
            raise Conflict("event_started")
        if not event.entries.filter(user=user, status=Entry.Status.ENTERED).delete()[0]:
            raise Missing("not_entered")


LIFE = Championship()


def _unpaired(event: Event) -> Group | None:
    """Return a group whose pairings are still to be made, the highest league first."""
    return event.groups.filter(ended_at=None, started_at=None, pairings=None).first()
