"""Making groups and pairings: rows only, no match yet. Called under the event's lock."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from tournaments.models import Board, Entry, Event, Group, Pairing, Place


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who is to meet whom in ``round``: ``second`` is nobody for a bye.

    ``seats``: for each board in order, the seat of the game at which ``first`` sits there.
    ``number`` within the round; 0 is the next one.
    """

    round: int
    first: Place
    second: Place | None
    seats: tuple[str, ...]
    number: int = 0


def make_group(
    event: Event,
    kind: Group.Kind,
    entries: Sequence[Entry],
    now: datetime,
    *,
    stage: int = 1,
    level: int = 1,
    number: int = 1,
    rules: Mapping[str, Any] | None = None,
) -> Group:
    """Return a new group; ``entries`` get the places 1, 2, ... in the order given."""
    group = Group.objects.create(
        event=event,
        kind=kind,
        stage=stage,
        level=level,
        number=number,
        rules=dict(rules or {}),
        created_at=now,
    )
    seats = [Place(group=group, entry=one, number=at) for at, one in enumerate(entries, start=1)]
    Place.objects.bulk_create(seats, batch_size=1000)
    return group


def places_of(group: Group) -> list[Place]:
    """Return the places of the group by number, entries and users at hand (one query)."""
    return list(group.places.select_related("entry__user").order_by("number"))


def pair(group: Group, meetings: Sequence[Meeting], now: datetime) -> list[Pairing]:
    """Return new pairings, numbered within each round, with their boards (four queries).

    A bye has one board without a match, which has its result at once: its points are the
    affair of the tables.
    """
    last: dict[int, int] = {}
    rows = []
    for meeting in meetings:
        last[meeting.round] = meeting.number or last.get(meeting.round, 0) + 1
        rows.append(_pairing(group, meeting, last[meeting.round], now))
    made = Pairing.objects.bulk_create(rows, batch_size=1000)
    boards = zip(made, meetings, strict=True)
    Board.objects.bulk_create(
        [board for pairing, meeting in boards for board in _boards(pairing, meeting.seats, now)],
        batch_size=1000,
    )
    count(group)
    return made


def _pairing(group: Group, meeting: Meeting, number: int, now: datetime) -> Pairing:
    return Pairing(
        group=group,
        round=meeting.round,
        number=number,
        first=meeting.first,
        second=meeting.second,
        created_at=now,
        decided_at=now if meeting.second is None else None,
        winner=meeting.first if meeting.second is None else None,
        reason="bye" if meeting.second is None else "",
    )


def _boards(pairing: Pairing, seats: Iterable[str], now: datetime) -> Iterable[Board]:
    if pairing.second_id is None:
        yield Board(pairing=pairing, result=Board.Result.BYE, ended_at=now)
        return
    for number, seat in enumerate(seats, start=1):
        yield Board(pairing=pairing, number=number, first_seat=seat)


def add_boards(pairing: Pairing, seats: Sequence[str]) -> list[Board]:
    """Return further boards of an undecided pairing, after those it has (two queries)."""
    last = pairing.boards.order_by("-number").values_list("number", flat=True).first() or 0
    made = Board.objects.bulk_create(
        Board(pairing=pairing, number=number, first_seat=seat)
        for number, seat in enumerate(seats, start=last + 1)
    )
    count(pairing.group)
    return made


def count(group: Group) -> None:
    """Make the counts of the group's open boards anew, those of rounds to come left out (two
    queries)."""
    set_counts(group)
    group.save(update_fields=["open", "to_start"])


def set_counts(group: Group) -> None:
    """Set the counts of ``group``, saving nothing (one query)."""
    boards = Board.objects.filter(pairing__group=group, pairing__round__lte=group.round, result="")
    found = boards.aggregate(open=Count("pk"), to_start=Count("pk", filter=Q(match=None)))
    group.open, group.to_start = found["open"], found["to_start"]
