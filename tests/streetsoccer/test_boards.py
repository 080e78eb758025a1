"""Rare situations, drawn; each rule can be checked by eye in ``boards/``."""

from pathlib import Path

import pytest

from golem.play.errors import IllegalMove
from streetsoccer import diagram, moves
from streetsoccer.fields import to_fields
from streetsoccer.notation import parse, write
from tests.boards import Case, read_cases
from tests.streetsoccer import brute

CASES = read_cases(Path(__file__).parent / "boards")


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 60
    assert all(case.no for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_board(case: Case) -> None:
    position = diagram.read(case.drawing)
    listed = [write(move) for move in moves.legal(position) or ()]
    assert listed == case.all
    assert listed == brute.legal(to_fields(position))
    assert set(case.yes) <= set(listed)
    for text, code in case.no:
        with pytest.raises(IllegalMove) as refused:
            moves.resolve(position, position.to_move, parse(text))
        assert refused.value.code == code, text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_drawing_is_what_the_program_would_draw(case: Case) -> None:
    assert diagram.write(diagram.read(case.drawing)) == case.drawing.rstrip("\n")
