"""Positions near a goal, so that any die scores, and what is asked of a match that ends."""

from typing import Any

import pytest

from golem.games.golden_goal import moves, rules
from golem.games.golden_goal.fields import from_fields
from golem.games.golden_goal.game import game
from golem.games.golden_goal.notation import parse
from golem.games.golden_goal.position import Phase, Position
from golem.play.errors import IllegalMove
from golem.play.protocol import Outcome

# Each side has one beside a ball in front of the other's net, so that any die scores.
GOALS: dict[str, dict[str, Any]] = {
    "yellow": {
        "ball": "cb",
        "yellow": ["ck", "cc", "dg", "fh", "fi"],
        "red": ["db", "df", "fd", "fe", "bh"],
    },
    "red": {
        "ball": "ck",
        "yellow": ["dk", "cg", "ah", "fh", "bd"],
        "red": ["db", "cj", "fd", "fe", "ai"],
    },
}
SCORES = {"yellow": "Mcccb|G", "red": "Mcjck|G"}
ASIDE = {"yellow": "|Rbb", "red": "|Rbk"}
QUIET = {"yellow": "Mfhgh", "red": "Mfdgd"}
OTHER = {"yellow": "red", "red": "yellow"}
WON = {"yellow": {"yellow": 5, "red": 0}, "red": {"yellow": 0, "red": 5}}
EVEN = {"yellow": 2, "red": 2}
"""Points of a match that was won, and of one that nobody won."""


def at(seat: str, turn: int, variant: str, score: str = "0:0", **more: Any) -> Position:
    """Return a position with ``seat`` to make ``turn``, near a goal; yellow's goals come first."""
    yellow, red = map(int, score.split(":"))
    fields = {
        **GOALS[seat],
        "variant": variant,
        "phase": "turn",
        "to_move": seat,
        "die": 1,
        "ply": 11 + turn,
        "score": {"yellow": yellow, "red": red},
        **more,
    }
    return from_fields(fields)


def after(position: Position, notation: str) -> Position:
    move = moves.resolve(position, position.to_move, parse(notation))
    return rules.play(position, move)


def scored(position: Position) -> Position:
    seat = position.to_move
    aside = "" if position.variant == "golden_goal" else ASIDE[seat]
    return after(position, SCORES[seat] + aside)


def quiet(position: Position) -> Position:
    return after(position, QUIET[position.to_move])


def outcome(position: Position) -> Outcome:
    found = game.outcome(position)
    assert found is not None
    assert position.phase is Phase.OVER
    assert rules.wants(position) is None
    assert game.to_move(position) == ()
    assert game.legal(position, "yellow") == game.legal(position, "red") == []
    assert game.forced(position) == {}
    with pytest.raises(IllegalMove) as refused:
        moves.resolve(position, position.to_move, parse("Mabac"))
    assert refused.value.code == "match_over"
    return found


def goes_on(position: Position) -> bool:
    return game.outcome(position) is None and position.phase is not Phase.OVER


def near_a_goal(position: Position) -> Position:
    """Return ``position`` with players and ball such that its mover can score."""
    board = at(position.to_move, position.turn, "last_chance")
    return position._replace(
        phase=Phase.TURN, die=1, ball=board.ball, yellow=board.yellow, red=board.red
    )
