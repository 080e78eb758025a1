"""Rare situations, drawn; each rule can be checked by eye in ``boards/``.

A case is a title, a drawing, then ``yes`` legal moves, ``no`` illegal ones with the code of the
rule that they break, and ``all`` legal moves there are.
"""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from golem.play.errors import IllegalMove
from streetsoccer import diagram, moves
from streetsoccer.fields import to_fields
from streetsoccer.notation import parse, write
from tests.streetsoccer import brute

BOARDS = Path(__file__).parent / "boards"


@dataclass
class Case:
    title: str
    drawing: str = ""
    yes: list[str] = field(default_factory=list)
    no: list[tuple[str, str]] = field(default_factory=list)
    all: list[str] = field(default_factory=list)


def read_cases(path: Path) -> list[Case]:
    return [read_case(text) for text in path.read_text().split("== ")[1:]]


def read_case(text: str) -> Case:
    title, *lines = text.splitlines()
    case, listing = Case(title), False
    for line in lines:
        word, *rest = line.split() or [""]
        if word == "yes":
            case.yes += rest
        elif word == "no":
            case.no.append((rest[0], rest[1]))
        elif word == "all" or listing:
            listing = True
            case.all += [move for move in line.split() if move not in ("all", "none")]
        else:
            case.drawing += line + "\n"
    return case


CASES = [case for path in sorted(BOARDS.glob("*.txt")) for case in read_cases(path)]


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
