"""A whole event to keep: as JSON and as text, both written while they are read.

Nothing secret is in it: no password, no address, no line of text between players.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from django.db.models import QuerySet
from rest_framework.renderers import JSONRenderer

from golem import registry
from tournaments import acts, reasons, selectors
from tournaments import represent_course as course
from tournaments.models import Event, Group, Place
from tournaments.reading import groups, meetings
from tournaments.represent import entry_view, event_brief
from tournaments.text_tables import lined_up

FORMAT: Final = "golem-event-1"
AT_ONCE: Final = 200
"""So many rows are in memory at a time."""

_COLUMNS = (
    *("rank", "shared", "counted", "played", "wins", "evens", "losses", "points"),
    *("goals_for", "goals_against", "values", "withdrawn_at"),
)


def document(event: Event, now: datetime) -> Iterator[bytes]:
    """Yield the event (of :func:`tournaments.selectors.events`) piece by piece, as one object."""
    head = {"format": FORMAT, "exported_at": now, "event": event_brief(event)}
    yield _json(head | {"document": event.rules})[:-1]
    for name, items in _sections(event):
        yield b",\n" + _json(name) + b":"
        yield from _list(items)
    yield b"}\n"


def _sections(event: Event) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    yield "entries", map(entry_view, _in_pieces(selectors.entries(event)))
    yield "groups", (course.group_brief(event, group) for group in groups.groups(event).iterator())
    yield "tables", map(_place, _in_pieces(_places(event)))
    rows = meetings.pairings(event).order_by("group__stage", "group__level", "group", "round", "pk")
    yield "pairings", map(course.pairing_view, _in_pieces(rows))
    yield "acts", map(course.act_view, acts.acts(event).iterator(AT_ONCE))
    yield "announcements", map(course.announcement_view, event.announcements.iterator(AT_ONCE))


def _in_pieces(rows: QuerySet[Any]) -> Iterator[Any]:
    return rows.iterator(chunk_size=AT_ONCE)


def _places(event: Event) -> QuerySet[Place]:
    rows = Place.objects.filter(group__event=event).select_related("group", "entry__user")
    return rows.order_by("group__stage", "group__level", "group__number", "group", "rank", "number")


def _place(place: Place) -> dict[str, Any]:
    columns = {name: getattr(place, name) for name in _COLUMNS}
    reason = place.decided and {key: place.decided[key] for key in ("code", "values")}
    head = {"group": place.group_id, "place": place.number}
    return head | course.side_view(place.entry) | columns | {"reason": reason}


def _list(items: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    before = b"["
    for item in items:
        yield before + _json(item)
        before = b",\n"
    yield b"[]" if before == b"[" else b"]"


def _json(value: Any) -> bytes:
    rendered: bytes = JSONRenderer().render(value)
    return rendered


# --- text ---


def text(event: Event, now: datetime) -> Iterator[str]:
    """Yield the event as lines: its facts, its tables, its results by round, its log."""
    yield from (f"{name}: {value}\n" for name, value in _facts(event, now))
    for group, places in groupby(_in_pieces(_places(event)), key=lambda place: place.group):
        yield f"\n{groups.group_title(event, group)}\n\n"
        yield lined_up(_rows(group, list(places)))
        yield from _results(event, group)
    yield "\nLog\n\n"
    for act in acts.acts(event).iterator(AT_ONCE):
        yield f"{act.at:%Y-%m-%d %H:%M} UTC  {acts.words(act)}\n"


def _facts(event: Event, now: datetime) -> list[tuple[str, object]]:
    ends = {"Started": event.started_at, "Ended": event.ended_at}
    return [
        ("Event", f"{event.name} ({event.pk})"),
        ("Kind", event.kind.replace("_", " ")),
        ("Game", registry.load(event.game).info.title),
        ("Status", event.status),
        *([("Organiser", event.organiser)] if event.organiser else []),
        ("Time control", event.rules["control"]),
        *((name, f"{at:%Y-%m-%d %H:%M} UTC") for name, at in ends.items() if at),
        ("Exported", f"{now:%Y-%m-%d %H:%M} UTC"),
    ]


def _rows(group: Group, places: list[Place]) -> list[list[str]]:
    names = {place.pk: str(place.entry) for place in places}
    head = ["", "Name", "P", "M", "W", "E", "L", "Goals", ""]
    ranked = sorted(places, key=lambda place: (place.rank is None, place.rank or 0, place.number))
    return [head, *(_row(group, place, names) for place in ranked)]


def _row(group: Group, place: Place, names: dict[int, str]) -> list[str]:
    rank = "-" if place.rank is None else f"{place.rank}{'=' if place.shared else ''}"
    if group.kind == Group.Kind.LADDER:
        rank = str(place.number)
    sums = (place.points, place.played, place.wins, place.evens, place.losses)
    goals = f"{place.goals_for}:{place.goals_against}"
    why = reasons.separated(place.decided, names)
    if place.withdrawn_at is not None:
        why = " ".join(filter(None, [why, reasons.left(False, place.counted, "")]))
    return [rank, names[place.pk], *map(str, sums), goals, why]


def _results(event: Event, group: Group) -> Iterator[str]:
    rows = meetings.pairings(event).filter(group=group).order_by("round", "number")
    for number, found in groupby(_in_pieces(rows), key=lambda row: row.round):
        yield f"\nRound {number}\n\n"
        yield lined_up([_met(meetings.meeting(event, pairing)) for pairing in found])


def _met(one: meetings.Meeting) -> list[str]:
    if one.second is None:
        return [str(one.first.entry), "", "", one.reason]
    boards = ", ".join(filter(None, (row.score or row.how or "open" for row in one.boards)))
    return [str(one.first.entry), str(one.second.entry), boards, one.reason]
