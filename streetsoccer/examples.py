"""Positions for the page of the rules, each with the squares that a move in the making leads to."""

from collections.abc import Mapping
from typing import Final

from golem.play.pitch.squares import YELLOW
from golem.play.protocol import Example
from streetsoccer import clicks, diagram, draw

SETUP: Final = """
    a b c d e f
  a   . . . .   a
  b . . . k . . b
  c . . . . . . c
  d . . . . . . d
  e . . . . . . e
  f . . r . . . f
  g . . . Y . . g
  h . . . . . . h
  i . . . . . . i
  j . . . . . . j
  k . . K . . . k
  l   . . . .   l
y setup 3 1 0:0 -
"""

KICKOFF: Final = """
    a b c d e f
  a   . . . .   a
  b . . . k . . b
  c . . . . . . c
  d . . . . . . d
  e . r . . Y . e
  f . . r . . . f
  g . . . Y r . g
  h Y . . . . . h
  i . . . r . . i
  j . . . . . Y j
  k . . K . . . k
  l   . . . .   l
y kickoff 2 3 0:0 -
"""

WALK: Final = """
    a b c d e f
  a   . . . .   a
  b . . . k . . b
  c . . . . . . c
  d . . . . . . d
  e . r . . Y . e
  f . . r . o . f
  g . . . Y . . g
  h . . . . r . h
  i . Y . . . . i
  j . . . r . Y j
  k . . K . . . k
  l   . . . .   l
y turn 3 17 0:0 -
"""

KICK: Final = """
    a b c d e f
  a   . . . .   a
  b . . . k . . b
  c . . . . . . c
  d . . . . r . d
  e . r . . . . e
  f . . . o . . f
  g . . . Y . . g
  h r . . . . r h
  i Y . . . . . i
  j . . . . . . j
  k . . K . Y Y k
  l   . . . .   l
y turn 3 17 0:0 -
"""

ONE_TWO: Final = """
    a b c d e f
  a   . . . .   a
  b . . . k . . b
  c . . . . . . c
  d . . . . Y . d
  e . r . . . . e
  f . . . . o . f
  g r . . . Y . g
  h . . . . . r h
  i Y . . r . . i
  j . . . . . . j
  k . . K . . Y k
  l   . . . .   l
y turn 2 17 0:0 -
"""

GOAL: Final = """
    a b c d e f
  a   . . . .   a
  b . . k . . . b
  c . . . . . . c
  d . . . . o . d
  e . . . . Y . e
  f . r . . . . f
  g . . r . . . g
  h . . . . . r h
  i Y . . r . . i
  j . . . . . . j
  k . . K . Y Y k
  l   . . . .   l
y turn 4 17 0:0 -
"""

SHUT_IN: Final = """
    a b c d e f
  a   . . . .   a
  b o Y . k . . b
  c Y . . . . . c
  d . . . . . . d
  e . r . . . . e
  f . . . . . Y f
  g . r . . . . g
  h r . . . . r h
  i . . . . . . i
  j . . . . Y . j
  k . . K . . . k
  l   . . . .   l
r turn 2 18 1:0 y
"""

RESTART: Final = """
    a b c d e f
  a   . . . .   a
  b . . . k . . b
  c . . . . Y . c
  d . . . . . . d
  e . r . . . . e
  f . . . . . Y f
  g . . . . . r g
  h r . . . . . h
  i . . . r . . i
  j . Y . . . . j
  k . . K . . Y k
  l   . . . .   l
r restart 3 18 1:0 y
"""

_DRAFTS: Final[Mapping[str, tuple[str, str | None]]] = {
    "setup": (SETUP, ""),
    "kickoff": (KICKOFF, ""),
    "walk": (WALK, "Mdg"),
    "kick": (KICK, "Mdgdf"),
    "pass": (ONE_TWO, "Megef"),
    "shut_in": (SHUT_IN, None),
    "restart": (RESTART, "Pdb"),
    "goal": (GOAL, "Meeed"),
}
"""Name -> the position, and the move in the making whose next squares are shown, if any."""


def examples() -> dict[str, Example]:
    """Return the examples by name, as yellow sees them."""
    return {name: _example(text, draft) for name, (text, draft) in _DRAFTS.items()}


def _example(text: str, draft: str | None) -> Example:
    position = diagram.read(text)
    drawing = draw.draw(position, YELLOW)
    if draft is None:
        return Example(drawing)
    squares = clicks.click(position, position.to_move, draft, None).squares
    chosen = tuple(draft[at : at + 2] for at in range(1, len(draft), 2))
    return Example(drawing, squares, chosen)
