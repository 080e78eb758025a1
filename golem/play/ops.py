"""What operations of the engine protocol have in common, whichever game answers them."""

from collections.abc import Mapping
from typing import NoReturn

from golem.play.errors import BadPosition, Refusal
from golem.play.protocol import AnyGame, Json
from golem.play.replay import Replay


def error_of(refusal: Refusal) -> dict[str, Json]:
    """Return ``refusal`` as a JSON object."""
    return {**refusal.data, "code": refusal.code}


def bad_request(field: str, expected: str) -> NoReturn:
    """Raise ``BadPosition``: ``field`` of the request is not what is ``expected``."""
    raise BadPosition("bad_request", field=field, expected=expected)


def list_of(request: Mapping[str, Json], field: str) -> list[Json]:
    """Return the list ``field`` of ``request``; raise ``BadPosition`` if it is none."""
    value = request.get(field)
    if not isinstance(value, list):
        bad_request(field, "a list")
    return value


def answer_of(game: AnyGame, result: Replay) -> dict[str, Json]:
    """Return what a replay came to: score, outcome (``None`` while it goes on) and plies; or its
    failure, ``{"error": {"code", "ply", ...}}``."""
    if result.failure is not None:
        return {"error": {**error_of(result.failure.refusal), "ply": result.failure.ply}}
    outcome, score = game.outcome(result.state), game.describe(result.state).score
    ended = outcome and {
        "how": outcome.how,
        "winner": outcome.winner,
        "points": dict(outcome.points),
    }
    return {"score": score and dict(score), "outcome": ended, "plies": result.plies}
