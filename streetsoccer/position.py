"""The state of a match as a frozen value."""

from enum import StrEnum
from typing import Final, NamedTuple

from golem.play.pitch.squares import RED, SQUARE, YELLOW
from golem.play.protocol import Seat


class Phase(StrEnum):
    """What the ply to be made now is; ``over`` when there is none."""

    SETUP = "setup"
    KICKOFF = "kickoff"
    TURN = "turn"
    RESTART = "restart"
    OVER = "over"


PLAYERS: Final = 5
PLACED: Final = 3
"""How many field players each side places in its setup."""
# (decided) Who stands where before the setup: the keeper, and one player in the centre circle.
START: Final[dict[Seat, tuple[int, int]]] = {
    YELLOW: (SQUARE["ck"], SQUARE["dg"]),
    RED: (SQUARE["db"], SQUARE["cf"]),
}
KICKOFF_SPOT: Final = SQUARE["dg"]

KICKOFF_PLY: Final = 3
NORMAL_PLIES: Final = 52
LAST_PLY: Final = 72


class Position(NamedTuple):
    """Everything that the rules look at.

    ``ply`` is the number of the ply to be made now, from 1; in phase ``over``, one more than
    that of the last ply. Yellow makes the odd plies and red the even ones, always. ``die`` is
    the die of the next ply that uses one, ``None`` while it is not drawn; in the setup it is
    already the die of the kick-off. ``ball`` is its field square, ``None`` where the phase
    implies it (setup, kick-off, restart) or where it lies in a goal. ``yellow`` and ``red``
    hold squares, the keeper's first, then the others in order: three come with the setup.
    ``last_scorer`` is ``None`` exactly when nobody scored.
    """

    phase: Phase
    ply: int
    die: int | None
    ball: int | None
    yellow: tuple[int, ...]
    red: tuple[int, ...]
    yellow_goals: int = 0
    red_goals: int = 0
    last_scorer: Seat | None = None

    @property
    def to_move(self) -> Seat:
        """The seat whose ply it is (in phase ``over``: whose it would be)."""
        return mover(self.ply)

    @property
    def idle(self) -> bool:
        """Whether nobody is to move: a die is owed, or the match is over."""
        return self.die is None or self.phase is Phase.OVER

    @property
    def tied(self) -> bool:
        """Whether both sides have scored as often."""
        return self.yellow_goals == self.red_goals

    def players(self, seat: Seat) -> tuple[int, ...]:
        """Return the squares of ``seat``, the keeper's first."""
        return self.yellow if seat == YELLOW else self.red


def mover(ply: int) -> Seat:
    """Return the seat that makes ``ply``: plies alternate, also after goals and empty plies."""
    return YELLOW if ply % 2 else RED


def team(keeper: int, others: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """Return the squares of a side in their canonical order: the keeper, then the others sorted."""
    return (keeper, *sorted(others))
