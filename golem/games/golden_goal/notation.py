"""Text <-> what it says. Knows the letters of a move and nothing of any position.

``Kab`` and ``Pab`` place the keeper and an outfielder, ``Kab|Pcd`` and the like two players at
once; ``Bxy`` is the kick-off; ``Mabcd`` a walk; ``Mabcd|Bxy`` a walk and a kick, ``Mabcd|G`` one
that scores, both perhaps with ``|Ruv``, where the kicker goes that kicked in front of a goal;
``Pab|Bxy`` and ``Pab|G`` restarts; ``-`` a ply without a legal move.

``Walk`` and ``Kick`` are named tuples, the others dataclasses: lists of legal moves hold those
two by the hundred, and a tuple is made three times as fast.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from golem.play.pitch.forms import NO_MOVE, Forms
from golem.play.pitch.plies import KickOff as KickOff
from golem.play.pitch.plies import NoMove as NoMove
from golem.play.pitch.plies import Walk as Walk
from golem.play.pitch.squares import ANY_SQUARE, NAMES


class Put(NamedTuple):
    """A player placed on ``square``: the keeper, or an outfielder."""

    square: int
    keeper: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """The players placed by one hand-over, in the order in which they were named."""

    puts: tuple[Put, ...]


class Kick(NamedTuple):
    """The player on ``start`` walks to the ball on ``end`` and kicks it to ``ball``.

    ``ball`` is ``None`` for a goal. ``aside`` is the square to which the kicker goes right after
    its kick in front of a goal, else ``None``.
    """

    start: int
    end: int
    ball: int | None
    aside: int | None = None


@dataclass(frozen=True, slots=True)
class Restart:
    """The keeper stands on ``keeper`` and kicks the ball to ``ball``, ``None`` for a goal."""

    keeper: int
    ball: int | None


Intent: TypeAlias = Setup | KickOff | Walk | Kick | Restart
Move: TypeAlias = Intent | NoMove
"""An intent that ``moves.resolve`` has let pass, or a ply without a legal move."""


def _setup(keepers: tuple[bool, ...], *squares: int) -> Setup:
    return Setup(tuple(map(Put, squares, keepers)))


FORMS: Final = Forms[Intent](
    {
        "Kcr": lambda square: _setup((True,), square),
        "Pcr": lambda square: _setup((False,), square),
        "Kcr|Pcr": lambda *squares: _setup((True, False), *squares),
        "Pcr|Kcr": lambda *squares: _setup((False, True), *squares),
        "Pcr|Pcr": lambda *squares: _setup((False, False), *squares),
        "Bcr": KickOff,
        "Mcrcr": Walk,
        "Mcrcr|Bcr": Kick,
        "Mcrcr|G": lambda start, end: Kick(start, end, None),
        "Mcrcr|Bcr|Rcr": Kick,
        "Mcrcr|G|Rcr": lambda start, end, aside: Kick(start, end, None, aside),
        "Pcr|Bcr": Restart,
        "Pcr|G": lambda keeper: Restart(keeper, None),
    },
    ANY_SQUARE,
    "a-g or z",
)
LONGEST: Final = FORMS.longest


def parse(text: object) -> Intent:
    """Return what ``text`` says; raise ``NotationError`` if it is no text of any form."""
    return FORMS.parse(text)


def write(move: Move) -> str:
    """Return the text of ``move``."""
    match move:
        case Kick(start, end, ball, aside):
            after = "" if aside is None else f"|R{NAMES[aside]}"
            return f"M{NAMES[start]}{NAMES[end]}|{_target(ball)}{after}"
        case Walk(start, end):
            return f"M{NAMES[start]}{NAMES[end]}"
        case KickOff(ball):
            return f"B{NAMES[ball]}"
        case Restart(keeper, ball):
            return f"P{NAMES[keeper]}|{_target(ball)}"
        case Setup(puts):
            return "|".join(f"{'K' if put.keeper else 'P'}{NAMES[put.square]}" for put in puts)
        case NoMove():
            return NO_MOVE


def _target(ball: int | None) -> str:
    return "G" if ball is None else f"B{NAMES[ball]}"
