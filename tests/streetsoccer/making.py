"""Ways to make positions in tests."""

from typing import Any

from hypothesis import strategies as st

FIELD = [column + row for column in "abcdef" for row in "bcdefghijk"]
DICE = {"kickoff": (1, 5), "turn": (1, 6), "restart": (2, 6)}


@st.composite
def any_fields(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a position as JSON fields: pieces all over the field, or crowded in a part of it."""
    phase = draw(st.sampled_from(["turn", "turn", "turn", "restart", "kickoff"]))
    columns = draw(st.sampled_from(["abcdef", "abc", "bcde", "def"]))
    rows = draw(st.sampled_from(["bcdefghijk", "bcde", "efgh", "hijk"]))
    part = [column + row for column in columns for row in rows]
    free = [square for square in part if phase != "kickoff" or square != "dg"]
    squares = draw(st.lists(st.sampled_from(free), min_size=11, max_size=11, unique=True))
    if phase == "kickoff":
        squares[1] = "dg"
    low, high = DICE[phase]
    return {
        "phase": phase,
        "to_move": "yellow" if phase == "kickoff" else draw(st.sampled_from(["yellow", "red"])),
        "die": draw(st.integers(low, high)),
        "ball": squares[10] if phase == "turn" else None,
        "yellow": squares[:5],
        "red": squares[5:10],
    }
