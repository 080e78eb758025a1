"""What the page of an event shows of its course: a group whole, what runs, what comes, the log."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from golem.matches.faces import Faces
from golem.matches.represent import Reader
from golem.matches.rows import match_row
from tournaments import acts, coming_words
from tournaments.models import Event, EventAct, Group, Place
from tournaments.reading import groups, meetings, running
from tournaments.reading.coming import coming
from tournaments.reading.possible import WITHOUT
from tournaments.reading.table import Table, table_of

MATCHES_SHOWN = 10
ACTS_SHOWN = 8
GROUPS_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Part:
    """A group as it is shown whole. Of a bracket there are all ``rounds``, the last first; of
    other groups the meetings of one round, ``number``, of ``last``."""

    group: Group
    title: str
    table: Table
    cross: list[meetings.Line]
    rounds: list[tuple[int, list[meetings.Meeting]]]
    number: int
    last: int

    @property
    def may_assume(self) -> bool:
        """Whether anybody may assume results: there is a table, and something is open."""
        return self.table.by_points and bool(self.table.sheet.unfinished)

    @property
    def numbers(self) -> range:
        """The rounds that there are to choose from."""
        return range(1, self.last + 1)


def part_of(event: Event, group: Group, reader: Reader, number: int | None = None) -> Part:
    """Return all of a group, with the meetings of round ``number``, else of the present one; a
    fixed number of queries for each kind of group."""
    table = table_of(event, group, reader)
    robin, bracket = group.kind == Group.Kind.ROUND_ROBIN, group.kind == Group.Kind.KNOCK_OUT
    last = meetings.rounds_of(group)
    present = min(number or (1 if robin else group.round) or 1, max(1, last))
    if bracket:
        rounds = meetings.all_rounds(event, group)
    else:
        rounds = [(present, meetings.round_of(event, group, present))]
    rows = (*table.rows, *table.below)
    return Part(
        group=group,
        title=groups.group_title(event, group),
        table=table,
        cross=meetings.cross_table(event, group, rows) if robin else [],
        rounds=rounds,
        number=present,
        last=0 if bracket else last,
    )


def context_of(event: Event, reader: Reader, now: datetime, held: bool) -> dict[str, Any]:
    """Return what the event's page shows of its course; ``held``: the page has a part of its own
    for the kind of event, so that no group is shown whole but the reader's own."""
    if event.status == Event.Status.ENTRY:
        return {}
    known = {"log": log_rows(event, ACTS_SHOWN)}
    if event.started_at is None or event.kind == Event.Kind.LADDER:
        return known
    own = [place for place in groups.own_places(event, reader) if _has_a_table(place.group)]
    shown = _shown(event, own, held)
    rows = running.running(event, reader)
    matches = running.settled(rows, 0, MATCHES_SHOWN, now)
    faces = Faces(matches, reader, now)
    return known | {
        "coming": [(coming_words.words(one), one.at) for one in coming(event)],
        "shown": part_of(event, shown, reader) if shown else None,
        "groups": index_rows(event, list(groups.groups(event)[:GROUPS_SHOWN])),
        "own_groups": {place.group_id for place in own},
        "running": [match_row(match, reader, faces) for match in matches],
        "running_count": rows.count(),
        "clocks_notice": faces.notice,
    }


def _has_a_table(group: Group) -> bool:
    return group.kind != Group.Kind.LADDER


def _shown(event: Event, own: list[Place], held: bool) -> Group | None:
    """Return the group to be shown whole: the reader's last one, else the last stage's first."""
    found = groups.groups(event)
    if own:
        return found.filter(pk=own[0].group_id).first()
    return None if held else found.order_by("-stage", "level", "number").first()


def index_rows(event: Event, found: list[Group]) -> list[dict[str, Any]]:
    """Return groups as rows of an index, with who leads each (one query)."""
    places = Place.objects.filter(group__in=found, rank=1).exclude(group__kind=Group.Kind.LADDER)
    leaders: dict[int, list[str]] = {}
    for place in places.select_related("entry__user").order_by("number"):
        leaders.setdefault(place.group_id, []).append(str(place.entry))
    return [
        {
            "group": group,
            "title": groups.group_title(event, group),
            "leaders": ", ".join(leaders.get(group.pk, [])) if _decisive(group) else "",
        }
        for group in found
        if group.kind != Group.Kind.LADDER
    ]


def _decisive(group: Group) -> bool:
    """Tell whether who is first in a group means something: not before a bracket's end."""
    return group.ended_at is not None or group.kind not in WITHOUT


def log_rows(event: Event, number: int, first: int = 0) -> list[tuple[EventAct, str]]:
    """Return acts with their words, the last first (one query)."""
    return [(act, acts.words(act)) for act in acts.acts(event)[first : first + number]]
