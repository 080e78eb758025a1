"""Whether the clock columns of a match's seats say what its ledger says, and making them so."""

from collections.abc import Collection
from typing import Any

from golem.matches import clocks
from golem.matches.models import Match, SealedMove, Seat
from golem.play import clock


def differences(match: Match) -> dict[str, tuple[Any, Any]]:
    """Return the clock columns that are wrong, as ``column:seat``: (stored, by the ledger)."""
    found = {}
    for seat, right in _expected(match):
        for name, value in right.items():
            stored = getattr(seat, name)
            if stored != value:
                found[f"{name}:{seat.name}"] = (stored, value)
    return found


def correct(match: Match, players: Collection[int] | None = None) -> None:
    """Save what the ledger says into the clock columns of the match's seats and into its sealed
    moves; with ``players``, their ids, only into those of theirs. Raises ``BrokenLog``.
    """
    for seat, right in _expected(match):
        if players is None or seat.user_id in players:
            for name, value in right.items():
                setattr(seat, name, value)
            seat.save(update_fields=clocks.COLUMNS)
    _reseal(match, players)


def _reseal(match: Match, players: Collection[int] | None) -> None:
    """Compute anew what was left on the clocks that sealed moves have stopped."""
    rows = {row.seat: row for row in SealedMove.objects.filter(match=match, ply=match.ply)}
    if not rows:
        return
    pauses = clocks.pauses(match.started_at, match.started_at)
    for facts in clocks.facts_of(match, {name: row.at for name, row in rows.items()}):
        if facts.seat in rows and (players is None or facts.player in players):
            row = rows[facts.seat]
            row.left = clock.clock_of(facts, pauses).left
            row.save(update_fields=["left"])


def _expected(match: Match) -> list[tuple[Seat, dict[str, Any]]]:
    pauses = clocks.pauses(match.started_at, match.started_at)
    seats = {seat.name: seat for seat in match.seats.all()}
    rows = SealedMove.objects.filter(match=match, ply=match.ply)
    sealed = set(rows.values_list("seat", flat=True))
    return [
        (seats[facts.seat], _columns(clock.clock_of(facts, pauses), pauses, facts.seat in sealed))
        for facts in clocks.facts_of(match)
    ]


def _columns(
    shown: clock.Clock, pauses: tuple[clock.Pause, ...], is_sealed: bool
) -> dict[str, Any]:
    return {
        "left": shown.left,
        "runs_since": shown.at if shown.running else None,
        "zero_at": None if is_sealed else shown.zero_at(pauses),
    }
