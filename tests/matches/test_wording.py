"""Every code that a game can show has words for people."""

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from golem import registry
from golem.matches.wording import known, say
from golem.play.controls import PRESETS
from golem.play.protocol import Clicks, full_options

REFUSALS = {"NotationError", "IllegalMove", "BadPosition"}
CODES_IN_VARIABLES = {
    "streetsoccer": {"incomplete", "unexpected", "centre_circle", "keeper_field"},
    "golden_goal": {"incomplete", "unexpected"},
    "goal": {"no_draw_owed"},
}
ASKED = {
    "streetsoccer": {"place", "piece", "walk", "kick", "keeper", "done"},
    "golden_goal": {
        *("place", "place_keeper", "place_outfielder"),
        *("piece", "walk", "kick", "aside", "keeper", "done"),
    },
    "goal": {"card", "done"},
}
ENDINGS = {
    "streetsoccer": {"normal_time", "sudden_death", "last_goal", "scoreless"},
    "golden_goal": {
        *("golden_goal", "first_to_3", "last_chance", "time"),
        *("sudden_death", "last_goal", "scoreless", "draw"),
    },
    "goal": {"normal_time", "tie_break", "draw"},
}
DRAWS: dict[str, set[str]] = {
    "streetsoccer": {"kickoff", "turn", "restart"},
    "golden_goal": {"kickoff", "turn", "restart"},
    "goal": set(),
}


def refusals_in(game: str) -> set[str]:
    """Return the codes that stand as text where a refusal is made: in the game's package, and in
    what it uses of rooms that several games share."""
    package = type(registry.load(game)).__module__.rpartition(".")[0]
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    waiting = list(Path(spec.submodule_search_locations[0]).glob("*.py"))
    found, seen = set[str](), set[Path]()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            tree = ast.parse(path.read_text())
            found.update(_codes(tree))
            waiting += _shared(tree)
    return found | CODES_IN_VARIABLES[game]


def _shared(tree: ast.AST) -> Iterator[Path]:
    """Yield the files of the modules below ``golem.play`` (not those in it) that are imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and re.match(r"golem\.play\.\w+\.", node.module or ""):
            spec = find_spec(str(node.module))
            assert spec is not None
            assert spec.origin is not None
            yield Path(spec.origin)


def _codes(tree: ast.AST) -> Iterator[str]:
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.args):
            continue
        first = call.args[0]
        if call.func.id in REFUSALS and isinstance(first, ast.Constant):
            yield str(first.value)


def test_the_search_finds_codes() -> None:
    assert {"occupied", "wrong_distance", "kickoff_goal", "bad_letter"} <= refusals_in(
        "streetsoccer"
    )


@pytest.mark.parametrize("game", registry.game_keys())
def test_every_refusal_has_a_sentence(game: str) -> None:
    data = {"column": 3, "expected": "a-f", "field": "ply"}
    for code in sorted(refusals_in(game)):
        sentence = known(game, "refused", code, data)
        assert sentence.endswith("."), code
        assert sentence[0].isupper(), code


@pytest.mark.parametrize("game", registry.game_keys())
@pytest.mark.parametrize(
    ("kind", "codes"),
    [("ask", ASKED), ("how", ENDINGS), ("draw", DRAWS)],
    ids=["ask", "how", "draw"],
)
def test_every_other_code_has_words(game: str, kind: str, codes: dict[str, set[str]]) -> None:
    assert not [code for code in sorted(codes[game]) if not known(game, kind, code, {})]


@pytest.mark.parametrize("game", registry.game_keys())
def test_seats_have_words(game: str) -> None:
    assert all(known(game, "seat", seat, {}) for seat in registry.load(game).info.seats)


@pytest.mark.parametrize("game", registry.game_keys())
def test_the_first_question_is_worded(game: str) -> None:
    value = registry.load(game)
    if not isinstance(value, Clicks):
        return
    state = value.start(full_options(value.info, {}))
    while (want := value.wants(state)) is not None:
        state = value.supply(state, _some_values(want.kind))
    draft = value.click(state, value.to_move(state)[0], "", None)
    assert known(game, "ask", draft.ask, {})


def _some_values(kind: str) -> tuple[int, ...]:
    return {"unequal_pair": (5, 2)}.get(kind, (4,))


@pytest.mark.parametrize("name", PRESETS)
def test_time_controls_have_words(name: str) -> None:
    assert known("", "control", name, {})


def test_data_is_spoken_and_not_escaped() -> None:
    sentence = say("streetsoccer", "refused", "unexpected", {"column": 4, "expected": "| or <end>"})
    assert sentence == "At column 4 should stand: | or <end>."


def test_what_is_no_card_is_told_what_a_card_is() -> None:
    sentence = say("goal", "refused", "unexpected", {"column": 1, "expected": "C"})
    assert sentence.startswith("At column 1 this is no card. A card is C and a rank: 2 to 9,")


def test_what_the_house_refuses_is_worded_elsewhere() -> None:
    assert say("streetsoccer", "refused", "stale_ply", {"ply": 9}).endswith("9 now.")


def test_a_code_without_words_is_spelled_out() -> None:
    assert say("streetsoccer", "how", "by_the_weather") == "by the weather"
    assert say("no_such_game", "role", "keeper") == "keeper"
