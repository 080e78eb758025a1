"""The board template and what feeds it: marks, names, words, an SVG under a strict policy."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.utils import translation

from golem.matches.board import position_in_words, shapes
from golem.matches.marks import Marks, changes
from golem.play.protocol import Cell, Drawing, Letter, Line, Piece, Ring

CELLS = tuple(
    Cell(name, x, y) for name, x, y in (("aa", 0.5, 0.5), ("ba", 1.5, 0.5), ("ab", 0.5, 1.5))
)
TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def drawing(*pieces: Piece) -> Drawing:
    """Return three cells in a corner, with a line, a ring and a letter."""
    return Drawing(
        width=3,
        height=2.5,
        cells=CELLS,
        lines=(Line(0.5, 0.5, 2.5, 0.5),),
        rings=(Ring(1.25, 1.5, 0.5),),
        letters=(Letter(1, 0.25, "a"),),
        pieces=pieces,
    )


def svg(*pieces: Piece, **options: Any) -> str:
    """Return the board as the tag draws it."""
    names = " ".join(f"{name}={name}" for name in options)
    tag = "{% load board %}{% board drawing " + names + " %}"
    return Template(tag).render(Context({"drawing": drawing(*pieces), **options}))


def player(cell: str, seat: str = "yellow") -> Piece:
    return Piece(cell, seat, "player")


@pytest.mark.parametrize(
    ("before", "after", "left", "came"),
    [
        ([player("aa")], [player("aa")], set(), set()),
        ([player("aa")], [player("ba")], {"aa"}, {"ba"}),
        ([], [player("ba")], set(), {"ba"}),
        ([player("aa")], [], {"aa"}, set()),
        # another's player where mine was: something left, something came
        ([player("aa")], [player("aa", "red")], {"aa"}, {"aa"}),
        # the ball under a foot leaves alone
        ([player("aa"), Piece("aa", None, "ball")], [player("aa"), Piece("ab", None, "ball")],
         {"aa"}, {"ab"}),
    ],
)  # fmt: skip
def test_changes(before: list[Piece], after: list[Piece], left: set[str], came: set[str]) -> None:
    assert changes(drawing(*before), drawing(*after)) == Marks(frozenset(left), frozenset(came))


def test_the_order_of_pieces_is_no_change() -> None:
    one, other = drawing(player("aa"), player("ba")), drawing(player("ba"), player("aa"))
    assert changes(one, other) == Marks()


def test_what_a_cell_is_called() -> None:
    pieces = (Piece("aa", "red", "keeper"), Piece("aa", None, "ball"))
    spoken = {cell.name: cell.spoken for cell in shapes(drawing(*pieces)).cells}
    assert spoken == {"aa": "a a: red keeper, ball", "ba": "b a: empty", "ab": "a b: empty"}


def test_the_position_in_words() -> None:
    pieces = (Piece("ab", "red", "keeper"), player("aa"), player("ba"), Piece("ba", None, "ball"))
    assert position_in_words(drawing(*pieces)) == (
        "Red keeper: a b",
        "Yellow player: a a, b a",
        "Ball: b a",
    )


def test_stripes_go_row_by_row() -> None:
    assert [cell.shade for cell in shapes(drawing()).cells] == [0, 0, 1]


@pytest.mark.parametrize("language", ["en", "de"])
def test_numbers_have_a_point_in_every_language(language: str) -> None:
    with translation.override(language):
        drawn = svg(player("aa"))
    assert 'viewBox="0 0 3 2.5"' in drawn
    assert 'cx="1.25"' in drawn


def test_a_picture_has_a_name_and_no_buttons() -> None:
    root = ElementTree.fromstring(svg(player("aa"), label='Board "A" <b>'))
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'Board "A" <b>'
    assert not root.findall(".//*[@data-square]")


def test_a_live_board_offers_its_cells() -> None:
    root = ElementTree.fromstring(svg(player("aa"), live=True, squares=("aa", "ab")))
    cells = {cell.get("data-square"): cell for cell in root.findall(".//*[@data-square]")}
    assert list(cells) == ["aa", "ba", "ab"]
    assert cells["aa"].get("class") == "square held choosable"
    assert cells["ba"].get("class") == "square"
    assert cells["ab"].get("class") == "square choosable"


def test_marks_are_drawn_on_their_cells() -> None:
    root = ElementTree.fromstring(svg(marks=Marks(frozenset({"aa"}), frozenset({"ab"}))))
    marked = {
        mark.get("class"): (mark.get("x"), mark.get("y"))
        for mark in root.iter("rect")
        if (mark.get("class") or "").startswith("mark-")
    }
    assert marked == {"mark-left": ("0.5", "0.5"), "mark-came": ("0.5", "1.5")}


def test_boards_of_one_page_do_not_share_names() -> None:
    two = Template("{% load board %}{% board drawing %}{% board drawing %}")
    ids = re.findall(r'id="(\w+)"', two.render(Context({"drawing": drawing(player("aa"))})))
    assert ids
    assert len(ids) == len(set(ids))


def test_hostile_words_stay_words() -> None:
    drawn = svg(Piece("aa", "<script>", '"><script>', "</svg><script>alert(1)</script>"), live=True)
    assert "<script" not in drawn
    ElementTree.fromstring(drawn)


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_template_needs_a_weaker_policy(path: Path) -> None:
    """Mails are read without our policy; every page must do without inline script and style."""
    text = path.read_text()
    if "emails" in path.parts:
        return
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']", text)
    assert "<style" not in text
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))
    assert "javascript:" not in text
