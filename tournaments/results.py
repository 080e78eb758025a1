"""Taking the results of matches over into the boards of their events, under the event's lock."""

from collections.abc import Iterable

from django.db.models import BigIntegerField, Q

from golem.matches.hooks import Results
from golem.matches.log import game_of
from golem.matches.models import Match
from golem.play.endings import ADJUDICATED, BOTH_TIMED_OUT, BOTH_WITHDREW, WITHDRAWAL
from golem.rest.prepared import Prepared, Row
from tournaments.models import Board, Event, Group, News, Pairing
from tournaments.scoring import Points, ScoringTable, points, table_of

RESULT = ("result", "first_points", "second_points", "first_goals", "second_goals", "ended_at")
"""The columns of a board that follow from its match."""
_EVENT = ("match", "pairing__group__event")
_NEWS_AT_ONCE = 500
_KINDS = {
    WITHDRAWAL: Board.Result.WITHDRAWAL,
    BOTH_WITHDREW: Board.Result.WITHDRAWAL,
    BOTH_TIMED_OUT: Board.Result.DOUBLE_FORFEIT,
    ADJUDICATED: Board.Result.FORFEIT,
}


def note(results: Results) -> None:
    """Write down, in the transaction of matches that ended, were annulled or run again, that their
    events have something to take over; a match of no event writes nothing (one or two queries)."""
    events = _event_of(results[0][0].pk) if len(results) == 1 else _events_of(results)
    if events:
        News.objects.bulk_create(News(event_id=event, match_id=match) for match, event in events)


_event_of = Prepared(
    lambda match: Board.objects.filter(match=match).order_by().values_list(*_EVENT),
    BigIntegerField(),
)


def _events_of(results: Results) -> list[Row]:
    boards = Board.objects.filter(match__in=[match.pk for match, _ in results])
    return list(boards.order_by("match").values_list(*_EVENT))


def take_news(event: Event) -> list[Group]:
    """Give boards the results of their matches; return the groups whose table may change.

    Takes so many as fit into a short transaction, in one read and two writes; whether more wait
    is seen by asking again.
    """
    news = list(News.objects.filter(event=event).order_by("pk")[:_NEWS_AT_ONCE])
    if not news:
        return []
    boards = list(
        Board.objects.filter(match__in={row.match_id for row in news}).select_related(
            "match", "pairing__group"
        )
    )
    table = table_of(event.document["scoring"])
    for board in boards:
        set_result(board, table)
    Board.objects.bulk_update(boards, RESULT, batch_size=500)
    sum_up({board.pairing_id for board in boards})
    News.objects.filter(pk__in=[row.pk for row in news]).delete()
    return list({board.pairing.group_id: board.pairing.group for board in boards}.values())


def set_result(board: Board, table: ScoringTable) -> None:
    """Set the result of a board from its match (at hand) alone."""
    match = board.match
    assert match is not None
    board.first_points = board.second_points = 0
    board.first_goals = board.second_goals = None
    board.ended_at = match.ended_at
    board.result = _kind(match)
    if board.result in ("", Board.Result.ANNULLED):
        return
    board.first_points, board.second_points = _points(match, board.first_seat, table)
    if board.result == Board.Result.PLAYED and match.score:
        board.first_goals, board.second_goals = _by_seat(match.score, board.first_seat)


def _kind(match: Match) -> str:
    if match.status == Match.Status.RUNNING:
        return ""
    if match.annulled_at is not None:
        return Board.Result.ANNULLED
    return _KINDS.get(match.how, Board.Result.PLAYED)


def _points(match: Match, first_seat: str, table: ScoringTable) -> Points:
    """Return what the match is worth to the two: an organiser's decision names its own points,
    where the event counts as the game does."""
    if match.how == ADJUDICATED and table.win == game_of(match).info.win_points:
        return _by_seat(match.points or {}, first_seat)
    return points(table, match.how, int(match.winner != first_seat) if match.winner else None)


def _by_seat(numbers: dict[str, int], first_seat: str) -> tuple[int, int]:
    other = next(number for seat, number in numbers.items() if seat != first_seat)
    return numbers[first_seat], other


def sum_up(pairing_ids: Iterable[int]) -> None:
    """Make the projected sums of pairings anew from their boards (two queries)."""
    pairings = list(
        Pairing.objects.filter(pk__in=pairing_ids)
        .filter(~Q(second=None))
        .prefetch_related("boards")
    )
    for pairing in pairings:
        pairing.first_points, pairing.second_points = sums_of(pairing)
    columns = ["first_points", "second_points"]
    Pairing.objects.bulk_update(pairings, columns, batch_size=500)


def sums_of(pairing: Pairing) -> Points:
    """Return the points of both sides from all boards of a pairing (at hand)."""
    boards = list(pairing.boards.all())
    return sum(board.first_points for board in boards), sum(board.second_points for board in boards)
