"""The game's operations of the engine protocol: bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from golem.play.errors import BadPosition
from streetsoccer.game import game

VECTORS = Path(__file__).parents[1] / "vectors" / "streetsoccer" / "games.jsonl"
GAMES: list[dict[str, Any]] = [json.loads(line) for line in VECTORS.read_text().splitlines()]
GAME = GAMES[0]


def replay(**changes: Any) -> dict[str, Any]:
    return game.ops["replay"]({**GAME, **changes})


def failed(**changes: Any) -> tuple[str, int]:
    error = replay(**changes)["error"]
    return error["code"], error["ply"]


def changed(field: str, at: int, value: Any) -> dict[str, Any]:
    values = list(GAME[field])
    values[at] = value
    return {field: values}


@pytest.mark.parametrize("plies", [0, 1, 2, 3, 4, 51])
def test_the_beginning_of_a_game(plies: int) -> None:
    result = replay(moves=GAME["moves"][:plies])
    assert result["plies"] == plies
    assert result["outcome"] is None


@pytest.mark.parametrize(
    ("change", "code", "ply"),
    [
        (changed("moves", 0, "Pcicicj"), "same_square", 1),
        (changed("moves", 0, "garbage"), "bad_letter", 1),
        (changed("moves", 0, None), "not_text", 1),
        (changed("moves", 1, "Pehejcc"), "occupied", 2),
        (changed("moves", 2, "Bca"), "kickoff_goal", 3),
        (changed("moves", 3, "-"), "server_only", 4),
        (changed("moves", 3, ["Mfgfh"]), "not_text", 4),
        (changed("moves", 10, "Mcccd"), "wrong_distance", 11),
        ({"moves": [*GAME["moves"], "Mabac"]}, "match_over", 53),
        ({"dice": GAME["dice"][:10]}, "draw_owed", 13),
        ({"dice": []}, "draw_owed", 4),
        ({"virtual_dice": []}, "bad_draw", 1),
        ({"virtual_dice": [3, 3]}, "bad_draw", 1),
        ({"virtual_dice": [3, 4, 4]}, "bad_draw", 1),
        ({"virtual_dice": ["3", 4]}, "bad_draw", 1),
        ({"virtual_dice": [3, 5]}, "bad_draw", 3),
        (changed("dice", 0, 2), "bad_draw", 3),
        (changed("dice", 1, 7), "bad_draw", 4),
        (changed("dice", 1, True), "bad_draw", 4),
        (changed("dice", 1, None), "bad_draw", 4),
        (changed("dice", 4, 1), "bad_draw", 7),
    ],
)
def test_the_first_thing_that_fails(change: dict[str, Any], code: str, ply: int) -> None:
    assert failed(**change) == (code, ply)


def test_a_failure_before_the_kickoff_comes_first() -> None:
    moves = ["Pcicicj", *GAME["moves"][1:]]
    assert failed(moves=moves, dice=[5, *GAME["dice"][1:]]) == ("same_square", 1)


def test_an_empty_kickoff_pair_is_used_up() -> None:
    assert replay(virtual_dice=[6, 6, 3, 4])["plies"] == 52


def test_surplus_dice_are_not_looked_at() -> None:
    assert replay(dice=[*GAME["dice"], 99, None]) == replay()


@pytest.mark.parametrize("field", ["virtual_dice", "dice", "moves"])
@pytest.mark.parametrize("value", [None, "x", {"a": 1}, 7])
def test_a_field_that_is_no_list(field: str, value: object) -> None:
    with pytest.raises(BadPosition) as refused:
        replay(**{field: value})
    assert refused.value.data["field"] == field


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"side": "yellow", "move": "x"}, "bad_letter"),
        ({"side": "yellow", "move": None}, "not_text"),
        ({"side": "yellow", "move": "Bab"}, "wrong_phase"),
        ({"side": "yellow", "move": "Pagahai"}, "half"),
        ({"side": "red", "yellow_setup": "Pabbdak", "move": "Pabacai"}, "occupied"),
    ],
)
def test_a_setup_that_is_illegal(request_: dict[str, Any], code: str) -> None:
    answer = game.ops["setup"](request_)
    assert answer["legal"] is False
    assert answer["error"]["code"] == code


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"side": "blue", "move": "Pabbdak"}, "side"),
        ({"move": "Pabbdak"}, "side"),
        ({"side": ["red"], "move": "Pabbdak"}, "side"),
        ({"side": "yellow", "yellow_setup": "Pabbdak", "move": "Pabbdak"}, "yellow_setup"),
        ({"side": "red", "move": "Pabbdak"}, "yellow_setup"),
        ({"side": "red", "yellow_setup": "Pagahai", "move": "Pabbdak"}, "yellow_setup"),
    ],
)
def test_a_setup_request_that_makes_no_sense(request_: dict[str, Any], field: str) -> None:
    with pytest.raises(BadPosition) as refused:
        game.ops["setup"](request_)
    assert refused.value.data["field"] == field
