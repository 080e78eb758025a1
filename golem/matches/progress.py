"""What the house does between two moves: draws, forced plies, and the end.

Everything here runs inside the transaction of the change that led to it, under the locks of
:mod:`golem.matches.locks`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from golem.matches import clocks, hooks, messages
from golem.matches.clocks import Pauses
from golem.matches.folds import Draws
from golem.matches.log import BrokenLog, LastSeed, Present, game_of, present_state
from golem.matches.models import Draw, Match, Move, SealedMove, Seat
from golem.matches.projections import begin_turns, project
from golem.play import chance
from golem.play.endings import off_board_points
from golem.play.protocol import Outcome, Want
from golem.rest.prepared import PreparedInsert, PreparedUpdate, Row

_moves = PreparedInsert(Move, "match", "ply", "seat", "notation", "forced", "note", "at")
_draws = PreparedInsert(Draw, "match", "number", "ply", "label", "values", "visible_to", "at")
_projected = PreparedUpdate(
    Match,
    *("ply", "score", "position", "status", "how", "winner", "points"),
    *("changed_at", "ended_at", "annulled_at"),
)
_clocked = PreparedUpdate(Seat, "to_move", "turn_since", "thinking_until", *clocks.COLUMNS)


@dataclass(frozen=True, slots=True)
class Going:
    """A match with its seats, and where it stands before the house has done its part."""

    match: Match
    seats: list[Seat]
    where: Present


@dataclass(frozen=True, slots=True)
class Ending:
    """A running match that ends off the board at ``at``: how, for whom (empty: nobody), and the
    points of an adjudication."""

    match: Match
    seats: list[Seat]
    how: str
    winner: str
    at: datetime
    given: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """A match that changed at ``at``, with its seats, not stored yet."""

    match: Match
    seats: list[Seat]
    at: datetime


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows that wait to be written together."""

    moves: list[Row] = field(default_factory=list)
    draws: list[Row] = field(default_factory=list)


def carry_on(
    match: Match, seats: list[Seat], where: Present, now: datetime, pauses: Pauses
) -> Present:
    """Bring ``match`` from ``where`` it stands to where a seat must choose, or to its end; return
    where it stands then.

    Stores every draw that is owed and every forced ply, then the projected columns.
    """
    return carry_on_all([Going(match, seats, where)], now, pauses)[0]


def carry_on_all(goings: Sequence[Going], now: datetime, pauses: Pauses) -> list[Present]:
    """Do what :func:`carry_on` does for many matches, with as many queries as for one."""
    rows = _Rows()
    reached = [_advanced(going, now, rows) for going in goings]
    _moves(rows.moves)
    _draws(rows.draws)
    for going, present in zip(goings, reached, strict=True):
        outcome = present.game.outcome(present.state)
        if outcome is not None:
            _close(going.match, going.seats, outcome, now, pauses)
        project(going.match, going.seats, present.game, present.state)
    _store([Changed(going.match, going.seats, now) for going in goings], pauses)
    return reached


def _advanced(going: Going, now: datetime, rows: _Rows) -> Present:
    """Return where the match stands once the house has done its part, and add its rows."""
    match, where = going.match, going.where
    game, state, drawn = where.game, where.state, list(where.draws)
    while True:
        want = game.wants(state)
        if want is not None:
            rows.draws.append(_draw(match, want, drawn, where.seed, now))
            state = game.supply(state, drawn[-1])
        elif forced := game.forced(state):
            texts = {seat: game.write(move) for seat, move in forced.items()}
            rows.moves.extend(_ply(match, texts, now, forced=True))
            state = game.play(state, forced)
        else:
            return replace(where, state=state, draws=drawn)


def end(
    match: Match,
    seats: list[Seat],
    how: str,
    winner: str,
    now: datetime,
    given: Mapping[str, int] | None = None,
) -> None:
    """End a running match off the board: ``winner`` takes the full win; empty: nobody does.

    ``given`` are the points of an adjudication. Raises ``BrokenLog``, and has changed nothing.
    """
    running = any(seat.runs_since for seat in seats)
    pauses = clocks.pauses_of(seats, now) if running else ()
    end_all([Ending(match, seats, how, winner, now, given)], pauses)


