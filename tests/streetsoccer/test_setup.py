"""The setup: what may be placed where."""

import pytest

from golem.play.errors import IllegalMove
from streetsoccer import moves, rules
from streetsoccer.notation import parse
from streetsoccer.position import Position


def before(ply: int) -> Position:
    position = rules.supply(rules.start(), (4, 2))
    return position if ply == 1 else rules.play(position, parse("Pabbdak"))


@pytest.mark.parametrize(
    ("ply", "text", "code"),
    [
        (1, "Pabahaa", "off_field"),
        (1, "Pabahcl", "off_field"),
        (1, "Pabahfl", "off_field"),
        (1, "Pababah", "same_square"),
        (1, "Pabahcf", "centre_circle"),
        (1, "Pabahdf", "centre_circle"),
        (1, "Pabahcg", "centre_circle"),
        (1, "Pabahdg", "centre_circle"),
        (1, "Pabahck", "keeper_field"),
        (1, "Pabahdk", "keeper_field"),
        (1, "Pabahcb", "keeper_field"),
        (1, "Pabahdb", "keeper_field"),
        (1, "Pagahai", "half"),
        (1, "Mabah", "wrong_phase"),
        (1, "Bab", "wrong_phase"),
        (1, "Pck|Bcg", "wrong_phase"),
        (1, "Mabcd|Bef", "wrong_phase"),
        (2, "Pabahai", "occupied"),
        (2, "Pahaibd", "occupied"),
        (2, "Pacadae", "half"),
    ],
)
def test_refused(ply: int, text: str, code: str) -> None:
    position = before(ply)
    with pytest.raises(IllegalMove) as refused:
        moves.resolve(position, position.to_move, parse(text))
    assert refused.value.code == code


@pytest.mark.parametrize(("ply", "text"), [(1, "Pafagbk"), (1, "Pebecej"), (2, "Pagacad")])
def test_taken_in_the_order_given(ply: int, text: str) -> None:
    position = before(ply)
    intent = parse(text)
    assert moves.resolve(position, position.to_move, intent) == intent


def test_setups_are_too_many_to_list() -> None:
    assert moves.legal(before(1)) is None
    assert moves.legal(before(2)) is None
    assert moves.forced(before(1)) is None


def test_both_setups_lead_to_the_kickoff_with_its_die() -> None:
    position = rules.play(before(2), parse("Pagacad"))
    assert (position.phase, position.ply, position.die) == ("kickoff", 3, 2)
    assert len(position.yellow) == len(position.red) == 5
