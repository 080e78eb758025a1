"""What the house does between two moves: draws, forced plies, and the end.

Everything here runs inside the transaction of the change that led to it, under the locks of
:mod:`golem.matches.locks`.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from golem.matches import clocks, messages
from golem.matches.clocks import Pauses
from golem.matches.folds import Draws
from golem.matches.log import LastSeed, Present, game_of, present_state
from golem.matches.models import Draw, Match, Move, SealedMove, Seat
from golem.matches.projections import begin_turns, project
from golem.play import chance
from golem.play.endings import off_board_points
from golem.play.protocol import AnyGame, Outcome, Want
from golem.rest.prepared import PreparedInsert, PreparedUpdate

_moves = PreparedInsert(Move, "match", "ply", "seat", "notation", "forced", "note", "at")
_draws = PreparedInsert(Draw, "match", "number", "ply", "label", "values", "visible_to", "at")
_projected = PreparedUpdate(
    Match,
    *("ply", "score", "position", "status", "how", "winner", "points"),
    *("changed_at", "ended_at", "annulled_at"),
)
_clocked = PreparedUpdate(Seat, "to_move", "turn_since", "thinking_until", *clocks.COLUMNS)


def carry_on(
    match: Match, seats: list[Seat], where: Present, now: datetime, pauses: Pauses
) -> Present:
    """Bring ``match`` from ``where`` it stands to where a seat must choose, or to its end; return
    where it stands then.

    Stores every draw that is owed and every forced ply, then the projected columns.
    """
    game, state, drawn = where.game, where.state, list(where.draws)
    while True:
        want = game.wants(state)
        if want is not None:
            drawn.append(_draw(match, want, drawn, where.seed, now))
            state = game.supply(state, drawn[-1])
        elif forced := game.forced(state):
            texts = {seat: game.write(move) for seat, move in forced.items()}
            record_ply(match, texts, now, forced=True)
            state = game.play(state, forced)
        else:
            break
    outcome = game.outcome(state)
    if outcome is not None:
        _close(match, seats, outcome, now, pauses)
    _save(match, seats, game, state, now, pauses)
    return replace(where, state=state, draws=drawn)


def end(match: Match, seats: list[Seat], how: str, winner: str, now: datetime) -> None:
    """End a running match off the board: ``winner`` takes the full win; empty: nobody does."""
    game = game_of(match)
    points = off_board_points(game.info, winner)
    running = any(seat.runs_since for seat in seats)
    pauses = clocks.pauses_of(seats, now) if running else ()
    _close(match, seats, Outcome(how, winner or None, points), now, pauses)
    _save(match, seats, game, present_state(match), now, pauses)


def end_broken(match: Match, seats: list[Seat], how: str, now: datetime) -> None:
    """End, as won by nobody, a running match whose log does not replay; its columns stay."""
    pauses = clocks.pauses_of(seats, now) if any(seat.runs_since for seat in seats) else ()
    _close(match, seats, Outcome(how, None, {seat.name: 0 for seat in seats}), now, pauses)
    for seat in seats:
        seat.to_move = False
    _store(match, seats, now, pauses)


def record_ply(
    match: Match,
    texts: dict[str, str],
    now: datetime,
    *,
    forced: bool = False,
    note: str = "",
) -> None:
    """Store one ply, canonical texts by seat, and count it."""
    _moves((match.pk, match.ply, seat, text, forced, note, now) for seat, text in texts.items())
    match.ply += 1


def reveal_ply(match: Match, sealed: list[SealedMove]) -> None:
    """Store the sealed moves of a step as its ply, each dated truly, and count it."""
    _moves((match.pk, match.ply, row.seat, row.notation, False, row.note, row.at) for row in sealed)
    SealedMove.objects.filter(pk__in=[row.pk for row in sealed]).delete()
    match.ply += 1


def _draw(match: Match, want: Want, drawn: Draws, seed: LastSeed, now: datetime) -> list[int]:
    used = sum(len(values) for values in drawn[seed.first_draw - 1 :])
    values = list(chance.draw(want.kind, chance.dice(seed.secret, used)))
    number, seat = len(drawn) + 1, want.seat or ""
    _draws([(match.pk, number, match.ply, want.label, values, seat, now)])
    return values


def _close(
    match: Match, seats: list[Seat], outcome: Outcome, now: datetime, pauses: Pauses
) -> None:
    clocks.stop_all(match, seats, now, pauses)
    match.status = Match.Status.FINISHED
    match.how = outcome.how
    match.winner = outcome.winner or ""
    match.points = dict(outcome.points)
    match.ended_at = now
    SealedMove.objects.filter(match=match).delete()


def _save(
    match: Match, seats: list[Seat], game: AnyGame, state: Any, now: datetime, pauses: Pauses
) -> None:
    project(match, seats, game, state)
    _store(match, seats, now, pauses)


def _store(match: Match, seats: list[Seat], now: datetime, pauses: Pauses) -> None:
    begin_turns(seats, now)
    clocks.start_all(match, seats, now, pauses)
    match.changed_at = now
    _projected([match])
    _clocked(seats)
    messages.after_change(match, seats, now)
