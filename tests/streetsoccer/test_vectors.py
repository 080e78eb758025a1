"""The engine agrees with every vector, made by an independent program."""

import json
from pathlib import Path
from typing import Any

import pytest

from streetsoccer import moves
from streetsoccer.fields import from_fields
from streetsoccer.game import game
from streetsoccer.notation import write

VECTORS = Path(__file__).parents[1] / "vectors" / "streetsoccer"


def vectors(name: str, count: int) -> list[Any]:
    """Return the lines of a file as test parameters; there must be ``count`` of them."""
    lines = [json.loads(line) for line in (VECTORS / f"{name}.jsonl").read_text().splitlines()]
    assert len(lines) == count
    return [pytest.param(line, id=f"{name}-{line['id']}") for line in lines]


@pytest.mark.parametrize("vector", vectors("positions", 300) + vectors("special", 9))
def test_every_legal_move(vector: dict[str, Any]) -> None:
    position = from_fields(vector)
    assert [write(move) for move in moves.legal(position) or ()] == vector["legal"]
    assert (moves.forced(position) is not None) == (vector["legal"] == [])
    assert game.ops["legal"](vector) == {"legal": vector["legal"]}


@pytest.mark.parametrize("vector", vectors("setups", 120))
def test_setups(vector: dict[str, Any]) -> None:
    assert game.ops["setup"](vector)["legal"] is vector["legal"]


@pytest.mark.parametrize("vector", vectors("games", 26))
def test_whole_games(vector: dict[str, Any]) -> None:
    assert game.ops["replay"](vector) == {
        "score": vector["score"],
        "outcome": vector["outcome"],
        "plies": len(vector["moves"]),
    }
