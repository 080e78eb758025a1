"""What the notation of every game of the pitch keeps to; each game brings texts of its own."""

from typing import Any, Protocol

import pytest

from golem.play.errors import NotationError

HOSTILE = [
    ("M" * 1_000_000, "too_long"),
    ("[" * 10_000, "too_long"),
    ("Kck" * 5000, "too_long"),
    ("Mabcd\0", "bad_letter"),
    ("Mab\u0661\u0662", "bad_letter"),
    ("\uff2dabcd", "bad_letter"),
    ("Mab\ud800d", "bad_letter"),
    ("\u202eMabcd", "bad_letter"),
    ("Mabcd\n", "bad_letter"),
    ("Mabcd|\uff27", "bad_letter"),
    (None, "not_text"),
    (7, "not_text"),
    (["Mabcd"], "not_text"),
    ({"M": 1}, "not_text"),
    (b"Mabcd", "not_text"),
    (True, "not_text"),
]
"""Texts that no game reads, and as what they are refused."""


class Notation(Protocol):
    """The module of a game that reads and writes its moves."""

    NoMove: Any

    def parse(self, text: object, /) -> Any: ...

    def write(self, move: Any, /) -> str: ...


def refused(notation: Notation, text: object) -> NotationError:
    """Return the error with which the text is refused."""
    with pytest.raises(NotationError) as caught:
        notation.parse(text)
    return caught.value


def check_form(notation: Notation, text: str, intent: object) -> None:
    """The text is read as the intent, of that very type, and written the same."""
    assert notation.parse(text) == intent
    assert type(notation.parse(text)) is type(intent)
    assert notation.write(notation.parse(text)) == text


def check_no_move(notation: Notation) -> None:
    """A ply without a move is written, and never read from outside."""
    assert notation.write(notation.NoMove()) == "-"
    assert refused(notation, "-").code == "server_only"


def check_failure(notation: Notation, text: str, code: str, column: int, expected: str) -> None:
    """Reading fails in that column, and the error says what could have stood there."""
    error = refused(notation, text)
    assert (error.code, error.column, error.expected) == (code, column, expected)
    assert error.data == {"column": column, "expected": expected}


def check_hostile(notation: Notation, hostile: object, code: str, longest: int) -> None:
    """The text is refused within the length of the longest move."""
    error = refused(notation, hostile)
    assert error.code == code
    assert error.column <= longest


def check_any_text(notation: Notation, text: str) -> None:
    """What is read is written the same; what is not fails within the text or just after it."""
    try:
        intent = notation.parse(text)
    except NotationError as error:
        column = error.column
    else:
        assert notation.write(intent) == text
        column = 1
    assert 1 <= column <= len(text) + 1
