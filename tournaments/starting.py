"""Starting the matches of boards: all that are asked for, or none. Under the event's lock."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from golem import registry
from golem.matches.starting import Agreement, start_matches
from golem.play.controls import PRESETS, TimeControl, without_vacation
from golem.play.endings import BOTH_WITHDREW, WITHDRAWAL
from tournaments.models import Board, Entry, Event, Group, Member, Place
from tournaments.results import sum_up
from tournaments.scoring import DOUBLE_FORFEIT, FORFEIT, points, table_of

STARTED_AT_ONCE = 400
"""Matches in one transaction; a round robin of 20 with both sides has 380."""


Settled = tuple[str, str, int | None]
"""How a board without a match ended: its result, the outcome word, and which side won, if any."""


def unstarted(group: Group) -> list[Board]:
    """Return the boards of ``group`` whose round has come and that wait for their match, the first
    pairing first."""
    boards = Board.objects.filter(pairing__group=group, match=None, result="")
    due = boards.filter(pairing__round__lte=group.round)
    rows = due.select_related("pairing__first__entry__user", "pairing__second__entry__user")
    return list(rows.order_by("pairing__round", "pairing__number", "number")[:STARTED_AT_ONCE])


def start(event: Event, group: Group, now: datetime) -> list[int] | None:
    """Start the matches that ``group`` waits for, up to the most at once; return their numbers,
    ``None`` if it waited for none.

    A board of which one side has withdrawn is lost without a match; if both, by both. So is, as a
    forfeit, the board of a team that has nobody to play on it.
    """
    boards = unstarted(group)
    if not boards:
        return None
    forfeited = [board for board in boards if _gone(board)]
    forfeit(event, forfeited, now)
    rest = [board for board in boards if not _gone(board)]
    members = _members(event, rest)
    playing = [board for board in rest if all(_there(board, members))]
    _unmanned(event, [board for board in rest if board not in playing], members, now)
    agreements = [_agreement(event, board, members) for board in playing]
    for board, match in zip(playing, start_matches(agreements, lambda: now), strict=True):
        board.match = match
    Board.objects.bulk_update(playing, ["match"], batch_size=500)
    return [board.match_id for board in playing if board.match_id is not None]


def _sides(board: Board) -> tuple[Place, Place]:
    second = board.pairing.second
    assert second is not None, "a bye has its result"
    return board.pairing.first, second


def _gone(board: Board) -> bool:
    return any(place.withdrawn_at is not None for place in _sides(board))


def _there(board: Board, members: dict[tuple[int, int], User]) -> list[bool]:
    """Tell for both sides whether they have somebody who plays on this board."""
    entries = [place.entry for place in _sides(board)]
    return [one.user_id is not None or (one.pk, board.number) in members for one in entries]


def _unmanned(
    event: Event,
    boards: Sequence[Board],
    members: dict[tuple[int, int], User],
    now: datetime,
) -> None:
    """Give boards on which a team has nobody their result."""

    def result(board: Board) -> Settled:
        there = _there(board, members)
        how, winner = (FORFEIT, there.index(True)) if any(there) else (DOUBLE_FORFEIT, None)
        return how, how, winner

    _settle(event, boards, now, result)


def forfeit(event: Event, boards: Sequence[Board], now: datetime) -> None:
    """Give boards without a match, of which a side has left, their result: the side that is still
    there wins, if one is."""

    def result(board: Board) -> Settled:
        there = [place.withdrawn_at is None for place in _sides(board)]
        how, winner = (WITHDRAWAL, there.index(True)) if any(there) else (BOTH_WITHDREW, None)
        return Board.Result.WITHDRAWAL, how, winner

    _settle(event, boards, now, result)


def _settle(
    event: Event, boards: Sequence[Board], now: datetime, result: Callable[[Board], Settled]
) -> None:
    """Store the results of boards without a match (a query, and those of the sums; none if there
    are no boards)."""
    if not boards:
        return
    table = table_of(event.document["scoring"])
    for board in boards:
        board.result, how, winner = result(board)
        board.first_points, board.second_points = points(table, how, winner)
        board.ended_at = now
    columns = ["result", "first_points", "second_points", "ended_at"]
    Board.objects.bulk_update(boards, columns, batch_size=500)
    sum_up({board.pairing_id for board in boards})


def control_of(document: dict[str, Any]) -> TimeControl:
    """Return the time control of an event: a preset, without vacation if the event forbids it."""
    preset = PRESETS[document["control"]]
    return preset if document["vacation"] else without_vacation(preset)


def _agreement(event: Event, board: Board, members: dict[tuple[int, int], User]) -> Agreement:
    first, second = (_player(place.entry, board, members) for place in _sides(board))
    seats = registry.load(event.game).info.seats
    other = next(seat for seat in seats if seat != board.first_seat)
    document = event.document
    return Agreement(
        game=event.game,
        users={board.first_seat: first, other: second},
        control=control_of(document),
        options=document["options"],
        rated=document["rated"] and not event.bots,
    )


def _player(entry: Entry, board: Board, members: dict[tuple[int, int], User]) -> User:
    return entry.user or members[entry.pk, board.number]


def _members(event: Event, boards: Sequence[Board]) -> dict[tuple[int, int], User]:
    """Return who plays for which team on which board; of persons there are none (one query)."""
    entries = {place.entry for board in boards for place in _sides(board)}
    teams = [entry.pk for entry in entries if entry.user_id is None]
    if not teams:
        return {}
    rows = Member.objects.filter(event=event, entry__in=teams, agreed=True, board__isnull=False)
    return {(row.entry_id, row.board or 0): row.user for row in rows.select_related("user")}
