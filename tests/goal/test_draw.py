"""Hands and track as shapes."""

from itertools import pairwise

import pytest

from golem.games.goal import text
from golem.games.goal.cards import CARDS, RANKS
from golem.games.goal.draw import draw
from golem.games.goal.examples import examples
from golem.games.goal.state import SEATS, State
from golem.matches.board import shapes
from golem.matches.marks import changes
from golem.play.protocol import Cell
from tests.goal.playing import played

PHONE, EDGES = 320, 24
"""The width of a narrow phone, and what the page leaves free beside the board, in pixels."""
FINGER = 44
MIDWAY = text.read("d3 R1 -1 0:0 2345689TJQKA/23456789TQKA H7|SJ>-1")


def overlap(one: Cell, other: Cell) -> bool:
    return (
        one.x + one.width > other.x + 1e-6
        and other.x + other.width > one.x + 1e-6
        and one.y + one.height > other.y + 1e-6
        and other.y + other.height > one.y + 1e-6
    )


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("distance", [2, 3, 4])
def test_cells_lie_on_the_board_beside_each_other(distance: int, seat: str) -> None:
    drawing = draw(State(distance), seat)
    assert len(drawing.cells) == 2 * CARDS + 2 + 2 * distance + 1
    assert len({cell.name for cell in drawing.cells}) == len(drawing.cells)
    for at, cell in enumerate(drawing.cells):
        assert 0 <= cell.x <= drawing.width - cell.width
        assert 0 <= cell.y <= drawing.height - cell.height
        assert not [c.name for c in drawing.cells[:at] if overlap(c, cell)], cell.name


def test_a_finger_finds_every_card_on_a_narrow_phone() -> None:
    drawing = draw(State(), "hearts")
    scale = (PHONE - EDGES) / drawing.width
    for cell in drawing.cells:
        if cell.tone == "card":
            assert cell.width * scale >= FINGER
            assert cell.height * scale >= FINGER


@pytest.mark.parametrize("seat", SEATS)
def test_the_own_hand_and_goal_are_below(seat: str) -> None:
    cells = {cell.name: cell for cell in draw(State(), seat).cells}
    own, other = ("H", "S") if seat == "hearts" else ("S", "H")
    assert min(cells[own + rank].y for rank in RANKS) > max(cells[other + rank].y for rank in RANKS)
    far, near = ("+3", "-3") if seat == "hearts" else ("-3", "+3")
    assert cells[far].y < cells["0"].y < cells[near].y


def test_pieces() -> None:
    pieces = {(p.cell, p.seat, p.role, p.text) for p in draw(MIDWAY, "hearts").pieces}
    assert len(pieces) == 12 + 12 + 2 + 1
    assert pieces >= {
        ("HT", "hearts", "card", "10"),
        ("SA", "spades", "card", "A"),
        ("H", "hearts", "beaten", "7"),
        ("S", "spades", "card", "J"),
        ("-1", None, "ball", ""),
    }
    assert not {"H7", "SJ"} & {cell for cell, *_ in pieces}


def test_a_tie_beats_nobody() -> None:
    assert [p.role for p in draw(played(State(), "77"), "hearts").pieces if p.cell in "HS"] == [
        "card",
        "card",
    ]


def test_marks_show_the_trick() -> None:
    marks = changes(draw(State(), "hearts"), draw(MIDWAY, "hearts"))
    assert marks.left == {"H7", "SJ", "0"}
    assert marks.came == {"H", "S", "-1"}


def test_spaces_of_the_track_are_mown_by_turns() -> None:
    for distance in (2, 3, 4):
        drawn = shapes(draw(State(distance), "hearts"), "goal").cells
        shades = [cell.shade for cell in drawn if cell.tone in ("field", "goal")]
        assert all(one != other for one, other in pairwise(shades))


def test_every_example_is_a_state_that_fits_together() -> None:
    assert set(examples()) == {"start", "choice", "ace", "goal", "short", "long"}
    assert len(examples()["choice"].squares) == 11
