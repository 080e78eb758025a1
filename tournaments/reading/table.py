"""The table of a group, ready to be shown: names, values, and what decided each place."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from accounts.models import Strength, User
from accounts.strengths import strengths_of
from tournaments import reasons
from tournaments.groups import places_of
from tournaments.models import Entry, Event, EventAct, Group, Place
from tournaments.reading import values
from tournaments.reading.possible import WITHOUT, possible
from tournaments.sheet import Sheet, read
from tournaments.standings.possible import Places

IN_COLUMNS_OF_THEIR_OWN = frozenset({"points", "wins", "goals"})
"""Metrics that every table shows anyhow."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table. ``cells`` are the values of the table's ``metrics``, in words; ``reason``
    is what separated it from the row above; ``note`` is what is said of who left.

    ``possible`` is nothing where the place is final or unknown; ``before`` is the rank that it has
    now, in a table with assumed results.
    """

    place: Place
    name: str
    cells: tuple[str, ...]
    reason: str
    note: str
    possible: Places | None
    strength: Strength | None
    mine: bool
    before: int | None = None

    @property
    def user(self) -> User | None:
        """The player, if it is not a team."""
        return self.place.entry.user


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` in order; ``below`` are those whose results left the table.

    ``by_points``: whether the ranks come from points and metrics, and not from a bracket or from
    rungs. ``goals``: whether the game has them; of team matches they are board points.
    """

    group: Group
    metrics: tuple[str, ...]
    goals: bool
    by_points: bool
    rows: tuple[Row, ...]
    below: tuple[Row, ...]
    sheet: Sheet

    @property
    def exact(self) -> bool:
        """Whether all possible places can really be reached."""
        return all(row.possible.exact for row in self.rows if row.possible is not None)

    @property
    def has_possible(self) -> bool:
        """Whether possible places are known."""
        return any(row.possible is not None for row in self.rows)


def table_of(event: Event, group: Group, reader: User | None) -> Table:
    """Return the stored table of a group (five queries at most)."""
    places = places_of(group)
    sheet = read(event, group, places)
    return made(event, group, places, sheet, reader)


def made(
    event: Event, group: Group, places: Sequence[Place], sheet: Sheet, reader: User | None
) -> Table:
    """Return the table of places with their columns filled in (two queries, three if somebody
    left)."""
    found = possible(group, places, sheet)
    metrics = tuple(one for one in sheet.rules.applied if one not in IN_COLUMNS_OF_THEIR_OWN)
    by_points = group.kind not in WITHOUT
    people = _Names(event, places, reader)
    order = sorted(places, key=_standing)
    shown = metrics if by_points else ()
    rows = [
        people.row(place, shown, found.get(place.pk), _in_bracket(group, place, sheet))
        for place in order
    ]
    return Table(
        group=group,
        metrics=shown,
        goals=sheet.rules.goals,
        by_points=by_points,
        rows=tuple(row for row in rows if row.place.counted),
        below=tuple(row for row in rows if not row.place.counted),
        sheet=sheet,
    )


def _standing(place: Place) -> tuple[int, int]:
    return (place.rank if place.rank is not None else 1_000_000, place.number)


class _Names:
    """What is known of those in a group besides their places (two or three queries)."""

    def __init__(self, event: Event, places: Sequence[Place], reader: User | None) -> None:
        self.names = {place.pk: str(place.entry) for place in places}
        users = [place.entry.user_id for place in places if place.entry.user_id is not None]
        known = strengths_of(users, event.game)
        self.strengths = {user: rows[0] for user, rows in known.items() if rows}
        self.acts = _leaving(event, [place for place in places if place.withdrawn_at is not None])
        self.mine = _mine(event, reader)

    def row(
        self, place: Place, metrics: Sequence[str], possible: Places | None, reason: str
    ) -> Row:
        """Return the row of a place; ``reason`` if its rank comes from no table."""
        return Row(
            place=place,
            name=self.names[place.pk],
            cells=tuple(_cell(metric, place.values.get(metric)) for metric in metrics),
            reason=reason or reasons.separated(place.decided, self.names),
            note=self._note(place),
            possible=possible,
            strength=self.strengths.get(place.entry.user_id or 0),
            mine=place.entry_id in self.mine,
        )

    def _note(self, place: Place) -> str:
        if place.withdrawn_at is None:
            return ""
        act = self.acts.get(place.entry_id)
        removed = place.entry.status == Entry.Status.REMOVED
        return reasons.left(removed, place.counted, act.reason if act else "")


def _in_bracket(group: Group, place: Place, sheet: Sheet) -> str:
    """Return how far a place came in a knock-out; nothing elsewhere."""
    if sheet.knocked_out is None:
        return ""
    return reasons.reached(sheet.knocked_out.get(place.pk), over=group.ended_at is not None)


def _cell(metric: str, value: str | None) -> str:
    return values.signed(value) if metric == "goal_difference" else values.shown(value)


def _leaving(event: Event, gone: Sequence[Place]) -> Mapping[int, EventAct]:
    if not gone:
        return {}
    kinds = (EventAct.Kind.WITHDREW, EventAct.Kind.REMOVED)
    entries = [place.entry_id for place in gone]
    acts = EventAct.objects.filter(event=event, kind__in=kinds, entry__in=entries)
    return {act.entry_id: act for act in acts.order_by("at") if act.entry_id is not None}


def _mine(event: Event, reader: User | None) -> Collection[int]:
    """Return the entries of the reader, or of their team (one query)."""
    if reader is None:
        return ()
    if event.kind == Event.Kind.TEAM_CUP:
        teams = event.members.filter(user=reader, agreed=True)
        return set(teams.values_list("entry", flat=True))
    return set(event.entries.filter(user=reader).values_list("pk", flat=True))
