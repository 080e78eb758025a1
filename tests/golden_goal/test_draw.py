"""The pitch as shapes, with squares to walk on around it."""

import pytest

from golem.games.golden_goal import rules, validity
from golem.games.golden_goal.draw import draw
from golem.games.golden_goal.examples import SCENES, examples, position_of
from golem.games.golden_goal.game import game
from golem.games.golden_goal.position import Phase, Position
from golem.play.protocol import Explains
from tests.pitch.drawings import check_cells, check_letters

TURN = position_of(SCENES["outside"])
RESTART = position_of(SCENES["restart"])
KICKOFF = position_of(SCENES["kickoff"])


def ball_of(position: Position) -> list[str]:
    return [piece.cell for piece in draw(position, "yellow").pieces if piece.role == "ball"]


@pytest.mark.parametrize("seat", ["yellow", "red"])
def test_eight_by_twelve_cells_that_do_not_overlap(seat: str) -> None:
    check_cells(draw(TURN, seat), 8 * 12)


def test_tones() -> None:
    tones = {cell.name: cell.tone for cell in draw(TURN, "yellow").cells}
    named = {tone: {name for name in tones if tones[name] == tone} for tone in tones.values()}
    assert named["goal"] == {"ca", "da", "cl", "dl"}
    assert named["keeper"] == {"cb", "db", "ck", "dk"}
    assert named["ring"] >= {"za", "zl", "ga", "gl", "ba", "ea", "bl", "el", "zf", "gf"}
    assert (len(named["field"]), len(named["ring"])) == (60 - 4, 36 - 4)


def test_the_field_lies_within_its_lines_and_the_ring_outside() -> None:
    drawing = draw(TURN, "yellow")
    cells = {cell.name: cell for cell in drawing.cells}
    across = [line for line in drawing.lines if line.y1 == line.y2 and line.x2 - line.x1 == 6]
    assert sorted(line.y1 for line in across) == [cells[name].y for name in ("ab", "ag", "al")]
    for line in across:
        assert (line.x1, line.x2) == (cells["ab"].x, cells["fb"].x + 1)


def test_boxes_and_nets() -> None:
    drawing = draw(TURN, "yellow")
    cells = {cell.name: cell for cell in drawing.cells}
    backs = {(line.x1, line.y1, line.x2, line.y2) for line in drawing.lines}
    for left, right, y in (("b", "e", cells["bd"].y), ("c", "d", cells["cc"].y)):
        assert (cells[f"{left}b"].x, y, cells[f"{right}b"].x + 1, y) in backs
    nets = [line for line in drawing.lines if line.tone == "goal"]
    assert {line.x1 for line in nets} == {cells["cb"].x, cells["eb"].x}
    assert len(nets) == 6


def test_each_side_has_its_own_net_at_the_bottom() -> None:
    yellow = {cell.name: cell for cell in draw(TURN, "yellow").cells}
    red = {cell.name: cell for cell in draw(TURN, "red").cells}
    assert yellow["cl"].y > yellow["ck"].y > yellow["cb"].y > yellow["ca"].y
    assert red["ca"].y > red["cb"].y > red["ck"].y > red["cl"].y
    assert yellow["zb"].x < yellow["ab"].x < yellow["gb"].x
    assert red["zb"].x > red["ab"].x > red["gb"].x


@pytest.mark.parametrize("seat", ["yellow", "red"])
def test_letters_stand_beside_their_rows_and_columns(seat: str) -> None:
    check_letters(draw(TURN, seat))


def test_pieces() -> None:
    pieces = {(piece.cell, piece.seat, piece.role) for piece in draw(TURN, "red").pieces}
    assert pieces >= {
        ("ck", "yellow", "keeper"),
        ("ah", "yellow", "player"),
        ("db", "red", "keeper"),
        ("cf", None, "ball"),
    }
    assert len(pieces) == 11


def test_the_ball_waits_between_the_squares_of_the_circle() -> None:
    start = rules.start({"variant": "golden_goal", "setup": "single"})
    drawing = draw(start, "yellow")
    assert drawing.pieces == ()
    [ball] = [ring for ring in drawing.rings if ring.tone == "ball"]
    corner = next(cell for cell in drawing.cells if cell.name == "dg")
    assert (ball.x, ball.y) == (corner.x, corner.y)
    before_the_dice = KICKOFF._replace(kicker=None, die=None)
    assert [ring.tone for ring in draw(before_the_dice, "red").rings].count("ball") == 1
    assert ball_of(before_the_dice) == []


def test_the_ball_lies_with_who_kicks_off() -> None:
    assert ball_of(KICKOFF) == ["dg"]
    assert ball_of(KICKOFF._replace(kicker="red")) == ["cf"]
    assert [ring.tone for ring in draw(KICKOFF, "red").rings].count("ball") == 0


def test_after_a_goal_the_ball_lies_in_the_net() -> None:
    assert ball_of(RESTART) == ["ca"]
    assert ball_of(RESTART._replace(ply=RESTART.ply + 1, last_scorer="red")) == ["cl"]
    assert ball_of(RESTART._replace(phase=Phase.OVER)) == ["ca"]


def test_no_ball_when_the_side_that_scored_restarts() -> None:
    """The other side had no legal restart: nobody has put the ball anywhere."""
    assert ball_of(RESTART._replace(ply=RESTART.ply + 1)) == []


def test_the_pictures_of_the_rules_page() -> None:
    assert isinstance(game, Explains)
    found = examples()
    assert set(found) == set(SCENES)
    outside = found["outside"]
    assert outside.chosen == ("ah",)
    assert {"af", "zg"} <= set(outside.squares)
    assert {"ca", "da", "cb"} <= set(found["goal"].squares)
    assert not {"ba", "ca", "da"} & set(found["post"].squares)
    assert set(found["aside"].squares) == {"bk", "cj"}
    assert "aj" not in found["shut_in"].squares
    assert "dj" not in found["box"].squares


@pytest.mark.parametrize("name", SCENES)
def test_what_a_picture_shows_can_come_in_a_match(name: str) -> None:
    position = position_of(SCENES[name])
    assert validity.checked(position) == position
