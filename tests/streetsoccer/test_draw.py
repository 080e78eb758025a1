"""The pitch as shapes."""

import pytest

from streetsoccer import rules, text
from streetsoccer.draw import draw
from tests.pitch.drawings import check_cells, check_letters

TURN = text.read("r2k1r/6/6/6/r4r/2o3/2Y3/6/5Y/Y1K2Y y turn 3 5 0:0 -")


@pytest.mark.parametrize("seat", ["yellow", "red"])
def test_cells_do_not_overlap_and_lie_on_the_board(seat: str) -> None:
    check_cells(draw(TURN, seat), 60 + 8)


def test_tones() -> None:
    tones = {cell.name: cell.tone for cell in draw(TURN, "yellow").cells}
    named = {tone: {name for name in tones if tones[name] == tone} for tone in ("goal", "keeper")}
    assert named["goal"] == {"ba", "ca", "da", "ea", "bl", "cl", "dl", "el"}
    assert named["keeper"] == {"cb", "db", "ck", "dk"}
    assert set(tones.values()) == {"goal", "keeper", "field"}


def test_each_side_has_its_own_goal_at_the_bottom() -> None:
    yellow = {cell.name: cell for cell in draw(TURN, "yellow").cells}
    red = {cell.name: cell for cell in draw(TURN, "red").cells}
    assert yellow["bl"].y > yellow["bk"].y > yellow["bb"].y > yellow["ba"].y
    assert red["ba"].y > red["bb"].y > red["bk"].y > red["bl"].y
    assert yellow["ab"].x < yellow["fb"].x
    assert red["ab"].x > red["fb"].x


@pytest.mark.parametrize("seat", ["yellow", "red"])
def test_letters_stand_beside_their_rows_and_columns(seat: str) -> None:
    check_letters(draw(TURN, seat))


def test_pieces() -> None:
    pieces = draw(TURN, "red").pieces
    assert {(p.cell, p.seat, p.role) for p in pieces} >= {
        ("ck", "yellow", "keeper"),
        ("ch", "yellow", "player"),
        ("db", "red", "keeper"),
        ("cg", None, "ball"),
    }
    assert len(pieces) == 11


def test_the_ball_waits_in_the_centre() -> None:
    drawing = draw(rules.start(), "yellow")
    assert [p.cell for p in drawing.pieces if p.role == "ball"] == ["dg"]
    assert len(drawing.pieces) == 5


def test_no_ball_after_a_goal() -> None:
    restart = TURN._replace(phase="restart", ball=None)  # type: ignore[arg-type]
    assert [p for p in draw(restart, "yellow").pieces if p.role == "ball"] == []
