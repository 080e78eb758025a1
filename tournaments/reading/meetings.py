"""Who met whom, on which boards, with which result: cross tables, rounds and ties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Prefetch, Q, QuerySet

from golem.matches.models import Match
from tournaments import reasons
from tournaments.models import Board, Event, Group, Pairing, Place
from tournaments.reading.table import Row

SETTLED = (Board.Result.FORFEIT, Board.Result.DOUBLE_FORFEIT, Board.Result.WITHDRAWAL)
SIDES = ("first__entry__user", "second__entry__user", "winner__entry__user")


def pairings(event: Event) -> QuerySet[Pairing]:
    """Return the pairings of an event with sides, boards, matches and their players at hand (four
    more queries)."""
    boards = Board.objects.select_related("match").prefetch_related("match__seats__user")
    rows = Pairing.objects.filter(group__event=event).select_related("group", *SIDES)
    return rows.prefetch_related(Prefetch("boards", boards.order_by("number")))


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board of a meeting. ``score`` is in points, the first side first; ``goals`` likewise.

    ``state``: ``to_start``, ``running``, ``annulled``, ``bye``, or ``over``; ``how`` tells in words
    what was not played to its end. ``players`` are the two, in a match of teams.
    """

    board: Board
    state: str
    score: str
    goals: str
    how: str
    players: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing as it is shown. ``score`` sums its boards up, if it has several; ``reason`` says
    why it has its winner."""

    pairing: Pairing
    first: Place
    second: Place | None
    score: str
    reason: str
    boards: tuple[BoardRow, ...]

    @property
    def won_by(self) -> int | None:
        """The key of the place that won."""
        return self.pairing.winner_id


def meeting(event: Event, pairing: Pairing) -> Meeting:
    """Return a pairing of :func:`pairings` as it is shown (no query)."""
    boards = tuple(board_row(event, board) for board in pairing.boards.all())
    several = len(boards) > 1 and any(row.state == "over" for row in boards)
    return Meeting(
        pairing=pairing,
        first=pairing.first,
        second=pairing.second,
        score=f"{pairing.first_points} : {pairing.second_points}" if several else "",
        reason=reasons.tie(pairing.reason) if pairing.decided_at else "",
        boards=boards,
    )


def board_row(event: Event, board: Board) -> BoardRow:
    """Return a board, match and its players at hand, as it is shown (no query)."""
    over = board.result not in ("", Board.Result.ANNULLED, Board.Result.BYE)
    goals = board.first_goals is not None
    odd = board.result if board.result != Board.Result.PLAYED else ""
    return BoardRow(
        board=board,
        state=_state(board),
        score=f"{board.first_points} : {board.second_points}" if over else "",
        goals=f"{board.first_goals} : {board.second_goals}" if goals else "",
        how=reasons.result(odd),
        players=_players(board) if event.kind == Event.Kind.TEAM_CUP else None,
    )


def _state(board: Board) -> str:
    if board.result in (Board.Result.ANNULLED, Board.Result.BYE):
        return board.result
    if board.result:
        return "over"
    return "running" if board.match_id is not None else "to_start"


def _players(board: Board) -> tuple[str, str] | None:
    match: Match | None = board.match
    if match is None:
        return None
    seats = sorted(match.seats.all(), key=lambda seat: seat.name != board.first_seat)
    return seats[0].user.username, seats[1].user.username


# --- rounds ---


def rounds_of(group: Group) -> int:
    """Return the number of the last round that has pairings (one query)."""
    last: int | None = group.pairings.aggregate(last=Max("round"))["last"]
    return last or 0


def round_of(event: Event, group: Group, number: int) -> list[Meeting]:
    """Return the meetings of a round in order (four queries)."""
    rows = pairings(event).filter(group=group, round=number).order_by("number")
    return [meeting(event, row) for row in rows]


def all_rounds(event: Event, group: Group) -> list[tuple[int, list[Meeting]]]:
    """Return all rounds with their meetings, the last first: for a bracket (four queries)."""
    found: dict[int, list[Meeting]] = {}
    for row in pairings(event).filter(group=group).order_by("-round", "number"):
        found.setdefault(row.round, []).append(meeting(event, row))
    return list(found.items())


# --- the cross table ---


@dataclass(frozen=True, slots=True)
class Cell:
    """One match in a cross table, as the row's player sees it: ``text`` is "5 : 0", or empty while
    the match is open; ``match`` may be nothing if it never began."""

    text: str
    match: int | None
    state: str
    how: str


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a cross table: the row of the table, and cells by opponent, in the rows' order;
    nothing against oneself."""

    row: Row
    cells: tuple[tuple[Row, tuple[Cell, ...]] | None, ...]


def cross_table(event: Event, group: Group, rows: Sequence[Row]) -> list[Line]:
    """Return the cross table of a round robin in the order of ``rows`` (one query).

    Teams have one cell a meeting, with the points of its boards.
    """
    cells = _of_teams(group) if event.kind == Event.Kind.TEAM_CUP else _of_boards(group)
    return [Line(row, tuple(_met(cells, row, other) for other in rows)) for row in rows]


_Cells = Mapping[tuple[int, int], list[Cell]]


def _met(cells: _Cells, row: Row, other: Row) -> tuple[Row, tuple[Cell, ...]] | None:
    if other is row:
        return None
    return other, tuple(cells.get((row.place.pk, other.place.pk), ()))


def _of_boards(group: Group) -> _Cells:
    boards = Board.objects.filter(pairing__group=group).select_related("pairing")
    found: dict[tuple[int, int], list[Cell]] = {}
    for board in boards.order_by("pairing__round", "pairing__number", "number"):
        state = _state(board)
        odd = board.result if board.result != Board.Result.PLAYED else ""
        points = (board.first_points, board.second_points)
        _put(found, board.pairing, points, state, board.match_id, reasons.result(odd))
    return found


def _of_teams(group: Group) -> _Cells:
    found: dict[tuple[int, int], list[Cell]] = {}
    open_boards = Count("boards", filter=Q(boards__result=""))
    for pairing in group.pairings.annotate(open=open_boards).order_by("round", "number"):
        state = "running" if pairing.open else "over"
        _put(found, pairing, (pairing.first_points, pairing.second_points), state, None, "")
    return found


def _put(
    found: dict[tuple[int, int], list[Cell]],
    pairing: Pairing,
    points: tuple[int, int],
    state: str,
    match: int | None,
    how: str,
) -> None:
    """Add a result to the cells of both sides, each as it sees it."""
    one, other = pairing.first_id, pairing.second_id
    if other is None:
        return
    over = state == "over"
    there, back = (f"{a}:{b}" if over else "" for a, b in (points, points[::-1]))
    found.setdefault((one, other), []).append(Cell(there, match, state, how))
    found.setdefault((other, one), []).append(Cell(back, match, state, how))
