"""Position <-> text, diagram and fields; what is refused from outside."""

from typing import Any

import pytest
from hypothesis import given, settings

from golem.games.golden_goal import diagram, fields, rules, text
from golem.games.golden_goal.game import game
from golem.games.golden_goal.position import Phase, Position
from tests.golden_goal.making import any_fields
from tests.pitch.positions import NO_TEXTS, Forms, check_refused

LINE = "8/1r3k1r/8/8/8/1r4r1/3o4/3Y4/8/6Y1/3K3Y/Y7 y turn 3 14 0:0 - golden_goal single r -"
DRAWING = """\
    z a b c d e f g
  a . . .     . . . a
  b . r . . . k . r b
  c . . . . . . . . c
  d . . . . . . . . d
  e . . . . . . . . e
  f . r . . . . r . f
  g . . . o . . . . g
  h . . . Y . . . . h
  i . . . . . . . . i
  j . . . . . . Y . j
  k . . . K . . . Y k
  l Y . .     . . . l
y turn 3 14 0:0 - golden_goal single r -"""
FIELDS: dict[str, Any] = {
    "variant": "golden_goal",
    "phase": "turn",
    "to_move": "yellow",
    "die": 3,
    "ball": "cg",
    "yellow": ["ck", "zl", "ch", "fj", "gk"],
    "red": ["eb", "ab", "af", "gb", "ff"],
}
FORMS = Forms(text, diagram, fields)


def test_the_same_position_three_ways() -> None:
    position = fields.from_fields({**FIELDS, "ply": 14})
    assert text.write(position) == LINE
    assert diagram.write(position) == DRAWING
    assert text.read(LINE) == diagram.read(DRAWING) == position
    assert fields.to_fields(position) == {
        **FIELDS,
        "yellow": ["ck", "zl", "ch", "fj", "gk"],
        "red": ["eb", "ab", "af", "ff", "gb"],
        "setup": "single",
        "ply": 14,
        "turn": 3,
        "kicker": "red",
        "score": {"yellow": 0, "red": 0},
        "last_scorer": None,
        "last_chance": None,
    }
    description = game.describe(position)
    assert description.text == LINE
    assert description.score == {"yellow": 0, "red": 0}


def test_the_first_positions() -> None:
    start = rules.start({"variant": "time_limit", "setup": "blocks"})
    line = "8/8/8/8/8/8/8/8/8/8/8/8 y setup - 1 0:0 - time_limit blocks - -"
    assert text.write(start) == line
    assert text.read(line) == start
    assert game.describe(start).fields["yellow"] == [None]


@settings(max_examples=100, deadline=None)
@given(any_fields())
def test_round_trips(given_fields: dict[str, Any]) -> None:
    FORMS.check_round_trips(given_fields)


