"""The engine agrees with every vector, made by an independent program."""

import json
from pathlib import Path
from typing import Any

import pytest

from golem.games.goal.game import game

VECTORS = Path(__file__).parents[1] / "vectors" / "goal" / "games.jsonl"
LINES: list[dict[str, Any]] = [json.loads(line) for line in VECTORS.read_text().splitlines()]


def test_all_lines_are_here() -> None:
    assert len(LINES) == 30
    assert {line["outcome"]["how"] for line in LINES} == {"normal_time", "tie_break", "draw"}


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
def test_whole_matches(line: dict[str, Any]) -> None:
    answer = game.ops["replay"](line)
    assert (answer["score"], answer["outcome"]) == (line["score"], line["outcome"])
    again = game.ops["replay"]({"options": line["options"], "record": answer["record"]})
    assert again == answer
