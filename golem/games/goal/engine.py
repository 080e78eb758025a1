"""Goal's own operations of the engine protocol. See ``docs/engine.md``."""

from collections.abc import Callable, Mapping
from functools import partial

from golem.games.goal import fields, moves, notation, record, rules
from golem.games.goal.notation import Card
from golem.games.goal.state import HEARTS, SEATS, SPADES, State, Trick
from golem.play.errors import BadPosition, Refusal
from golem.play.ops import error_of, list_of, options_of
from golem.play.protocol import AnyGame, Json, Seat


def legal(request: Mapping[str, Json]) -> dict[str, Json]:
    """Return ``{"legal": [...]}``, the cards that the seat ``to_move`` may play, sorted."""
    state, seat = fields.from_fields(request)
    return {"legal": [notation.write(card) for card in moves.legal(state, seat)]}


def replay(game: AnyGame, request: Mapping[str, Json]) -> dict[str, Json]:
    """Return score, outcome (``None`` while it goes on), chip, plies and record of a match.

    ``moves``: ``[hearts, spades]`` of each trick, without the forced last one of a round; or
    instead ``record``, the line of the whole match. At the first move that fails the answer is
    ``{"error": {"code", "ply", "seat", ...}}``; ``ply`` counts forced tricks as well.
    """
    start = game.start(options_of(game, request))
    if "record" in request:
        return _result(*record.read(start, request["record"]))
    pairs = list_of(request, "moves")
    state, tricks = start, list[Trick]()
    for pair in pairs:
        try:
            cards = _cards(state, pair, len(tricks) + 1)
        except _Failed as failed:
            return {"error": failed.told}
        while cards:
            state, trick = rules.trick(state, cards[HEARTS].rank, cards[SPADES].rank)
            tricks.append(trick)
            cards = moves.forced(state)
    return _result(tricks, state)


class _Failed(Exception):
    """A pair of cards cannot be played; ``told`` is the answer's ``error``."""

    def __init__(self, refusal: Refusal, ply: int, seat: Seat) -> None:
        super().__init__(refusal.code)
        self.told = {**error_of(refusal), "ply": ply, "seat": seat}


def _cards(state: State, pair: Json, ply: int) -> dict[Seat, Card]:
    """Return the cards that ``pair`` names; raise ``_Failed`` if they cannot be played, and
    ``BadPosition`` for what is no pair."""
    if not isinstance(pair, list) or len(pair) != len(SEATS):
        raise BadPosition("bad_request", field="moves", expected="pairs of texts", ply=ply)
    cards: dict[Seat, Card] = {}
    for seat, text in zip(SEATS, pair, strict=True):
        try:
            cards[seat] = moves.resolve(state, seat, notation.parse(text))
        except Refusal as refusal:
            raise _Failed(refusal, ply, seat) from refusal
    return cards


def _result(tricks: list[Trick], state: State) -> dict[str, Json]:
    ended = rules.outcome(state)
    return {
        "score": {HEARTS: state.hearts_goals, SPADES: state.spades_goals},
        "outcome": ended and {"how": ended.how, "winner": ended.winner},
        "chip": state.chip,
        "plies": len(tricks),
        "record": record.write(tricks),
    }


def ops_of(game: AnyGame) -> dict[str, Callable[[Mapping[str, Json]], dict[str, Json]]]:
    """Return the operations by name; ``game`` is the registered value."""
    return {"legal": legal, "replay": partial(replay, game)}
