"""The mini cup: it never ends; three who wait at a level play a double round robin."""

from datetime import datetime

from accounts.models import User
from golem.rest.refusals import Conflict
from tournaments import joining
from tournaments.mini_cup import rights, rounds
from tournaments.models import Entry, Event, Group
from tournaments.stages import common, round_robin
from tournaments.waiting import at_once, wait


class MiniCup:
    """A mini cup."""

    def step(self, event: Event, now: datetime) -> bool:
        """End a group and grant what it earned, or start one for which three wait."""
        group = common.next_group(event)
        if group is not None:
            return _played(event, group, now)
        return rounds.start_one(event, now) or wait(event, None)

    def heard(self, event: Event, group: Group, now: datetime) -> None:
        """Let the rights follow when the table of an ended group changed: a match was annulled."""
        if group.ended_at is not None and not group.open:
            rounds.settle_rights(event, group, now)

    def left(self, event: Event, entry: Entry, now: datetime) -> None:
        """Give up what waits, too."""
        rights.give_up(entry, now)

    def enter(self, event: Event, user: User, now: datetime) -> Entry:
        """Let ``user`` wait for a group of the basic level, as often as they like, once at a time.

        Raises ``Conflict``: ``waits_already``, ``entry_closed``, ``removed_from_event``.
        """
        entry = joining.enter(event, user, now)
        if entry.rights.filter(level=rights.BASIC, waits=True).exists():
            raise Conflict("waits_already")
        rights.grant(entry, rights.BASIC, now)
        at_once(event, now)
        return entry

    def leave(self, event: Event, user: User, now: datetime) -> None:
        """Let ``user`` wait at no level any more; groups under way go on.

        Who has not played yet is not entered any more. Raises ``Conflict`` ``not_waiting``.
        """
        entry = joining.entry_of(event, user)
        if entry is None or not rights.give_up(entry, now):
            raise Conflict("not_waiting")
        if not entry.places.exists():
            entry.delete()


LIFE = MiniCup()


def _played(event: Event, group: Group, now: datetime) -> bool:
    """Go on with a group; when it has ended, grant what it earned."""
    moved = round_robin.STAGE.step(event, group, now)
    if group.ended_at is not None:
        rounds.settle_rights(event, group, now)
    return moved
