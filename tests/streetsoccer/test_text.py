"""Position <-> text, diagram and fields; what is refused from outside."""

from typing import Any

import pytest
from hypothesis import given, settings

from streetsoccer import diagram, fields, rules, text
from streetsoccer.game import game
from streetsoccer.position import Phase, Position
from tests.pitch.positions import NO_TEXTS, Forms, check_refused
from tests.streetsoccer.making import any_fields

LINE = "r2k1r/6/6/6/r4r/2o3/2Y3/6/5Y/Y1K2Y y turn 3 5 0:0 -"
DRAWING = """\
    a b c d e f
  a   . . . .   a
  b r . . k . r b
  c . . . . . . c
  d . . . . . . d
  e . . . . . . e
  f r . . . . r f
  g . . o . . . g
  h . . Y . . . h
  i . . . . . . i
  j . . . . . Y j
  k Y . K . . Y k
  l   . . . .   l
y turn 3 5 0:0 -"""
FIELDS: dict[str, Any] = {
    "phase": "turn",
    "to_move": "yellow",
    "die": 3,
    "ball": "cg",
    "yellow": ["ck", "ak", "ch", "fj", "fk"],
    "red": ["db", "ab", "af", "fb", "ff"],
}
FORMS = Forms(text, diagram, fields)


def test_the_same_position_three_ways() -> None:
    position = text.read(LINE)
    assert diagram.read(DRAWING) == fields.from_fields(FIELDS) == position
    assert text.write(position) == LINE
    assert diagram.write(position) == DRAWING
    assert fields.to_fields(position) == {**FIELDS, "ply": 5, "last_scorer": None}
    description = game.describe(position)
    assert description.text == LINE
    assert description.score == {"yellow": 0, "red": 0}


def test_the_first_positions() -> None:
    line = "3k2/6/6/6/2r3/3Y2/6/6/6/2K3 y setup - 1 0:0 -"
    assert text.write(rules.start()) == line
    assert text.read(line) == rules.start()
    drawn = rules.supply(rules.start(), (6, 2))
    assert text.write(drawn) == line.replace("setup -", "setup 4")


@settings(max_examples=100, deadline=None)
@given(any_fields())
def test_round_trips(given_fields: dict[str, Any]) -> None:
    FORMS.check_round_trips(given_fields)


def test_ends_round_trip() -> None:
    for line in (
        "r2k1r/6/6/6/r4r/2o3/2Y3/6/5Y/Y1K2Y y over - 53 2:0 y",
        "r2k1r/6/6/6/r4r/6/2Y3/6/5Y/Y1K2Y r over - 60 1:2 r",
        "r2k1r/6/6/6/r4r/2o3/2Y3/6/5Y/Y1K2Y y over - 73 1:1 r",
    ):
        position = text.read(line)
        assert position.phase is Phase.OVER
        assert text.write(position) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x" * 1_000_000,
        LINE + " ",
        LINE.replace("/6/", "/33/", 1),
        LINE.replace("/6/", "/7/", 1),
        LINE.replace("/6/", "/5/", 1),
        LINE.replace("/6/", "/YYYYYYY/", 1),
        LINE.replace("/6", "", 1),
        LINE.replace("o", "1"),
        LINE.replace("/6/", "/5o/", 1),
        LINE.replace("K", "Y"),
        LINE.replace("K", "k"),
        LINE.replace("2Y3", "6"),
        LINE.replace(" y ", " r "),
        LINE.replace(" 3 5", " 7 5"),
        LINE.replace(" 3 5", " 3 4"),
        LINE.replace(" 3 5", " 3 75"),
        LINE.replace(" 3 5", " 3 05"),
        LINE.replace(" 3 5", " \u0663 5"),
        LINE.replace("turn", "kickoff"),
        LINE.replace("turn 3", "restart 3"),
        LINE.replace("turn", "over"),
        LINE.replace("turn 3 5", "setup 3 1"),
        LINE.replace("0:0 -", "0:0 y"),
        LINE.replace("0:0 -", "1:0 -"),
        LINE.replace("0:0 -", "2:1 y"),
        LINE.replace("0:0 -", "1:0 r"),
        LINE.replace("0:0 -", "-1:0 -"),
        LINE.replace("3 5 0:0 -", "3 55 1:0 y"),
        LINE.replace("turn 3 5 0:0 -", "over - 55 1:1 y"),
    ],
)
def test_text_that_is_no_position(line: str) -> None:
    check_refused(text, line)


@pytest.mark.parametrize("value", NO_TEXTS)
def test_what_is_no_text(value: object) -> None:
    check_refused(text, value)


