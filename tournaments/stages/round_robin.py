"""The round robin: everybody meets everybody of the group, at once or by rounds."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from tournaments.groups import Meeting, count, make_group, pair, places_of
from tournaments.models import Entry, Event, Group
from tournaments.pairing import groups, round_robin
from tournaments.sides import sides
from tournaments.stages import common

BY_ROUND: Final = "by_round"


class RoundRobin:
    """One stage of one or more groups."""

    def begin(
        self,
        event: Event,
        number: int,
        rules: dict[str, Any],
        entries: Sequence[Entry],
        now: datetime,
    ) -> list[Group]:
        """Make the groups, snake-wise by seed, and all their pairings."""
        by_key = {entry.pk: entry for entry in entries}
        shares = groups.snake(list(by_key), _groups(rules, len(entries)))
        return [
            make(event, [by_key[one] for one in share], rules, now, stage=number, number=at)
            for at, share in enumerate(shares, start=1)
        ]

    def step(self, event: Event, group: Group, now: datetime) -> bool:
        """Start the matches, all in one go or round by round; end the group when all have ended."""
        if common.started(event, group, now):
            return True
        if group.open:
            return False
        if group.round < _last_round(group):
            _let_start(group, group.round + 1)
        else:
            common.end(event, group, now)
        return True


STAGE = RoundRobin()


def make(
    event: Event,
    entries: Sequence[Entry],
    rules: dict[str, Any],
    now: datetime,
    *,
    stage: int = 1,
    level: int = 1,
    number: int = 1,
) -> Group:
    """Return a new group whose pairings are all made; no match has started yet.

    ``rules["legs"]``: 1, or 2 for each pair once on each side; ``rules["pace"]``: ``by_round`` if
    a round is to start when the one before has ended, and not all at once.
    """
    group = make_group(
        event,
        Group.Kind.ROUND_ROBIN,
        entries,
        now,
        stage=stage,
        level=level,
        number=number,
        rules=rules,
    )
    pair_all(event, group, now)
    return group


def pair_all(event: Event, group: Group, now: datetime) -> None:
    """Make all pairings of a group that has its places and its rules, as :func:`make` does."""
    made = pair(group, _meetings(event, group, group.rules["legs"]), now)
    _let_start(group, 1 if group.rules.get("pace") == BY_ROUND else made[-1].round)


def _let_start(group: Group, last: int) -> None:
    """Let the matches of the rounds up to ``last`` start."""
    group.round = last
    group.save(update_fields=["round"])
    count(group)


def _last_round(group: Group) -> int:
    return group.pairings.order_by("-round").values_list("round", flat=True).first() or 0


def _meetings(event: Event, group: Group, legs: int) -> list[Meeting]:
    seats = sides(event, Group.Kind.ROUND_ROBIN)
    places = places_of(group)
    by_key = {place.pk: place for place in places}
    return [
        Meeting(meeting.round, by_key[meeting.first], by_key[meeting.second or 0], seats)
        for meeting in round_robin.round_robin([place.pk for place in places], double=legs == 2)
    ]


def _groups(rules: dict[str, Any], entries: int) -> int:
    """Return how many groups there are: as many as the rules say, or as keep to the group size;
    fewer if so many have left that somebody would be alone in one."""
    wanted = int(rules.get("groups") or 1)
    if rules.get("group_size"):
        wanted = groups.count_of(entries, int(rules["group_size"]))
    return max(1, min(wanted, entries // 2))
