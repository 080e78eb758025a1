"""The line of text of a state, and what is no such line."""

import pytest

from golem.games.goal import text
from golem.games.goal.cards import FULL_HAND
from golem.games.goal.state import State
from golem.play.errors import BadPosition
from tests.goal.playing import alike, played

FULL = "23456789TJQKA"


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (State(), f"d3 R1 0 0:0 {FULL}/{FULL} -"),
        (State(4, True), f"d4s R1 0 0:0 {FULL}/{FULL} -"),
        (played(State(), "7J"), "d3 R1 -1 0:0 2345689TJQKA/23456789TQKA H7|SJ>-1"),
        (played(State(), "K2", "Q3", "J4"), "d3 R1 0 1:0 23456789TA/56789TJQKA HJ|S4>G+"),
        (alike(State(), 13), f"d3 R2 0 0:0 {FULL}/{FULL} HA|SA>0*"),
        (alike(State(), 91), "d3 X5 0 0:0 -/- HA|SA>0*"),
        (
            played(State(2), *(rank * 2 for rank in "6789TJQKA"), "32", "25", "43", "54"),
            f"d2 R2 0 1:0 {FULL}/{FULL} H5|S4>G+*",
        ),
    ],
)
def test_lines(state: State, line: str) -> None:
    assert text.write(state) == line
    assert text.read(line) == state


@pytest.mark.parametrize(
    "line",
    [
        None,
        7,
        "",
        "x" * 10_000,
        f"d5 R1 0 0:0 {FULL}/{FULL} -",
        f"d3 R3 0 0:0 {FULL}/{FULL} HA|SA>0*",
        f"d3 R2 0 0:0 {FULL}/{FULL} -",
        f"d3 R1 0 0:0 {FULL}/{FULL} HA|SA>0*",
        f"d3 R1 +1 0:0 {FULL}/{FULL} -",
        f"d3 R1 0 0:0 {FULL}/{FULL} - ",
        f"d3 R1 0 00:0 {FULL}/{FULL} -",
        f"d3 R1 0 0:0 {FULL[::-1]}/{FULL} -",
        f"d3 R1 0 0:0 {FULL}{FULL}/{FULL} -",
        "d3 R1 +3 0:0 2345689TJQKA/23456789TQKA H7|SJ>-1",
        "d3 R1 -1 0:0 2345689TJQKA/2345678TQKA H7|SJ>-1",
        "d3 R1 -1 0:0 2345689TJQKA/23456789TQKA H7|SJ>-1*",
        "d3 R1 -1 0:0 2345689TJQKA/23456789TQKA H7|SJ>1",
        "d3 R1 -1 0:0 2345689TJQKA/23456789TQKA H1|SJ>-1",
        "d3 R1 -1 0:0 2345689TJQKA/23456789TQKA H7|SJ>G1",
        "d3 R1 -1 0:0 2345689TJQKA/23456789TQKA H7|SJ>-4",
        "d3 R1 -1 0:0 2345689TJQKA/23456789TQKA -",
        "d3 R1 0 0:0 -/- HA|SA>0*",
    ],
)
def test_what_is_no_line(line: object) -> None:
    with pytest.raises(BadPosition) as refused:
        text.read(line)
    assert refused.value.code in ("bad_text", "bad_position")
    assert refused.value.data["expected"]


def test_the_first_state_has_all_cards() -> None:
    assert text.read(f"d3 R1 0 0:0 {FULL}/{FULL} -").hearts == FULL_HAND
