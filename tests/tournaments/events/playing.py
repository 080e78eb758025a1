"""Events in tests: people, an event with them in it, and matches that end as one wishes."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from golem.matches import sweep
from golem.matches.models import Heartbeat, Match
from golem.matches.services import resign
from tests.matches.conftest import person
from tests.matches.hours import NOON, at
from tournaments.advance import advance
from tournaments.models import Board, Entry, Event, Place

Loser = Callable[[Board], User]
"""Says who of the two on a board gives up."""


def people(number: int) -> list[User]:
    """Return new accounts, called P1, P2 and so on."""
    return [person(f"P{at:02}") for at in range(1, number + 1)]


def document(*stages: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a full document of a tournament for as many as enter."""
    return {
        "version": 1,
        "kind": "tournament",
        "name": "Autumn Cup",
        "description": "",
        "game": "streetsoccer",
        "options": {},
        "control": "littlegolem",
        "vacation": True,
        "rated": True,
        "bots": False,
        "entry": {"least": 2, "most": None, "waiting_list": True},
        "start": {"when": "date", "at": None},
        "scoring": "graded",
        "tie_breaks": ["points", "sonneborn_berger", "head_to_head"],
        "stages": list(stages),
        **fields,
    }


ROUND_ROBIN = {"kind": "round_robin", "legs": 1, "groups": 1}
DOUBLE = {"kind": "round_robin", "legs": 2, "groups": 1}
KNOCK_OUT = {"kind": "knock_out", "matches": 2}


def open_event(users: Sequence[User], *stages: dict[str, Any], **fields: Any) -> Event:
    """Return an event that takes entries and starts at noon; the users are entered, in order."""
    event = Event.objects.create(
        kind=fields.get("kind", Event.Kind.TOURNAMENT),
        game="streetsoccer",
        name="Autumn Cup",
        document=document(*stages, **fields),
        created_at=NOON,
        starts_at=NOON,
        due_at=NOON,
    )
    Entry.objects.bulk_create(
        Entry(event=event, number=number, user=user, entered_at=NOON)
        for number, user in enumerate(users, start=1)
    )
    return event


def begun(users: Sequence[User], *stages: dict[str, Any], **fields: Any) -> Event:
    """Return a running event: its first matches have started at noon."""
    event = open_event(users, *stages, **fields)
    return advance(event.pk, at(NOON))


def hour(hours: float) -> datetime:
    """Return so many hours after noon, after a healthy time."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": NOON + timedelta(hours=hours)})
    return NOON + timedelta(hours=hours)


def running(event: Event) -> list[Board]:
    """Return the boards of the event whose match runs, in order."""
    boards = Board.objects.filter(pairing__group__event=event, match__status=Match.Status.RUNNING)
    sides = boards.select_related(
        "match", "pairing__first__entry__user", "pairing__second__entry__user"
    )
    return list(sides.order_by("pairing__round", "pairing__number", "number"))


def worse_seed(board: Board) -> User:
    """Say that the worse seed of the two gives up."""
    first, second = players(board)
    assert first.seed
    assert second.seed
    loser = first if first.seed > second.seed else second
    assert loser.user
    return loser.user


def players(board: Board) -> tuple[Entry, Entry]:
    """Return the entries of both sides."""
    assert board.pairing.second
    return board.pairing.first.entry, board.pairing.second.entry


def finish_all(event: Event, when: datetime, loser: Loser = worse_seed) -> Event:
    """Let all running matches end at ``when`` by resignation; return the event thereafter."""
    for board in running(event):
        assert board.match
        resign(board.match.pk, loser(board), clock=at(when))
    return advance(event.pk, at(when))


def table(event: Event, **group: int) -> list[tuple[str, int | None, int]]:
    """Return name, rank and points of the places of a group, the best first."""
    places = Place.objects.filter(
        group__event=event, **{f"group__{key}": value for key, value in group.items()}
    )
    rows = places.select_related("entry__user").order_by("rank", "number")
    return [(str(row.entry), row.rank, row.points) for row in rows]


def let_time_pass(event: Event, until: int, step: int = 24) -> Event:
    """Let hours pass, up to ``until``, with a sweep and a task of events every ``step`` hours."""
    for hours in range(step, until + 1, step):
        now = hour(hours)
        sweep.run(at(now))
        event = advance(event.pk, at(now))
        if event.is_over:
            break
    return event
