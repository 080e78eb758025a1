"""Reading moves that are written as letters and squares: a notation is a list of its forms.

A form is a pattern such as ``"Mcrcr|Bcr"``: ``c`` stands for the letter of a column, ``r`` for
that of a row, and every other letter for itself.
"""

from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from golem.play.errors import NotationError
from golem.play.pitch.squares import ROW_LETTERS

NO_MOVE: Final = "-"
"""The text of a ply without a legal move. Only ever written, never read."""

Intent = TypeVar("Intent")


class Forms(Generic[Intent]):
    """The forms of one notation, and what a text of each of them says.

    ``forms`` gives for each form what makes an intent of its squares; ``squares`` are the
    squares by name, ``columns`` names the letters of their columns (``"a-f"``).
    """

    longest: Final[int]
    alphabet: Final[str]
    """All letters that a move may hold: those of the forms, in order, and those of squares."""

    def __init__(
        self, forms: Mapping[str, Callable[..., Intent]], squares: Mapping[str, int], columns: str
    ) -> None:
        self._forms, self._squares = tuple(forms), squares
        self.longest = max(map(len, forms))
        letters = sorted({letter for name in squares for letter in name})
        marks = sorted({letter for form in forms for letter in form if letter not in "cr"})
        self.alphabet = "".join((*marks, *letters))
        self._admissible = frozenset(self.alphabet)
        self._column_letters = frozenset(name[0] for name in squares)
        self._columns = columns
        self._blurred = str.maketrans(dict.fromkeys(letters, "."))
        self._readers = {
            form.replace("c", ".").replace("r", "."): (
                tuple(slice(at, at + 2) for at, letter in enumerate(form) if letter == "c"),
                build,
            )
            for form, build in forms.items()
        }

    def parse(self, text: object) -> Intent:
        """Return what ``text`` says; raise ``NotationError`` if it is no text of any form."""
        text = self._admitted(text)
        squares = self._squares
        try:
            slices, build = self._readers[text.translate(self._blurred)]
            return build(*[squares[text[part]] for part in slices])
        except KeyError:
            raise self._departure(text) from None

    def _admitted(self, text: object) -> str:
        """Return ``text`` if its type, length and letters can be those of a move.

        Looks at no more letters than the longest form has, whatever the length.
        """
        if not isinstance(text, str):
            raise NotationError("not_text", 1, "text")
        if text == NO_MOVE:
            raise NotationError("server_only", 1, self._expected(self._forms, 0))
        if len(text) > self.longest:
            raise NotationError("too_long", self.longest + 1, "end")
        if not self._admissible.issuperset(text):
            column = next(at for at, c in enumerate(text, 1) if c not in self._admissible)
            raise NotationError("bad_letter", column, f"one of {self.alphabet}")
        return text

    def _departure(self, text: str) -> NotationError:
        """Return where ``text`` leaves the last of the forms, and what could have stood there."""
        forms = self._forms
        for at, letter in enumerate(text):
            fitting = tuple(f for f in forms if at < len(f) and self._fits(letter, f[at]))
            if not fitting:
                return NotationError("unexpected", at + 1, self._expected(forms, at))
            forms = fitting
        return NotationError("incomplete", len(text) + 1, self._expected(forms, len(text)))

    def _fits(self, letter: str, mark: str) -> bool:
        if mark == "c":
            return letter in self._column_letters
        return letter in ROW_LETTERS if mark == "r" else letter == mark

    def _expected(self, forms: tuple[str, ...], at: int) -> str:
        names = {"c": self._columns, "r": f"{ROW_LETTERS[0]}-{ROW_LETTERS[-1]}"}
        marks = dict.fromkeys(form[at] if at < len(form) else "end" for form in forms)
        return " or ".join(names.get(mark, mark) for mark in marks)
