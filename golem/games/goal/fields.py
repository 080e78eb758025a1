"""State -> plain JSON fields, named as everywhere outside; and hands that come from outside."""

from collections.abc import Mapping
from typing import Final

from golem.games.goal.cards import CARDS, RANK, RANKS, Hand, compare, hand_of, letters_of
from golem.games.goal.state import HEARTS, SEATS, SPADES, State, Trick, round_mark
from golem.play.errors import BadPosition
from golem.play.protocol import Json, Seat

_WINNER: Final[dict[int, Seat | None]] = {1: HEARTS, 0: None, -1: SPADES}


def to_fields(state: State) -> dict[str, Json]:
    """Return ``state`` as JSON fields. Nothing in it is secret: a sealed card is not in it."""
    return {
        "distance": state.distance,
        "stop_when_decided": state.stop_when_decided,
        "round": round_mark(state.round),
        "trick": state.trick if state.hearts else None,
        "chip": state.chip,
        HEARTS: list(letters_of(state.hearts)),
        SPADES: list(letters_of(state.spades)),
        "goals": {HEARTS: state.hearts_goals, SPADES: state.spades_goals},
        "last": _last(state.last) if state.last else None,
    }


def _last(trick: Trick) -> dict[str, Json]:
    return {
        "round": round_mark(trick.round),
        "trick": trick.number,
        HEARTS: RANKS[trick.hearts],
        SPADES: RANKS[trick.spades],
        "winner": _WINNER[compare(trick.hearts, trick.spades)],
        "chip": trick.chip,
        "goal": trick.goal,
        "forced": trick.forced,
    }


def from_fields(fields: Mapping[str, Json]) -> tuple[State, Seat]:
    """Return the hands that a JSON object from outside describes, and whose cards are asked for.

    Needs ``to_move`` (hearts or spades), ``hearts`` and ``spades`` (lists of ranks, as many on
    either side). Raises ``BadPosition``. Other fields are not read: legal cards do not depend on
    them.
    """
    seat = fields.get("to_move")
    if not isinstance(seat, str) or seat not in SEATS:
        raise BadPosition("bad_position", field="to_move", expected="hearts or spades")
    hearts, spades = (_hand(name, fields.get(name)) for name in SEATS)
    if hearts.bit_count() != spades.bit_count():
        raise BadPosition("bad_position", field=SPADES, expected="as many cards as hearts")
    return State(hearts=hearts, spades=spades), seat


def _hand(field: str, value: Json) -> Hand:
    if not isinstance(value, list) or not 0 < len(value) <= CARDS:
        raise BadPosition("bad_position", field=field, expected="1 to 13 ranks")
    if not all(isinstance(letter, str) and letter in RANK for letter in value):
        raise BadPosition("bad_position", field=field, expected=f"ranks of {RANKS}")
    hand = hand_of(RANK[letter] for letter in value)
    if hand.bit_count() != len(value):
        raise BadPosition("bad_position", field=field, expected="no rank twice")
    return hand
