"""Text <-> what it says. Knows the letters of a move and nothing of any position.

``Pabcdef`` setup, ``Bxy`` kick-off, ``Mabcd`` walk, ``Mabcd|Bxy`` walk and kick, ``Pxy|Buv``
restart, ``-`` a ply without a legal move. The last is only ever written, never read.

``Walk`` and ``Kick`` are named tuples, the others dataclasses: lists of legal moves hold those
two by the dozen, and a tuple is made three times as fast.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn, TypeAlias

from golem.play.errors import NotationError
from streetsoccer.pitch import COLUMN_LETTERS, NAMES, ROW_LETTERS, SQUARE


@dataclass(frozen=True, slots=True)
class Setup:
    """Three field players placed, in the order in which they were named."""

    places: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class KickOff:
    """The ball kicked from the centre to ``ball``."""

    ball: int


class Walk(NamedTuple):
    """The player on ``start`` walks to ``end``."""

    start: int
    end: int


class Kick(NamedTuple):
    """The player on ``start`` walks to the ball on ``end`` and kicks it to ``ball``."""

    start: int
    end: int
    ball: int


@dataclass(frozen=True, slots=True)
class Restart:
    """The keeper stands on ``keeper`` and kicks the ball to ``ball``."""

    keeper: int
    ball: int


@dataclass(frozen=True, slots=True)
class NoMove:
    """A ply without a legal move, written by the server."""


Intent: TypeAlias = Setup | KickOff | Walk | Kick | Restart
Move: TypeAlias = Intent | NoMove
"""An intent that ``moves.resolve`` has let pass, or a ply without a legal move."""

NO_MOVE: Final = "-"
LONGEST: Final = len("Mabcd|Bxy")
ALPHABET: Final = frozenset("BMP|" + ROW_LETTERS)
_END: Final = ""


def parse(text: object) -> Intent:
    """Return what ``text`` says; raise ``NotationError`` if it is no text of any form."""
    return _Reader(admitted(text)).intent()


def admitted(text: object) -> str:
    """Return ``text`` if its type, length and letters can be those of a move.

    Looks at no more than the first ten letters, whatever the length. Raises ``NotationError``.
    """
    if not isinstance(text, str):
        raise NotationError("not_text", 1, "text")
    if text == NO_MOVE:
        raise NotationError("server_only", 1, "B, M or P")
    if len(text) > LONGEST:
        raise NotationError("too_long", LONGEST + 1, "end")
    for column, letter in enumerate(text, start=1):
        if letter not in ALPHABET:
            raise NotationError("bad_letter", column, "one of BMP|abcdefghijkl")
    return text


def write(move: Move) -> str:
    """Return the text of ``move``."""
    match move:
        case Kick(start, end, ball):
            return f"M{NAMES[start]}{NAMES[end]}|B{NAMES[ball]}"
        case Walk(start, end):
            return f"M{NAMES[start]}{NAMES[end]}"
        case KickOff(ball):
            return f"B{NAMES[ball]}"
        case Restart(keeper, ball):
            return f"P{NAMES[keeper]}|B{NAMES[ball]}"
        case Setup(places):
            return "P" + "".join(NAMES[place] for place in places)
        case NoMove():
            return NO_MOVE


class _Reader:
    """Reads a text from left to right and remembers the place."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def intent(self) -> Intent:
        first = self._one_of("BMP", "B, M or P")
        if first == "B":
            return self._ended(KickOff(self._square()))
        if first == "M":
            return self._walk()
        return self._placing()

    def _walk(self) -> Intent:
        start, end = self._square(), self._square()
        if self._peek() == _END:
            return Walk(start, end)
        return self._ended(Kick(start, end, self._kicked("| or end")))

    def _placing(self) -> Intent:
        place = self._square()
        if self._peek() == "|":
            return self._ended(Restart(place, self._kicked("|")))
        if self._peek() not in COLUMN_LETTERS:
            self._fail("| or a-f")
        return self._ended(Setup((place, self._square(), self._square())))

    def _kicked(self, expected: str) -> int:
        self._one_of("|", expected)
        self._one_of("B", "B")
        return self._square()

    def _square(self) -> int:
        name = self._one_of(COLUMN_LETTERS, "a-f") + self._one_of(ROW_LETTERS, "a-l")
        return SQUARE[name]

    def _ended(self, intent: Intent) -> Intent:
        if self._peek() != _END:
            self._fail("end")
        return intent

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _one_of(self, letters: str, expected: str) -> str:
        letter = self._peek()
        if letter == _END or letter not in letters:
            self._fail(expected)
        self._at += 1
        return letter

    def _fail(self, expected: str) -> NoReturn:
        code = "incomplete" if self._peek() == _END else "unexpected"
        raise NotationError(code, self._at + 1, expected)
