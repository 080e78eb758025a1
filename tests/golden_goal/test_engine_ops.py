"""The game's operations of the engine protocol."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golem.games.golden_goal import rules
from golem.games.golden_goal.game import game
from golem.games.golden_goal.notation import write
from golem.games.golden_goal.position import Phase, Position
from golem.play import chance
from golem.play.errors import BadPosition, Refusal
from tests.golden_goal.playing import random_move


def played(variant: str, setup: str, seed: int) -> dict[str, Any]:
    """Return a random match as a request of ``replay``, and its end as ``end``."""
    rng = Random(seed)
    position = rules.start({"variant": variant, "setup": setup})
    source = iter(lambda: rng.randint(1, 6), 0)
    request: dict[str, Any] = {"options": {"variant": variant, "setup": setup}}
    request |= {"virtual_dice": [], "dice": [], "moves": []}
    while position.phase is not Phase.OVER:
        want = rules.wants(position)
        if want is not None:
            values = chance.draw(want.kind, source)
            position = rules.supply(position, values)
            if position.phase is Phase.KICKOFF:
                request["virtual_dice"] = list(values)
            else:
                request["dice"].append(values[-1])
        move = random_move(position, rng)
        request["moves"].append(write(move))
        position = rules.play(position, move)
    return request | {"end": position}


MATCH = played("first_to_3", "single", 1)
REQUEST = {key: value for key, value in MATCH.items() if key != "end"}


def replay(**changes: Any) -> dict[str, Any]:
    return game.ops["replay"]({**REQUEST, **changes})


def changed(field: str, at: int, value: Any) -> dict[str, Any]:
    values = list(REQUEST[field])
    values[at] = value
    return {field: values}


@pytest.mark.parametrize("setup", ["single", "blocks"])
@pytest.mark.parametrize("variant", ["golden_goal", "time_limit", "first_to_3", "last_chance"])
def test_a_whole_match(variant: str, setup: str) -> None:
    match = played(variant, setup, 5)
    end: Position = match.pop("end")
    outcome = game.outcome(end)
    assert outcome is not None
    assert game.ops["replay"](match) == {
        "score": {"yellow": end.yellow_goals, "red": end.red_goals},
        "outcome": {
            "how": outcome.how,
            "winner": outcome.winner,
            "points": dict(outcome.points),
        },
        "plies": len(match["moves"]),
    }


@pytest.mark.parametrize("plies", [0, 1, 9, 10, 11, 12, 20])
def test_the_beginning_of_a_match(plies: int) -> None:
    result = replay(moves=REQUEST["moves"][:plies])
    assert result["plies"] == plies
    assert result["outcome"] is None


def test_the_options_have_defaults() -> None:
    request = played("golden_goal", "single", 3)
    assert game.ops["replay"]({**request, "options": None})["outcome"]["how"] == "golden_goal"
    assert game.ops["replay"]({**request, "options": {}})["outcome"]["how"] == "golden_goal"


@pytest.mark.parametrize(
    ("change", "code", "ply"),
    [
        (changed("moves", 0, "Pcf"), "centre_circle", 1),
        (changed("moves", 0, "garbage"), "bad_letter", 1),
        (changed("moves", 0, None), "not_text", 1),
        (changed("moves", 10, "Bga"), "off_field", 11),
        (changed("moves", 11, "-"), "server_only", 12),
        (changed("moves", 11, ["Mfgfh"]), "not_text", 12),
        ({"moves": [*REQUEST["moves"], "Mabac"]}, "match_over", len(REQUEST["moves"]) + 1),
        ({"dice": REQUEST["dice"][:4]}, "draw_owed", 16),
        ({"dice": []}, "draw_owed", 12),
        ({"virtual_dice": []}, "bad_draw", 11),
        ({"virtual_dice": [3, 3]}, "bad_draw", 11),
        ({"virtual_dice": [3, 4, 4]}, "bad_draw", 11),
        ({"virtual_dice": ["3", 4]}, "bad_draw", 11),
        (changed("dice", 0, 7), "bad_draw", 12),
        (changed("dice", 0, True), "bad_draw", 12),
        (changed("dice", 0, None), "bad_draw", 12),
    ],
)
def test_the_first_thing_that_fails(change: dict[str, Any], code: str, ply: int) -> None:
    error = replay(**change)["error"]
    assert (error["code"], error["ply"]) == (code, ply)


def test_surplus_dice_are_not_looked_at() -> None:
    assert replay(dice=[*REQUEST["dice"], 99, None]) == replay()


@pytest.mark.parametrize("field", ["virtual_dice", "dice", "moves"])
@pytest.mark.parametrize("value", [None, "x", {"a": 1}, 7])
def test_a_field_that_is_no_list(field: str, value: object) -> None:
    with pytest.raises(BadPosition) as refused:
        replay(**{field: value})
    assert refused.value.data["field"] == field


@pytest.mark.parametrize(
    "options",
    [
        7,
        "golden_goal",
        ["variant"],
        {"variant": "silver_goal"},
        {"variant": 1},
        {"variant": ["golden_goal"]},
        {"setup": True},
        {"colour": "blue"},
    ],
)
@pytest.mark.parametrize("op", ["replay", "setup"])
def test_options_that_there_are_not(options: object, op: str) -> None:
    with pytest.raises(BadPosition) as refused:
        game.ops[op]({**REQUEST, "options": options, "before": [], "move": "Kck"})
    assert refused.value.data["field"] == "options"


@pytest.mark.parametrize(
    ("setup", "before", "move", "code"),
    [
        ("single", [], "Kck", None),
        ("single", [], "Kcb", "keeper_start"),
        ("single", [], "x", "bad_letter"),
        ("single", [], None, "not_text"),
        ("single", ["Kck"], "Kdb", None),
        ("single", ["Kck", "Kdb", "Pcg", "Pdf"], "Pdg", "setup_numbers"),
        ("blocks", [], "Kck|Pcg", "wrong_count"),
        ("blocks", ["Kck"], "Kdb|Pdf", None),
        ("blocks", ["Kck"], "Bab", "wrong_phase"),
    ],
)
def test_a_hand_over_of_the_setup(
    setup: str, before: list[str], move: object, code: str | None
) -> None:
    request = {"options": {"setup": setup}, "before": before, "move": move}
    answer = game.ops["setup"](request)
    assert answer["legal"] is (code is None)
    if code is not None:
        assert answer["error"]["code"] == code


@pytest.mark.parametrize("before", [None, "Kck", ["Kcb"], ["Kck"] * 2, ["x"], [None], ["Kck"] * 99])
def test_moves_before_that_are_no_setup(before: object) -> None:
    with pytest.raises(BadPosition) as refused:
        game.ops["setup"]({"before": before, "move": "Pcg"})
    assert refused.value.data["field"] == "before"


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=False),
    st.sampled_from(["", "ck", "zz", "turn", "G", "-", "Kck", "last_chance", "yellow", "\ud800"]),
    st.lists(st.sampled_from(["ck", "ab", None, 7, []]), max_size=6),
    st.dictionaries(st.sampled_from(["yellow", "red", "variant", "setup"]), st.integers(0, 9)),
)
FIELDS: dict[str, Any] = {
    "phase": "turn",
    "to_move": "yellow",
    "die": 3,
    "ball": "cg",
    "yellow": ["ck", "ab", "ch", "fj", "fk"],
    "red": ["db", "zb", "af", "fb", "ff"],
    "variant": "last_chance",
    "score": {"yellow": 1, "red": 0},
    "before": ["Kck"],
    "move": "Kdb",
    **REQUEST,
}
NAMES = sorted({*FIELDS, "ply", "setup", "last_scorer", "last_chance"})


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["legal", "setup", "replay"]),
    st.dictionaries(st.sampled_from(NAMES), JUNK, min_size=1, max_size=4),
)
def test_junk_is_answered_or_refused(op: str, junk: dict[str, Any]) -> None:
    try:
        answer = game.ops[op]({**FIELDS, **junk})
    except Refusal as refusal:
        answer = {"error": {**refusal.data, "code": refusal.code}}
    assert json.dumps(answer)
