"""The engine agrees with every vector, made by an independent program."""

import json
from pathlib import Path
from typing import Any

import pytest

from golem.games.golden_goal import moves
from golem.games.golden_goal.fields import from_fields
from golem.games.golden_goal.game import game
from golem.games.golden_goal.notation import write
from tests.golden_goal import brute

VECTORS = Path(__file__).parents[1] / "vectors" / "golden_goal" / "positions.jsonl"
LINES = [json.loads(line) for line in VECTORS.read_text().splitlines()]


def test_there_are_all_of_them() -> None:
    assert len(LINES) == 200
    assert {line["phase"] for line in LINES} == {"kickoff", "turn", "restart"}


@pytest.mark.parametrize("vector", LINES, ids=lambda line: str(line["id"]))
def test_every_legal_move(vector: dict[str, Any]) -> None:
    position = from_fields(vector)
    assert [write(move) for move in moves.legal(position) or ()] == vector["legal"]
    assert (moves.forced(position) is not None) == (vector["legal"] == [])
    assert game.ops["legal"](vector) == {"legal": vector["legal"]}


@pytest.mark.parametrize("vector", LINES, ids=lambda line: str(line["id"]))
def test_the_second_program_agrees_too(vector: dict[str, Any]) -> None:
    assert brute.legal(vector) == vector["legal"]
