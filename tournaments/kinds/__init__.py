"""The kinds of events, each with a module that says how one lives."""

from datetime import datetime
from importlib import import_module
from typing import Protocol, runtime_checkable

from tournaments.models import Entry, Event, Group

_MODULES = {
    Event.Kind.TOURNAMENT: "tournaments.kinds.tournament",
    Event.Kind.CHAMPIONSHIP: "tournaments.kinds.championship",
    Event.Kind.MINI_CUP: "tournaments.kinds.mini_cup",
    Event.Kind.LADDER: "tournaments.kinds.ladder",
    Event.Kind.TEAM_CUP: "tournaments.kinds.team_cup",
}


class Life(Protocol):
    """What a kind of event answers."""

    def step(self, event: Event, now: datetime) -> bool:
        """Do the next thing that results and time bring about, and tell whether there was one.

        Called inside a transaction that holds the event's lock, with everything that its matches
        brought already in boards and tables. It does one thing of bounded size (starts the
        matches of one group, pairs one round, ends a stage), so that the transaction is short, and
        is called again until it returns false. Before it does it sets and saves ``event.due_at``:
        the next instant at which time alone brings something about. Doing it again must do nothing.
        """

    def left(self, event: Event, entry: Entry, now: datetime) -> None:
        """Do what else belongs to leaving a running event, besides the matches and the places.

        Called under the event's lock, in the transaction in which ``entry`` leaves.
        """


@runtime_checkable
class Hears(Protocol):
    """What a kind of event answers if more than a table follows from results; asked by presence."""

    def heard(self, event: Event, group: Group, now: datetime) -> None:
        """Let what was made of the group's results follow them: some are new, or were taken back.

        Called under the event's lock, when boards and table are up to date.
        """


def life_of(event: Event) -> Life:
    """Return how an event of this kind lives."""
    life: Life = import_module(_MODULES[Event.Kind(event.kind)]).LIFE
    return life
