"""What changed between two drawings: pure, and the same for every game."""

from collections import Counter
from dataclasses import dataclass

from golem.play.protocol import Drawing


@dataclass(frozen=True, slots=True)
class Marks:
    """The cells that a move touched: those something ``left``, and those something ``came`` to.

    A cell that one piece left and another came to is in both.
    """

    left: frozenset[str] = frozenset()
    came: frozenset[str] = frozenset()


def changes(before: Drawing, after: Drawing) -> Marks:
    """Return the cells whose pieces differ between ``before`` and ``after``.

    Pieces are compared by whose they are, their role and their text, so the two drawings may
    be turned towards different seats.
    """
    old, new = _standing(before), _standing(after)
    return Marks(
        left=frozenset(cell for cell, *_ in old - new),
        came=frozenset(cell for cell, *_ in new - old),
    )


def _standing(drawing: Drawing) -> Counter[tuple[str, str | None, str, str]]:
    return Counter((p.cell, p.seat, p.role, p.text) for p in drawing.pieces)
