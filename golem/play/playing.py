"""The operation ``play`` of the engine protocol, the same for every game: states, step by step.

A program that searches plays moves and draws of its own on a state, named by its text.
"""

from collections.abc import Mapping
from typing import Any

from golem.play.errors import Refusal
from golem.play.ops import bad_request, error_of, list_of, options_of, told_outcome
from golem.play.protocol import AnyGame, Json, Legal, Reads, Seat
from golem.play.replay import after_ply


def play(game: AnyGame, request: Mapping[str, Json]) -> dict[str, Json]:
    """Return the state that ``steps`` lead to, or at which step they fail and why.

    They begin at the state of ``text``, else at the start of a match with ``options``. A step is
    a list, all virtual dice of the draw that is owed, or an object, the moves of a ply by seat.
    ``legal`` asks for the legal moves as well. Raises ``BadPosition`` for what is none of this.
    """
    state, steps = _begun(game, request), list_of(request, "steps")
    listing = request.get("legal", False)
    if not isinstance(listing, bool):
        bad_request("legal", "true or false")
    for number, step in enumerate(steps, start=1):
        try:
            state = _after(game, state, step)
        except _Failed as failed:
            return {"error": {**failed.told, "step": number}}
    told = _told(game, state)
    return {**told, "legal": _legal(game, state)} if listing else told


def _begun(game: AnyGame, request: Mapping[str, Json]) -> Any:
    text = request.get("text")
    if text is None:
        return game.start(options_of(game, request))
    if not isinstance(game, Reads):
        bad_request("text", "null: this game reads no positions")
    return game.read(text)


class _Failed(Exception):
    """A step cannot be taken; ``told`` is why."""

    def __init__(self, refusal: Refusal, **where: Json) -> None:
        super().__init__(refusal.code)
        self.told = {**error_of(refusal), **where}


def _after(game: AnyGame, state: Any, step: Json) -> Any:
    """Return the state after ``step``; raise ``_Failed``, or ``BadPosition`` for what is none."""
    if isinstance(step, dict):
        # Which ply of the match it is, the text of a state need not tell: steps are counted.
        state, failure = after_ply(game, state, 0, step)
        if failure is None:
            return state
        seat = {} if failure.seat is None else {"seat": failure.seat}
        raise _Failed(failure.refusal, **seat)
    if not isinstance(step, list):
        bad_request("steps", "lists of dice and objects of moves")
    try:
        return game.supply(state, step)
    except Refusal as refusal:
        raise _Failed(refusal) from refusal


def _told(game: AnyGame, state: Any) -> dict[str, Json]:
    """Return ``state`` as JSON: what it is, who is to move or what is drawn, how it ended."""
    shown, want, ended = game.describe(state), game.wants(state), game.outcome(state)
    return {
        "text": shown.text,
        "position": dict(shown.fields),
        "to_move": list(game.to_move(state)),
        "wants": want and {"label": want.label, "kind": str(want.kind)},
        "forced": {seat: game.write(move) for seat, move in game.forced(state).items()},
        "score": shown.score and dict(shown.score),
        "outcome": ended and told_outcome(ended),
    }


def _legal(game: AnyGame, state: Any) -> dict[Seat, Json]:
    """Return the texts of all legal moves of each seat to move; ``None`` if they are too many."""
    found: dict[Seat, Json] = {}
    for seat in game.to_move(state):
        moves = game.legal(state, seat) if isinstance(game, Legal) else None
        found[seat] = None if moves is None else [game.write(move) for move in moves]
    return found
