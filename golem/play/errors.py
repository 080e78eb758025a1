"""The ways in which a game refuses a text or a move.

Every refusal carries a stable ``code`` and plain data; the sentence that a person reads is
made elsewhere, from the code.
"""

from collections.abc import Sequence


class Refusal(Exception):
    """A game's refusal: ``code`` names the reason, ``data`` holds its JSON-ready details."""

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class NotationError(Refusal):
    """The text is not of any form that the game's notation knows.

    ``column`` counts from 1 and is where reading failed; ``expected`` is a short code or list
    of letters for what could have stood there.
    """

    def __init__(self, code: str, column: int, expected: str) -> None:
        super().__init__(code, column=column, expected=expected)
        self.column = column
        self.expected = expected


class IllegalMove(Refusal):
    """The text is well formed, but breaks a rule; ``code`` names the rule."""


class AmbiguousMove(Refusal):
    """The text fits several different moves; ``candidates`` are their canonical texts."""

    def __init__(self, candidates: Sequence[str]) -> None:
        super().__init__("ambiguous", candidates=list(candidates))


class BadPosition(Refusal):
    """Position fields or position text, from outside, that describe no valid position."""


class BadDraw(Refusal):
    """Values of chance that do not fit the draw that the game wants."""