@pytest.mark.parametrize(
    "line",
    [
        "3k2/6/6/6/2r3/3Y2/6/6/6/2K3 y setup 6 1 0:0 -",
        "3k2/6/6/6/2r3/3Y2/6/6/6/2K3 r setup 2 2 0:0 -",
        "3k2/6/6/6/2rY2/3Y2/YY4/6/6/2K3 r setup 2 2 0:0 -",
        "3k2/6/6/6/2r3/3Y2/YY4/Y5/6/2K3 r setup 2 2 0:0 -",
        "3k2/6/6/6/2r3/3Y2/6/6/6/3K2 y setup 2 1 0:0 -",
        "3k2/6/6/6/3r2/2Y3/6/6/6/2K3 y setup 2 1 0:0 -",
        "Y2k2/6/6/6/2r3/3Y2/YY4/6/6/2K3 r setup - 2 0:0 -",
    ],
)
def test_setups_that_cannot_be(line: str) -> None:
    check_refused(text, line)


def test_a_setup_half_way() -> None:
    line = "Y2k2/6/6/6/2r3/3Y2/YY4/6/6/2K3 r setup 3 2 0:0 -"
    assert text.write(text.read(line)) == line


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"phase": "setup"}, "bad_position", "phase"),
        ({"phase": "over"}, "bad_position", "phase"),
        ({"phase": ["turn"]}, "bad_position", "phase"),
        ({"phase": None}, "bad_position", "phase"),
        ({"to_move": "blue"}, "bad_position", "to_move"),
        ({"to_move": ["red"]}, "bad_position", "to_move"),
        ({"to_move": "red", "ply": 5}, "bad_position", "to_move"),
        ({"ply": "5"}, "bad_position", "ply"),
        ({"ply": 75}, "bad_position", "ply"),
        ({"ply": 3}, "bad_position", "ply"),
        ({"die": 0}, "bad_position", "die"),
        ({"die": 7}, "bad_position", "die"),
        ({"die": True}, "bad_position", "die"),
        ({"die": 3.0}, "bad_position", "die"),
        ({"die": "3"}, "bad_position", "die"),
        ({"die": None}, "bad_position", "die"),
        ({"ball": None}, "bad_position", "ball"),
        ({"ball": "zz"}, "bad_position", "ball"),
        ({"ball": 7}, "bad_position", "ball"),
        ({"ball": "ca"}, "off_field", None),
        ({"ball": "ck"}, "occupied", None),
        ({"yellow": "ck ak ch fj fk"}, "bad_position", "yellow"),
        ({"yellow": ["ck", "ak", "ch", "fj"]}, "bad_position", "yellow"),
        ({"yellow": ["ck", "ak", "ch", "fj", None]}, "bad_position", "yellow"),
        ({"yellow": ["ck", "ak", "ch", "fj", ["fk"]]}, "bad_position", "yellow"),
        ({"yellow": ["ck", "ak", "ch", "fj", "fj"]}, "same_square", None),
        ({"yellow": ["ck", "ak", "ch", "fj", "ab"]}, "same_square", None),
        ({"red": ["ca", "ab", "af", "fb", "ff"]}, "off_field", None),
        ({"red": None}, "bad_position", "red"),
        ({"phase": "restart"}, "bad_position", "ball"),
        ({"phase": "restart", "ball": None, "die": 1}, "bad_position", "die"),
        ({"phase": "kickoff", "ball": None, "die": 3}, "bad_position", "yellow"),
        ({"phase": "kickoff", "ball": None, "to_move": "red"}, "bad_position", "to_move"),
    ],
)
def test_fields_that_are_no_position(change: dict[str, Any], code: str, field: str | None) -> None:
    FORMS.check_refused_fields({**FIELDS, **change}, code, field)


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_a_missing_field(name: str) -> None:
    FORMS.check_missing(FIELDS, name)


def test_the_ball_of_a_kickoff_may_be_named() -> None:
    kickoff = {**FIELDS, "phase": "kickoff", "yellow": ["ck", "dg", "ch", "fj", "fk"]}
    assert fields.from_fields({**kickoff, "ball": "dg"}).ball is None
    FORMS.check_refused_fields({**kickoff, "ball": "df"}, "bad_position", "ball")


@pytest.mark.parametrize(
    "drawing",
    [
        "",
        DRAWING.replace("  e ", "  x "),
        DRAWING.replace("  d . . . . . . d\n", ""),
        DRAWING.replace("o", "q"),
        DRAWING.replace("c . . . . . . c", "c . . ."),
        DRAWING.replace("turn", "tune"),
    ],
)
def test_drawings_that_are_no_position(drawing: str) -> None:
    check_refused(diagram, drawing)


def test_positions_are_values() -> None:
    assert isinstance(text.read(LINE), Position)
    FORMS.check_values(LINE)
