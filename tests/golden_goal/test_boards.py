"""The cases of the rules, drawn; each can be checked by eye in ``boards/``.

A number before a title is the number of a case in the list of the rules' test cases. ``all`` is
given where the moves are few enough to be counted over.
"""

from pathlib import Path

import pytest

from golem.games.golden_goal import diagram, moves
from golem.games.golden_goal.fields import to_fields
from golem.games.golden_goal.notation import parse, write
from golem.play.errors import IllegalMove
from tests.boards import Case, read_cases
from tests.golden_goal import brute

CASES = read_cases(Path(__file__).parent / "boards")
DRAWN = {1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23}


def test_every_case_that_can_be_drawn_is() -> None:
    numbers = {int(case.title.split()[0]) for case in CASES if case.title[0].isdigit()}
    assert numbers == DRAWN
    assert all(case.no for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_board(case: Case) -> None:
    position = diagram.read(case.drawing)
    listed = [write(move) for move in moves.legal(position) or ()]
    assert listed == brute.legal(to_fields(position))
    assert set(case.yes) <= set(listed)
    if case.all or not listed:
        assert listed == case.all
    for text, code in case.no:
        with pytest.raises(IllegalMove) as refused:
            moves.resolve(position, position.to_move, parse(text))
        assert refused.value.code == code, text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_drawing_is_what_the_program_would_draw(case: Case) -> None:
    assert diagram.write(diagram.read(case.drawing)) == case.drawing.rstrip("\n")
