"""StreetSoccer's own operations of the engine protocol. See ``docs/engine.md``."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from golem.play.errors import BadDraw, BadPosition, IllegalMove, Refusal
from golem.play.ops import answer_of, bad_request, error_of, list_of
from golem.play.pitch.squares import RED, YELLOW
from golem.play.protocol import AnyGame, Json
from golem.play.replay import Failure
from golem.play.replay import replay as fold
from streetsoccer import fields, moves, notation, rules
from streetsoccer.notation import Move, Setup
from streetsoccer.position import KICKOFF_PLY, Position, mover

_ANY_DIE: Final = (2, 1)  # a setup does not depend on the die of the kick-off


def legal(request: Mapping[str, Json]) -> dict[str, Json]:
    """Return ``{"legal": [...]}``, all legal moves of the position in ``request``, sorted."""
    listed = moves.legal(fields.from_fields(request))
    return {"legal": [notation.write(move) for move in listed or ()]}


def setup(request: Mapping[str, Json]) -> dict[str, Json]:
    """Return whether ``move`` is a legal setup of ``side``, and if not, why.

    ``yellow_setup`` is yellow's setup before a setup of red, else absent or ``None``.
    """
    position = _before_setup(request)
    try:
        _setup_move(position, request.get("move"))
    except Refusal as refusal:
        return {"legal": False, "error": error_of(refusal)}
    return {"legal": True}


def _before_setup(request: Mapping[str, Json]) -> Position:
    start = rules.supply(rules.start(), _ANY_DIE)
    side, before = request.get("side"), request.get("yellow_setup")
    if side == YELLOW and before is None:
        return start
    if side == YELLOW:
        bad_request("yellow_setup", "none before yellow's own setup")
    if side != RED:
        bad_request("side", "yellow or red")
    try:
        return rules.play(start, _setup_move(start, before))
    except Refusal as refusal:
        raise BadPosition("bad_request", field="yellow_setup", cause=refusal.code) from refusal


def _setup_move(position: Position, text: Json) -> Move:
    intent = notation.parse(text)
    if not isinstance(intent, Setup):
        raise IllegalMove("wrong_phase", phase=str(position.phase))
    return moves.resolve(position, position.to_move, intent)


def replay(game: AnyGame, request: Mapping[str, Json]) -> dict[str, Json]:
    """Return score, outcome (``None`` while it goes on) and plies of the match in ``request``.

    ``virtual_dice``: the pairs drawn for the kick-off, flat. ``dice``: the die of ply 3, 4, ...;
    surplus ones are not looked at. ``moves``: the texts of ply 1, 2, ... At the first move that
    fails the answer is ``{"error": {"code", "ply", ...}}``.
    """
    pairs, dice, texts = (list_of(request, field) for field in ("virtual_dice", "dice", "moves"))
    dice = dice[: max(0, len(texts) - KICKOFF_PLY + 1)]
    plies = [{mover(ply): text} for ply, text in enumerate(texts, start=1)]
    result = fold(game, {}, plies, [pairs, *([die] for die in dice[1:])])
    failure = result.failure
    if _other_kickoff_die(pairs, dice) and (failure is None or failure.ply >= KICKOFF_PLY):
        failure = Failure(KICKOFF_PLY, None, BadDraw("bad_draw", kind="unequal_pair"))
    return answer_of(game, replace(result, failure=failure))


def _other_kickoff_die(pairs: list[Json], dice: list[Json]) -> bool:
    """Return whether the first of ``dice`` is not the one that ``pairs`` give."""
    try:
        return bool(dice) and rules.supply(rules.start(), pairs).die != dice[0]
    except BadDraw:
        return False  # the replay itself has failed of it


def ops_of(game: AnyGame) -> dict[str, Callable[[Mapping[str, Json]], dict[str, Json]]]:
    """Return the operations by name; ``game`` is the registered value, for the fold."""
    return {"legal": legal, "setup": setup, "replay": partial(replay, game)}
