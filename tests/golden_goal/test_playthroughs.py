"""The matches in ``playthroughs/`` replay to the letter."""

from pathlib import Path

import pytest

from golem.games.golden_goal import diagram
from golem.games.golden_goal.game import game
from golem.games.golden_goal.position import Variant
from tests.playthroughs import File, options_of, written

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_replays(path: Path) -> None:
    text = path.read_text()
    assert written(game, options_of(text), File(text), diagram.write) == text


def test_every_variant_has_one() -> None:
    assert {options_of(path.read_text())["variant"] for path in FILES} == set(map(str, Variant))
    assert {options_of(path.read_text())["setup"] for path in FILES} == {"single", "blocks"}
