"""Team cups in tests."""

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from tests.matches.conftest import person
from tests.matches.hours import NOON, at
from tests.tournaments.events.playing import document, players
from tournaments.advance import advance
from tournaments.models import Board, Entry, Event, Member

GROUPS = {"kind": "round_robin", "legs": 1, "groups": 1, "pace": "by_round"}
FINAL = {"kind": "knock_out", "matches": 1}
TWO = {"players": 2, "substitutes": 1}


def team(event: Event, number: int, size: int, boards: int) -> list[User]:
    """Enter the team T1 (T2, ...) of people called T1a, T1b and so on; the first is captain."""
    users = [person(f"T{number}{letter}") for letter in "abcdef"[:size]]
    entry = Entry.objects.create(event=event, number=number, team=f"T{number}", entered_at=NOON)
    Member.objects.bulk_create(
        Member(
            event=event,
            entry=entry,
            user=user,
            board=at_board if at_board <= boards else None,
            is_captain=at_board == 1,
            agreed=True,
        )
        for at_board, user in enumerate(users, start=1)
    )
    return users


def open_cup(
    count: int, *stages: dict[str, Any], size: int = 3, teams: dict[str, int] = TWO
) -> Event:
    """Return a team cup that starts at noon, with so many teams of so many players."""
    fields = {"kind": "team_cup", "teams": teams, "rated": False}
    event = Event.objects.create(
        kind=Event.Kind.TEAM_CUP,
        game="streetsoccer",
        name="Team Cup",
        document=document(*stages, **fields),
        created_at=NOON,
        starts_at=NOON,
        due_at=NOON,
    )
    for number in range(1, count + 1):
        team(event, number, size, teams["players"])
    return event


def begun_cup(count: int, *stages: dict[str, Any], **fields: Any) -> Event:
    """Return a team cup that has started."""
    return advance(open_cup(count, *stages, **fields).pk, at(NOON))


def entry(event: Event, number: int) -> Entry:
    return event.entries.get(number=number)


def worse_team(board: Board) -> User:
    """Say that the player of the worse seeded team gives up."""
    first, second = players(board)
    assert first.seed
    assert second.seed
    loser_is_first = first.seed > second.seed
    assert board.match
    for seat in board.match.seats.select_related("user"):
        if (seat.name == board.first_seat) == loser_is_first:
            return seat.user
    raise AssertionError


def lineup(event: Event, number: int) -> list[str | None]:
    """Return the names on the boards of a team."""
    rows = Member.objects.filter(event=event, entry__number=number, board__isnull=False)
    on = {row.board: row.user.username for row in rows.select_related("user")}
    return [on.get(board) for board in range(1, event.rules["teams"]["players"] + 1)]


def keys(event: Event, names: Sequence[str | None]) -> list[int | None]:
    """Return members by name."""
    members = Member.objects.filter(event=event).select_related("user")
    by_name = {row.user.username: row.pk for row in members}
    return [by_name[name] if name else None for name in names]
