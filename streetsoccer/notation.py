"""Text <-> what it says. Knows the letters of a move and nothing of any position.

``Pabcdef`` setup, ``Bxy`` kick-off, ``Mabcd`` walk, ``Mabcd|Bxy`` walk and kick, ``Pxy|Buv``
restart, ``-`` a ply without a legal move. The last is only ever written, never read.

``Walk`` and ``Kick`` are named tuples, the others dataclasses: lists of legal moves hold those
two by the dozen, and a tuple is made three times as fast.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from golem.play.pitch.forms import NO_MOVE, Forms
from golem.play.pitch.plies import KickOff as KickOff
from golem.play.pitch.plies import NoMove as NoMove
from golem.play.pitch.plies import Walk as Walk
from golem.play.pitch.squares import NAMES, SQUARE


@dataclass(frozen=True, slots=True)
class Setup:
    """Three field players placed, in the order in which they were named."""

    places: tuple[int, int, int]


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


Intent: TypeAlias = Setup | KickOff | Walk | Kick | Restart
Move: TypeAlias = Intent | NoMove
"""An intent that ``moves.resolve`` has let pass, or a ply without a legal move."""

FORMS: Final = Forms[Intent](
    {
        "Bcr": KickOff,
        "Mcrcr": Walk,
        "Mcrcr|Bcr": Kick,
        "Pcr|Bcr": Restart,
        "Pcrcrcr": lambda *places: Setup(places),
    },
    SQUARE,
    "a-f",
)
LONGEST: Final = FORMS.longest


def parse(text: object) -> Intent:
    """Return what ``text`` says; raise ``NotationError`` if it is no text of any form."""
    return FORMS.parse(text)


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
