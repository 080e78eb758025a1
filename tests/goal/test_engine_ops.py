"""The game's operations of the engine protocol: bad input."""

from typing import Any

import pytest

from golem.games.goal.game import game
from golem.play.errors import BadPosition

PAIRS = [["C7", "CJ"], ["CK", "C2"]]


def replay(**request: Any) -> dict[str, Any]:
    return game.ops["replay"]({"moves": PAIRS, **request})


def test_the_beginning_of_a_match() -> None:
    assert replay() == {
        "score": {"hearts": 0, "spades": 0},
        "outcome": None,
        "chip": 0,
        "plies": 2,
        "record": "R1 H7|SJ>-1 HK|S2>0",
    }


def test_the_forced_pair_is_played_without_being_asked_for() -> None:
    ties = [[f"C{rank}"] * 2 for rank in "23456789TJQK"]
    answer = replay(moves=ties)
    assert answer["plies"] == 13
    assert answer["record"].endswith(" HK|SK>0 HA|SA>0*")
    assert failed(moves=[*ties, ["CA", "CA"], ["CA", "CA"]]) == ("not_in_hand", 15, "hearts")


def test_options_count() -> None:
    moves = [["CK", "C2"], ["CQ", "C3"]]
    assert replay(moves=moves, options={"distance": 2})["score"]["hearts"] == 1
    assert replay(moves=moves, options={})["score"]["hearts"] == 0
    assert replay(moves=moves, options=None)["score"]["hearts"] == 0


def failed(**request: Any) -> tuple[str, int, str]:
    error = replay(**request)["error"]
    return error["code"], error["ply"], error["seat"]


@pytest.mark.parametrize(
    ("moves", "code", "ply", "seat"),
    [
        ([["C1", "CJ"]], "unexpected", 1, "hearts"),
        ([["C7", "cj"]], "unexpected", 1, "spades"),
        ([["C7", None]], "not_text", 1, "spades"),
        ([["C7", ["CJ"]]], "not_text", 1, "spades"),
        ([*PAIRS, ["C7", "C3"]], "not_in_hand", 3, "hearts"),
        ([*PAIRS, ["C8", "C2"]], "not_in_hand", 3, "spades"),
    ],
)
def test_the_first_thing_that_fails(moves: Any, code: str, ply: int, seat: str) -> None:
    assert failed(moves=moves) == (code, ply, seat)


@pytest.mark.parametrize(
    "pair", ["C7", ["C7"], ["C7", "CJ", "CA"], {"hearts": "C7", "spades": "CJ"}, None, 7]
)
def test_what_is_no_pair(pair: Any) -> None:
    with pytest.raises(BadPosition, match="bad_request") as refused:
        replay(moves=[*PAIRS, pair])
    assert (refused.value.data["field"], refused.value.data["ply"]) == ("moves", 3)


def test_after_the_end() -> None:
    goals = [["CK", "C2"], ["CQ", "C3"], ["CJ", "C4"], ["CT", "C5"]]
    level = [[f"C{rank}"] * 2 for rank in "23456789TJQK"]
    assert replay(moves=[*level, *level, *goals[:3]])["outcome"] == {
        "how": "tie_break",
        "winner": "hearts",
    }
    assert failed(moves=[*level, *level, *goals]) == ("match_over", 30, "hearts")


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"moves": None}, "moves"),
        ({"moves": "C7"}, "moves"),
        ({"options": []}, "options"),
        ({"options": {"distance": 5}}, "options"),
        ({"options": {"distance": True}}, "options"),
        ({"options": {"distance": "3"}}, "options"),
        ({"options": {"distance": [3]}}, "options"),
        ({"options": {"length": 3}}, "options"),
    ],
)
def test_a_field_that_cannot_be_used(request_: dict[str, Any], field: str) -> None:
    with pytest.raises(BadPosition) as refused:
        replay(**request_)
    assert refused.value.data["field"] == field


@pytest.mark.parametrize(
    "record",
    [
        None,
        7,
        "H7|SJ>-1",
        "R1",
        "R1 H7|SJ>+1",
        "R1  H7|SJ>-1",
        "R1 H7|SJ>-1 ",
        "R2 H7|SJ>-1",
        "R1 H7|SJ>-1*",
        "R1 H7|SJ>-1 H7|S2>0",
        "R1 H7|SJ",
        "x" * 100_000,
        "R1 " * 1_000,
    ],
)
def test_a_record_that_is_none(record: object) -> None:
    with pytest.raises(BadPosition, match="bad_record"):
        replay(record=record)


def test_an_empty_record_is_a_match_that_has_not_begun() -> None:
    assert replay(record="")["plies"] == 0


# --- legal ---------------------------------------------------------------------------------------


def legal(**request: Any) -> list[str]:
    fields = {"to_move": "spades", "hearts": ["2", "K"], "spades": ["A", "T"], **request}
    listed: list[str] = game.ops["legal"](fields)["legal"]
    return listed


def test_the_legal_cards() -> None:
    assert legal() == ["CA", "CT"]
    assert legal(to_move="hearts") == ["C2", "CK"]
    whole = list("23456789TJQKA")
    assert legal(hearts=whole, spades=whole) == sorted(f"C{rank}" for rank in whole)


def test_the_position_of_the_api_can_be_asked_about() -> None:
    position = dict(game.describe(game.start({})).fields)
    assert len(legal(**position)) == 13


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"to_move": "clubs"}, "to_move"),
        ({"to_move": None}, "to_move"),
        ({"to_move": ["hearts"]}, "to_move"),
        ({"hearts": []}, "hearts"),
        ({"hearts": "2K"}, "hearts"),
        ({"hearts": ["2", "2"]}, "hearts"),
        ({"hearts": ["2", "1"]}, "hearts"),
        ({"hearts": ["2", 3]}, "hearts"),
        ({"hearts": ["2", ["3"]]}, "hearts"),
        ({"hearts": ["2"] * 14}, "hearts"),
        ({"hearts": ["2"]}, "spades"),
        ({"spades": None}, "spades"),
    ],
)
def test_hands_that_cannot_be(request_: dict[str, Any], field: str) -> None:
    with pytest.raises(BadPosition) as refused:
        legal(**request_)
    assert refused.value.data["field"] == field