@pytest.mark.parametrize(
    "line",
    [
        "8/1r3k1r/8/8/8/1r4r1/8/3Y4/8/6Y1/3K3Y/Y7 r over - 15 1:0 y golden_goal single r -",
        "8/1r3k1r/8/8/8/1r4r1/3o4/3Y4/8/6Y1/3K3Y/Y7 r over - 132 0:0 - golden_goal single y -",
        "8/1r3k1r/8/8/8/1r4r1/3o4/3Y4/8/6Y1/3K3Y/Y7 y over - 58 2:1 y time_limit blocks r -",
        "8/1r3k1r/8/8/8/1r4r1/3o4/3Y4/8/6Y1/3K3Y/Y7 r over - 78 1:1 y time_limit blocks y -",
        "8/1r3k1r/8/8/8/1r4r1/3o4/3Y4/8/6Y1/3K3Y/Y7 y over - 30 3:1 y first_to_3 single r -",
        "8/1r3k1r/8/8/8/1r4r1/3o4/3Y4/8/6Y1/3K3Y/Y7 r over - 18 0:1 r last_chance single y 6",
        "8/1r3k1r/8/8/8/1r4r1/3o4/3Y4/8/6Y1/3K3Y/Y7 y turn - 17 0:1 r last_chance single y 6",
        "8/8/8/8/8/8/8/8/8/8/3K4/8 r setup - 2 0:0 - golden_goal single - -",
        "8/4k3/8/8/8/4r3/8/8/6Y1/1Y6/3K4/8 r setup - 4 0:0 - golden_goal blocks - -",
    ],
)
def test_lines_of_all_phases(line: str) -> None:
    assert text.write(text.read(line)) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x" * 1_000_000,
        LINE + " ",
        LINE.replace("8/", "44/", 1),
        LINE.replace("8/", "9/", 1),
        LINE.replace("8/", "7/", 1),
        LINE.replace("8/", "YYYYYYYYY/", 1),
        LINE.replace("8/", "", 1),
        LINE.replace("3o4", "8"),
        LINE.replace("3Y4", "3o4"),
        LINE.replace("K", "Y"),
        LINE.replace("K", "k"),
        LINE.replace("3Y4", "8"),
        LINE.replace("Y7", "3Y4"),  # in a net
        LINE.replace("3K3Y", "3Y3K"),  # an outfielder in front of a net
        LINE.replace("3K3Y", "3k3K").replace("5k1r", "5Y1r", 1),
        LINE.replace(" y ", " r ", 1),
        LINE.replace(" 3 14", " 7 14"),
        LINE.replace(" 3 14", " 3 11"),
        LINE.replace(" 3 14", " 3 132"),
        LINE.replace(" 3 14", " 3 014"),
        LINE.replace(" 3 14", " \u0663 14"),
        LINE.replace("turn 3", "restart 1"),
        LINE.replace("turn", "over"),
        LINE.replace("turn", "setup"),
        LINE.replace("0:0 -", "0:0 y"),
        LINE.replace("0:0 -", "1:0 y"),  # the golden goal has fallen
        LINE.replace("0:0 - golden_goal", "3:0 y first_to_3"),
        LINE.replace("0:0 - golden_goal", "1:0 - first_to_3"),
        LINE.replace("0:0 - golden_goal", "1:0 r first_to_3"),
        LINE.replace("0:0 - golden_goal", "2:1 y first_to_3"),
        LINE.replace("0:0 - golden_goal", "1:0 y last_chance"),
        LINE.replace("0:0 - golden_goal single r -", "0:0 - golden_goal single - -"),
        LINE.replace("0:0 - golden_goal single r -", "0:0 - last_chance single r 6"),
        LINE.replace("0:0 - golden_goal single r -", "1:0 y last_chance single r 7"),
        LINE.replace("0:0 - golden_goal single r -", "1:0 y last_chance single r 5"),
        LINE.replace("0:0 - golden_goal single r -", "1:0 y last_chance single r 10"),
        LINE.replace("golden_goal", "silver_goal"),
        LINE.replace("single", "pairs"),
        "8/8/8/8/8/8/8/8/8/8/8/8 y setup 3 1 0:0 - golden_goal single - -",
        "8/8/8/8/8/8/8/8/8/8/8/8 r setup - 2 0:0 - golden_goal single - -",
        "8/8/8/8/8/8/8/8/8/8/3K4/8 r setup - 2 0:0 - golden_goal single r -",
        "8/8/8/8/8/8/8/8/8/3K4/8/8 r setup - 2 0:0 - golden_goal single - -",
        "8/8/8/8/8/3Y4/8/8/8/8/8/8 r setup - 2 0:0 - golden_goal single - -",
        "8/8/8/8/8/8/8/8/8/3YY3/3K4/8 r setup - 2 0:0 - golden_goal single - -",
    ],
)
def test_text_that_is_no_position(line: str) -> None:
    check_refused(text, line)


