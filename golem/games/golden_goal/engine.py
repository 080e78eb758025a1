"""Golden Goal's own operations of the engine protocol. See ``docs/engine.md``."""

from collections.abc import Callable, Mapping
from functools import partial

from golem.games.golden_goal import fields, moves, notation, rules
from golem.games.golden_goal.position import HANDOVERS, KICKOFF_PLY, Phase, Position
from golem.play.errors import BadDraw, Refusal
from golem.play.ops import answer_of, bad_request, error_of, list_of, options_of
from golem.play.protocol import AnyGame, Json, Seat
from golem.play.replay import replay as fold


def legal(request: Mapping[str, Json]) -> dict[str, Json]:
    """Return ``{"legal": [...]}``, all legal moves of the position in ``request``, sorted."""
    listed = moves.legal(fields.from_fields(request))
    return {"legal": [notation.write(move) for move in listed or ()]}


def setup(game: AnyGame, request: Mapping[str, Json]) -> dict[str, Json]:
    """Return whether ``move`` is a legal hand-over of the setup, and if not, why.

    ``options`` as in :func:`replay`; ``before`` lists the moves made before it.
    """
    position = rules.start(options_of(game, request))
    before = list_of(request, "before")
    if len(before) >= len(HANDOVERS[position.placing]):
        bad_request("before", "fewer moves than the setup has")
    try:
        for text in before:
            position = _placed(position, text)
    except Refusal as refusal:
        bad_request("before", f"a setup by the rules, not {refusal.code}")
    try:
        _placed(position, request.get("move"))
    except Refusal as refusal:
        return {"legal": False, "error": error_of(refusal)}
    return {"legal": True}


def _placed(position: Position, text: Json) -> Position:
    move = moves.resolve(position, position.to_move, notation.parse(text))
    return rules.play(position, move)


def replay(game: AnyGame, request: Mapping[str, Json]) -> dict[str, Json]:
    """Return score, outcome (``None`` while it goes on) and plies of the match in ``request``.

    ``options``: those of the match, defaults where they are not given. ``virtual_dice``: the
    pairs drawn for the kick-off, flat. ``dice``: the die of turn 1, 2, ...; surplus ones are not
    looked at. ``moves``: the texts of ply 1, 2, ... At the first move that fails the answer is
    ``{"error": {"code", "ply", ...}}``.
    """
    options = options_of(game, request)
    pairs, dice, texts = (list_of(request, field) for field in ("virtual_dice", "dice", "moves"))
    start = rules.start(options)
    kickoff = KICKOFF_PLY[start.placing]
    dice = dice[: max(0, len(texts) - kickoff + 1)]
    kicker = _kicker(start, pairs)
    plies = [
        {start._replace(ply=ply, kicker=kicker).to_move: text}
        for ply, text in enumerate(texts, start=1)
    ]
    draws = [pairs, *([die] for die in dice)] if len(texts) >= kickoff - 1 else []
    return answer_of(game, fold(game, options, plies, draws))


def _kicker(start: Position, pairs: list[Json]) -> Seat | None:
    """Return the seat that wins the kick-off by ``pairs``; ``None`` if they cannot be."""
    try:
        kickoff = start._replace(phase=Phase.KICKOFF)
        return rules.supply(kickoff, pairs).kicker
    except BadDraw:
        return None  # the replay itself will fail of it


def ops_of(game: AnyGame) -> dict[str, Callable[[Mapping[str, Json]], dict[str, Json]]]:
    """Return the operations by name; ``game`` is the registered value, for options and fold."""
    return {"legal": legal, "setup": partial(setup, game), "replay": partial(replay, game)}
