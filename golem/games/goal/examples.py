"""Pictures for the page of the rules."""

from collections.abc import Mapping
from typing import Final

from golem.games.goal import clicks, draw, text
from golem.games.goal.state import HEARTS
from golem.play.protocol import Example

START: Final = "d3 R1 0 0:0 23456789TJQKA/23456789TJQKA -"
CHOICE: Final = "d3 R1 +1 0:0 2345678TJKA/234567TJQKA HQ|S8>+1"
ACE: Final = "d3 R1 +2 0:0 23456789JQK/2345789TJQA HA|SK>+2"
GOAL: Final = "d3 R1 0 1:0 23456789QK/2345789JQA HJ|ST>G+"
TRACK_2: Final = "d2 R1 0 0:0 23456789TJQKA/23456789TJQKA -"
TRACK_4: Final = "d4 R1 0 0:0 23456789TJQKA/23456789TJQKA -"

_SHOWN: Final[Mapping[str, tuple[str, str | None]]] = {
    "start": (START, None),
    "choice": (CHOICE, ""),
    "ace": (ACE, None),
    "goal": (GOAL, None),
    "short": (TRACK_2, None),
    "long": (TRACK_4, None),
}
"""Name -> the state, and the draft whose next cards are shown, if any."""


def examples() -> dict[str, Example]:
    """Return the examples by name, as hearts see them."""
    return {name: _example(line, draft) for name, (line, draft) in _SHOWN.items()}


def _example(line: str, draft: str | None) -> Example:
    state = text.read(line)
    drawing = draw.draw(state, HEARTS)
    if draft is None:
        return Example(drawing)
    return Example(drawing, clicks.click(state, HEARTS, draft, None).squares)