@pytest.mark.parametrize("value", NO_TEXTS)
def test_what_is_no_text(value: object) -> None:
    check_refused(text, value)


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"phase": "setup"}, "bad_position", "phase"),
        ({"phase": "over"}, "bad_position", "phase"),
        ({"phase": ["turn"]}, "bad_position", "phase"),
        ({"phase": None}, "bad_position", "phase"),
        ({"variant": "silver"}, "bad_position", "variant"),
        ({"variant": ["golden_goal"]}, "bad_position", "variant"),
        ({"setup": 1}, "bad_position", "setup"),
        ({"to_move": "blue"}, "bad_position", "to_move"),
        ({"to_move": ["red"]}, "bad_position", "to_move"),
        ({"ply": "14"}, "bad_position", "ply"),
        ({"ply": 5}, "bad_position", "ply"),
        ({"ply": 999}, "bad_position", "ply"),
        ({"ply": 10**30}, "bad_position", "ply"),
        ({"die": 0}, "bad_position", "die"),
        ({"die": 7}, "bad_position", "die"),
        ({"die": True}, "bad_position", "die"),
        ({"die": 3.0}, "bad_position", "die"),
        ({"die": "3"}, "bad_position", "die"),
        ({"die": None}, "bad_position", "die"),
        ({"ball": None}, "bad_position", "ball"),
        ({"ball": "hh"}, "bad_position", "ball"),
        ({"ball": 7}, "bad_position", "ball"),
        ({"ball": "zg"}, "off_field", None),
        ({"ball": "ca"}, "off_field", None),
        ({"ball": "ck"}, "occupied", None),
        ({"yellow": "ck ak ch fj fk"}, "bad_position", "yellow"),
        ({"yellow": ["ck", "ak", "ch", "fj"]}, "bad_position", "yellow"),
        ({"yellow": ["ck", "ak", "ch", "fj", None]}, "bad_position", "yellow"),
        ({"yellow": ["ck", "ak", "ch", "fj", ["fk"]]}, "bad_position", "yellow"),
        ({"yellow": ["ck", "ak", "ch", "fj", "fj"]}, "same_square", None),
        ({"yellow": ["ck", "ak", "ch", "fj", "ab"]}, "same_square", None),
        ({"yellow": ["ck", "ak", "ch", "fj", "dl"]}, "off_field", None),
        ({"yellow": ["ck", "ak", "ch", "fj", "dk"]}, "front_of_net", None),
        ({"yellow": ["cb", "ak", "ch", "fj", "fk"]}, "front_of_net", None),
        ({"red": None}, "bad_position", "red"),
        ({"score": 3}, "bad_position", "score"),
        ({"score": {"yellow": 1}}, "bad_position", "score"),
        ({"score": {"yellow": 1, "red": -1}}, "bad_position", "score"),
        ({"score": {"yellow": 1, "red": 0}}, "bad_position", "phase"),
        ({"variant": "first_to_3", "score": {"yellow": 4, "red": 0}}, "bad_position", "score"),
        ({"variant": "first_to_3", "score": {"yellow": 3, "red": 0}}, "bad_position", "phase"),
        ({"last_scorer": "red"}, "bad_position", "last_scorer"),
        ({"last_scorer": 1}, "bad_position", "last_scorer"),
        ({"last_chance": 9}, "bad_position", "last_chance"),
        ({"last_chance": "9"}, "bad_position", "last_chance"),
        ({"phase": "restart"}, "bad_position", "ball"),
        ({"phase": "restart", "ball": None, "die": 1}, "bad_position", "die"),
        ({"phase": "kickoff", "ball": None, "die": 3}, "bad_position", "yellow"),
        ({"phase": "kickoff", "ball": None, "die": 6}, "bad_position", "die"),
    ],
)
def test_fields_that_are_no_position(change: dict[str, Any], code: str, field: str | None) -> None:
    FORMS.check_refused_fields({**FIELDS, **change}, code, field)


@pytest.mark.parametrize("name", sorted(set(FIELDS) - {"variant"}))
def test_a_missing_field(name: str) -> None:
    FORMS.check_missing(FIELDS, name)


def test_a_lead_without_its_window_is_taken_for_a_new_one() -> None:
    led = {**FIELDS, "variant": "last_chance", "score": {"yellow": 1, "red": 0}}
    position = fields.from_fields(led)
    assert (position.turn, position.last_chance) == (3, 6)
    behind = fields.from_fields({**led, "to_move": "red"})
    assert (behind.turn, behind.last_chance) == (3, 7)


@pytest.mark.parametrize(
    "drawing",
    [
        "",
        DRAWING.replace("  e ", "  x "),
        DRAWING.replace("  d . . . . . . . . d\n", ""),
        DRAWING.replace("o", "q"),
        DRAWING.replace("c . . . . . . . . c", "c . . ."),
        DRAWING.replace("a . . .     . . .", "a . . . .   . . ."),
        DRAWING.replace("turn", "tune"),
    ],
)
def test_drawings_that_are_no_position(drawing: str) -> None:
    check_refused(diagram, drawing)


def test_positions_are_values() -> None:
    assert isinstance(text.read(LINE), Position)
    assert text.read(LINE).phase is Phase.TURN
    FORMS.check_values(LINE)
