"""What operations of the engine protocol have in common, whichever game answers them."""

from collections.abc import Mapping
from typing import NoReturn

from golem.play.errors import BadPosition, Refusal
from golem.play.protocol import AnyGame, Json, OptionValue, Outcome, full_options
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


def options_of(game: AnyGame, request: Mapping[str, Json]) -> dict[str, OptionValue]:
    """Return a value for every option of ``game``: from the object ``options`` of ``request``,
    which may be absent or null, else the default; raise ``BadPosition`` saying what may stand
    there."""
    given = request.get("options")
    if given is None:
        given = {}
    if not isinstance(given, dict):
        bad_request("options", "an object")
    try:
        return full_options(game.info, given)
    except ValueError as wrong:
        known = {option.key: option.choices for option in game.info.options}
        choices = known.get(str(wrong))
        keys = " and ".join(known) or "none: this game has no options"
        bad_request("options", " or ".join(map(str, choices)) if choices else keys)


def answer_of(game: AnyGame, result: Replay) -> dict[str, Json]:
    """Return what a replay came to: score, outcome (``None`` while it goes on) and plies; or its
    failure, ``{"error": {"code", "ply", ...}}``."""
    if result.failure is not None:
        return {"error": {**error_of(result.failure.refusal), "ply": result.failure.ply}}
    outcome, score = game.outcome(result.state), game.describe(result.state).score
    ended = outcome and told_outcome(outcome)
    return {"score": score and dict(score), "outcome": ended, "plies": result.plies}


def told_outcome(outcome: Outcome) -> dict[str, Json]:
    """Return ``outcome`` as JSON, points by seat."""
    return {"how": outcome.how, "winner": outcome.winner, "points": dict(outcome.points)}