def end_all(endings: Sequence[Ending], pauses: Pauses) -> None:
    """Do what :func:`end` does for many matches, each at its own instant, with as many queries as
    for one whose log is at hand. ``pauses`` are those since the first of their clocks began to
    run. Raises ``BrokenLog`` if there is one that does not replay, and has changed nothing.
    """
    stand = [(one, game_of(one.match), present_state(one.match)) for one in endings]
    for one, game, state in stand:
        points = off_board_points(game.info, one.winner) if one.given is None else one.given
        _close(one.match, one.seats, Outcome(one.how, one.winner or None, points), one.at, pauses)
        project(one.match, one.seats, game, state)
    _store([Changed(one.match, one.seats, one.at) for one in endings], pauses)


def end_broken(match: Match, seats: list[Seat], how: str, now: datetime, winner: str = "") -> None:
    """End, with no position to look at, a running match whose log does not replay; its columns
    stay. If its game is gone, too, nobody has a point."""
    pauses = clocks.pauses_of(seats, now) if any(seat.runs_since for seat in seats) else ()
    try:
        points = off_board_points(game_of(match).info, winner)
    except BrokenLog:
        points = {seat.name: 0 for seat in seats}
    _close(match, seats, Outcome(how, winner or None, points), now, pauses)
    for seat in seats:
        seat.to_move = False
    _store([Changed(match, seats, now)], pauses)


def record_ply(match: Match, texts: dict[str, str], now: datetime, *, note: str = "") -> None:
    """Store one ply, canonical texts by seat, and count it."""
    _moves(_ply(match, texts, now, note=note))


def _ply(
    match: Match, texts: dict[str, str], now: datetime, *, forced: bool = False, note: str = ""
) -> list[Row]:
    """Return the rows of one ply, and count it."""
    rows = [(match.pk, match.ply, seat, text, forced, note, now) for seat, text in texts.items()]
    match.ply += 1
    return rows


def reveal_ply(match: Match, sealed: list[SealedMove]) -> None:
    """Store the sealed moves of a step as its ply, each dated truly, and count it."""
    _moves((match.pk, match.ply, row.seat, row.notation, False, row.note, row.at) for row in sealed)
    SealedMove.objects.filter(pk__in=[row.pk for row in sealed]).delete()
    match.ply += 1


def _draw(match: Match, want: Want, drawn: Draws, seed: LastSeed, now: datetime) -> Row:
    """Return the row of the draw that is owed, and add its values to those ``drawn``."""
    used = sum(len(values) for values in drawn[seed.first_draw - 1 :])
    values = list(chance.draw(want.kind, chance.dice(seed.secret, used)))
    drawn.append(values)
    return (match.pk, len(drawn), match.ply, want.label, values, want.seat or "", now)


def _close(
    match: Match, seats: list[Seat], outcome: Outcome, now: datetime, pauses: Pauses
) -> None:
    clocks.stop_all(match, seats, now, pauses)
    match.status = Match.Status.FINISHED
    match.how = outcome.how
    match.winner = outcome.winner or ""
    match.points = dict(outcome.points)
    match.ended_at = now


def _store(changed: Sequence[Changed], pauses: Pauses) -> None:
    """Store the columns of matches that have changed, and what follows for whom."""
    for one in changed:
        begin_turns(one.seats, one.at)
        clocks.start_all(one.match, one.seats, one.at, pauses)
        one.match.changed_at = one.at
    _projected([one.match for one in changed])
    _clocked(seat for one in changed for seat in one.seats)
    over = [one for one in changed if one.match.status == Match.Status.FINISHED]
    if over:
        SealedMove.objects.filter(match__in=[one.match.pk for one in over]).delete()
        hooks.tell_results([(one.match, one.at) for one in over])
    messages.after_changes((one.match, one.seats, one.at) for one in changed)
