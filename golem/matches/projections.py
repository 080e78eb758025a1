"""The columns that follow from the log: how they are made, and whether they are right."""

from datetime import datetime
from typing import Any

from golem.matches.log import fold, game_of
from golem.matches.models import Match, Seat
from golem.play.endings import ADJUDICATED, OFF_THE_BOARD, off_board_points
from golem.play.protocol import AnyGame


def project(match: Match, seats: list[Seat], game: AnyGame, state: Any) -> None:
    """Set ``score`` and ``position`` of ``match`` and ``to_move`` of ``seats`` from ``state``.

    Saves nothing. A finished match has nobody to move, whatever the state says.
    """
    description = game.describe(state)
    match.score = None if description.score is None else dict(description.score)
    match.position = description.text
    running = match.status == Match.Status.RUNNING
    owing = game.to_move(state) if running else ()
    for seat in seats:
        seat.to_move = seat.name in owing


def begin_turns(seats: list[Seat], now: datetime) -> None:
    """Set the instant at which the turn of each seat to move began; clear the others'.

    A new turn is nobody's to think about yet.
    """
    for seat in seats:
        seat.turn_since = now if seat.to_move else None
        seat.thinking_until = None


def expected(match: Match) -> dict[str, Any]:
    """Return what the projected columns should hold, by name, according to the log.

    Seats' columns are named ``to_move:<seat>``. Raises ``BrokenLog``.
    """
    found = fold(match)
    game = game_of(match)
    columns = {"ply": found.plies + 1} | _result(match, game, found.state)
    copy = Match(pk=match.pk, status=columns["status"])
    seats = [Seat(name=name) for name in game.info.seats]
    project(copy, seats, game, found.state)
    columns |= {"score": copy.score, "position": copy.position}
    return columns | {f"to_move:{seat.name}": seat.to_move for seat in seats}


def actual(match: Match) -> dict[str, Any]:
    """Return what the projected columns do hold, named as in :func:`expected`."""
    names = ("ply", "status", "how", "winner", "points", "score", "position")
    columns = {name: getattr(match, name) for name in names}
    return columns | {f"to_move:{seat.name}": seat.to_move for seat in match.seats.all()}


def _result(match: Match, game: AnyGame, state: Any) -> dict[str, Any]:
    outcome = game.outcome(state)
    if outcome is None and match.how == ADJUDICATED:
        return _columns(match.how, match.winner, match.points or {})  # decided, not computed
    if outcome is None and match.how in OFF_THE_BOARD:
        points = off_board_points(game.info, match.winner)
        return _columns(match.how, match.winner, points)
    if outcome is None:
        return {"status": Match.Status.RUNNING.value, "how": "", "winner": "", "points": None}
    return _columns(outcome.how, outcome.winner or "", dict(outcome.points))


def _columns(how: str, winner: str, points: dict[str, int]) -> dict[str, Any]:
    status = Match.Status.FINISHED.value
    return {"status": status, "how": how, "winner": winner, "points": points}


def differences(match: Match) -> dict[str, tuple[Any, Any]]:
    """Return the columns that are wrong, by name: (what is stored, what the log says)."""
    right, stored = expected(match), actual(match)
    return {name: (stored[name], right[name]) for name in right if stored[name] != right[name]}


def correct(match: Match) -> None:
    """Save what the log says into the projected columns of ``match`` and its seats.

    A match that turns out to have ended keeps its last change as the instant of its end; one
    that turns out to run has none.
    """
    right = expected(match)
    for seat in match.seats.all():
        seat.to_move = right.pop(f"to_move:{seat.name}")
        seat.turn_since = (seat.turn_since or match.changed_at) if seat.to_move else None
        seat.save(update_fields=["to_move", "turn_since"])
    for name, value in right.items():
        setattr(match, name, value)
    over = match.status == Match.Status.FINISHED
    match.ended_at = (match.ended_at or match.changed_at) if over else None
    match.save()
