"""How a stage of an event is played: round robin, Swiss, knock-out."""

from collections.abc import Sequence
from datetime import datetime
from importlib import import_module
from typing import Any, Protocol

from tournaments.models import Entry, Event, Group

_MODULES = {
    Group.Kind.ROUND_ROBIN: "tournaments.stages.round_robin",
    Group.Kind.SWISS: "tournaments.stages.swiss",
    Group.Kind.KNOCK_OUT: "tournaments.stages.knock_out",
}


class Stage(Protocol):
    """What a kind of stage answers. Everything is called under the event's lock."""

    def begin(
        self,
        event: Event,
        number: int,
        rules: dict[str, Any],
        entries: Sequence[Entry],
        now: datetime,
    ) -> list[Group]:
        """Make the groups of stage ``number`` for ``entries``, the best seed first."""

    def step(self, event: Event, group: Group, now: datetime) -> bool:
        """Do the next thing in a group that has not ended: pair, start matches, decide, end.

        Return whether there was one. A group that ends has ``ended_at`` set and its table is final.
        """


def stage_of(kind: str) -> Stage:
    """Return how a stage, or a group, of this kind is played."""
    stage: Stage = import_module(_MODULES[Group.Kind(kind)]).STAGE
    return stage
