"""What the house does between two moves: draws, forced plies, and the end.

Everything here runs inside the transaction of the change that led to it, under the locks of
:mod:`golem.matches.locks`.
"""

from datetime import datetime
from typing import Any

from golem.matches import clocks, messages
from golem.matches.log import game_of, present_state
from golem.matches.models import Draw, Match, Move, SealedMove, Seat
from golem.matches.projections import begin_turns, project
from golem.play import chance
from golem.play.endings import off_board_points
from golem.play.protocol import AnyGame, Outcome, Want


def carry_on(match: Match, seats: list[Seat], game: AnyGame, state: Any, now: datetime) -> Any:
    """Bring ``match`` to where a seat must choose, or to its end; return the state there.

    Stores every draw that is owed and every forced ply, then the projected columns.
    """
    while True:
        want = game.wants(state)
        if want is not None:
            state = game.supply(state, _draw(match, want, now))
        elif forced := game.forced(state):
            texts = {seat: game.write(move) for seat, move in forced.items()}
            record_ply(match, texts, now, forced=True)
            state = game.play(state, forced)
        else:
            break
    outcome = game.outcome(state)
    if outcome is not None:
        _close(match, seats, outcome, now)
    _save(match, seats, game, state, now)
    return state


def end(match: Match, seats: list[Seat], how: str, winner: str, now: datetime) -> None:
    """End a running match off the board: ``winner`` takes the full win; empty: nobody does."""
    game = game_of(match)
    points = off_board_points(game.info, winner)
    _close(match, seats, Outcome(how, winner or None, points), now)
    _save(match, seats, game, present_state(match), now)


def record_ply(
    match: Match,
    texts: dict[str, str],
    now: datetime,
    *,
    forced: bool = False,
    note: str = "",
) -> None:
    """Store one ply, canonical texts by seat, and count it."""
    Move.objects.bulk_create(
        Move(match=match, ply=match.ply, seat=seat, notation=text, forced=forced, note=note, at=now)
        for seat, text in texts.items()
    )
    match.ply += 1


def reveal_ply(match: Match, sealed: list[SealedMove]) -> None:
    """Store the sealed moves of a step as its ply, each dated truly, and count it."""
    Move.objects.bulk_create(
        Move(
            match=match,
            ply=match.ply,
            seat=row.seat,
            notation=row.notation,
            note=row.note,
            at=row.at,
        )
        for row in sealed
    )
    SealedMove.objects.filter(pk__in=[row.pk for row in sealed]).delete()
    match.ply += 1


def _draw(match: Match, want: Want, now: datetime) -> tuple[int, ...]:
    drawn = list(match.draws.order_by("number").values_list("number", "values"))
    seed = match.seeds.order_by("-run")[0]
    used = sum(len(values) for number, values in drawn if number >= seed.first_draw)
    values = chance.draw(want.kind, chance.dice(bytes(seed.secret), used))
    Draw.objects.create(
        match=match,
        number=len(drawn) + 1,
        ply=match.ply,
        label=want.label,
        values=list(values),
        visible_to=want.seat or "",
        at=now,
    )
    return values


def _close(match: Match, seats: list[Seat], outcome: Outcome, now: datetime) -> None:
    clocks.stop_all(match, seats, now)
    match.status = Match.Status.FINISHED
    match.how = outcome.how
    match.winner = outcome.winner or ""
    match.points = dict(outcome.points)
    match.ended_at = now
    SealedMove.objects.filter(match=match).delete()


def _save(match: Match, seats: list[Seat], game: AnyGame, state: Any, now: datetime) -> None:
    project(match, seats, game, state)
    begin_turns(seats, now)
    clocks.start_all(match, seats, now)
    match.changed_at = now
    match.save()
    changed = ["to_move", "turn_since", "thinking_until", *clocks.COLUMNS]
    Seat.objects.bulk_update(seats, changed)
    messages.after_change(match, seats, now)
