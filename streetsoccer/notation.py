"""Text <-> what it says. Knows the letters of a move and nothing of any position.

``Pabcdef`` setup, ``Bxy`` kick-off, ``Mabcd`` walk, ``Mabcd|Bxy`` walk and kick, ``Pxy|Buv``
restart, ``-`` a ply without a legal move. The last is only ever written, never read.

``Walk`` and ``Kick`` are named tuples, the others dataclasses: lists of legal moves hold those
two by the dozen, and a tuple is made three times as fast.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from golem.play.errors import NotationError
from golem.play.pitch.squares import COLUMN_LETTERS, NAMES, ROW_LETTERS, SQUARE


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
_FORMS: Final[dict[str, Callable[..., Intent]]] = {
    "Bcr": KickOff,
    "Mcrcr": Walk,
    "Mcrcr|Bcr": Kick,
    "Pcr|Bcr": Restart,
    "Pcrcrcr": lambda *places: Setup(places),
}
"""The forms of a move: ``c`` stands for a column, ``r`` for a row, the rest for itself."""
LONGEST: Final = max(map(len, _FORMS))
ALPHABET: Final = frozenset("BMP|" + ROW_LETTERS)
_CLASSES: Final = {"c": COLUMN_LETTERS, "r": ROW_LETTERS, "B": "B", "M": "M", "P": "P", "|": "|"}
_NAMES_OF_CLASSES: Final = {"c": "a-f", "r": "a-l"}
_BLURRED: Final = str.maketrans(dict.fromkeys(ROW_LETTERS, "."))
_READERS: Final = {
    form.replace("c", ".").replace("r", "."): (
        tuple(slice(at, at + 2) for at, letter in enumerate(form) if letter == "c"),
        build,
    )
    for form, build in _FORMS.items()
}
"""The same with dots for letters of squares: where the squares stand, and what they make."""


def parse(text: object) -> Intent:
    """Return what ``text`` says; raise ``NotationError`` if it is no text of any form."""
    text = admitted(text)
    try:
        slices, build = _READERS[text.translate(_BLURRED)]
        return build(*[SQUARE[text[part]] for part in slices])
    except KeyError:
        raise _departure(text) from None


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
    if not ALPHABET.issuperset(text):
        column = next(at for at, letter in enumerate(text, 1) if letter not in ALPHABET)
        raise NotationError("bad_letter", column, "one of BMP|abcdefghijkl")
    return text


def _departure(text: str) -> NotationError:
    """Return where ``text`` leaves the last of the forms, and what could have stood there."""
    forms = list(_FORMS)
    for at, letter in enumerate(text):
        fitting = [f for f in forms if at < len(f) and letter in _CLASSES[f[at]]]
        if not fitting:
            return NotationError("unexpected", at + 1, _expected(forms, at))
        forms = fitting
    return NotationError("incomplete", len(text) + 1, _expected(forms, len(text)))


def _expected(forms: list[str], at: int) -> str:
    classes = dict.fromkeys(form[at] if at < len(form) else "end" for form in forms)
    return " or ".join(_NAMES_OF_CLASSES.get(name, name) for name in classes)


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
