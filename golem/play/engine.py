"""The engine protocol's line server: one JSON request in, one JSON answer out.

Pure: the games are handed in. Most operations are the games' own (:class:`Speaks`). See
``docs/engine.md``.
"""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NoReturn

from golem.play.errors import Refusal
from golem.play.playing import play
from golem.play.protocol import AnyGame, Json, Speaks

LONGEST_LINE: Final = 64 * 1024
"""The most bytes of a request, its line end included; a longer one is refused unread."""

_log = logging.getLogger(__name__)


def answer(line: bytes, load: Callable[[str], AnyGame], keys: Sequence[str]) -> str:
    """Return the answer to one request ``line``: JSON in one line, plain ASCII, no line end.

    ``load`` gives the game of a key and raises ``LookupError`` for an unknown one; ``keys`` are
    those that there are. Never raises: what cannot be answered is ``{"error": {"code": ...}}``.
    """
    try:
        return json.dumps(_answer(_request(line), load, keys))
    except Refusal as refusal:
        return json.dumps({"error": {**refusal.data, "code": refusal.code}})
    except Exception:
        _log.exception("an engine request failed")
        return json.dumps({"error": {"code": "internal_error"}})


def _request(line: bytes) -> dict[str, Json]:
    if len(line) > LONGEST_LINE:
        raise Refusal("too_long", limit=LONGEST_LINE)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal("bad_encoding", expected="UTF-8") from None
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refusal("bad_json") from None
    if not isinstance(value, dict):
        raise Refusal("not_an_object")
    return value


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refusal("duplicate_key")
    return found


def _no_constant(name: str) -> NoReturn:
    raise Refusal("bad_number", number=name)


def _answer(
    request: dict[str, Json], load: Callable[[str], AnyGame], keys: Sequence[str]
) -> dict[str, Json]:
    op = request.get("op")
    if op == "games":
        return {"games": [_entry(load(key)) for key in keys]}
    if not isinstance(op, str):
        raise Refusal("unknown_op")
    game = _game(request.get("game"), load)
    operations = _operations(game)
    if op not in operations:
        raise Refusal("unknown_op")
    return operations[op](request)


def _operations(game: AnyGame) -> dict[str, Callable[[Mapping[str, Json]], dict[str, Json]]]:
    """Return the operations of ``game`` by name: the one that all games have, and its own."""
    own = game.ops if isinstance(game, Speaks) else {}
    return {"play": partial(play, game), **own}


def _game(key: Json, load: Callable[[str], AnyGame]) -> AnyGame:
    if not isinstance(key, str):
        raise Refusal("unknown_game")
    try:
        return load(key)
    except LookupError:
        raise Refusal("unknown_game") from None


def _entry(game: AnyGame) -> dict[str, Json]:
    info = game.info
    return {
        "game": info.key,
        "title": info.title,
        "revision": info.revision,
        "seats": list(info.seats),
        "ops": sorted(_operations(game)),
    }
