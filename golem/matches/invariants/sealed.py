"""Sealed moves: only where a step waits for them. What they say is never told, here neither."""

from collections.abc import Iterator

from golem.matches.log import BrokenLog, game_of, present_state
from golem.matches.models import Match
from golem.play.errors import Refusal


def check(match: Match) -> Iterator[str]:
    """Yield what is wrong with the sealed moves of ``match`` (its rows at hand)."""
    rows = list(match.sealed_moves.all())
    if not rows:
        return
    if match.status == Match.Status.FINISHED:
        yield f"it is over, and {len(rows)} sealed moves wait"
        return
    try:
        state, game = present_state(match), game_of(match)
    except BrokenLog:
        return
    owing = game.to_move(state)
    for row in rows:
        if row.ply != match.ply:
            yield f"{row.seat} has sealed a move of ply {row.ply}, and ply {match.ply} is to come"
        elif row.seat not in owing:
            yield f"{row.seat} has sealed a move and is not to move"
        else:
            try:
                game.resolve(state, row.seat, game.parse(row.notation))
            except Refusal:
                yield f"the move that {row.seat} has sealed is none"
    if {row.seat for row in rows if row.ply == match.ply} >= set(owing):
        yield "all have sealed their moves, and the step is not resolved"
