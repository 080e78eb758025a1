"""The state of a match as a frozen value, and the options of a match."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from golem.play.pitch.squares import OTHER, RED, SQUARES, YELLOW
from golem.play.protocol import Option, Seat


class Phase(StrEnum):
    """What the ply to be made now is; ``over`` when there is none."""

    SETUP = "setup"
    KICKOFF = "kickoff"
    TURN = "turn"
    RESTART = "restart"
    OVER = "over"


class Variant(StrEnum):
    """How a match is won: by the first goal, or one of the three longer ways."""

    GOLDEN_GOAL = "golden_goal"
    TIME_LIMIT = "time_limit"
    FIRST_TO_3 = "first_to_3"
    LAST_CHANCE = "last_chance"


class Placing(StrEnum):
    """How many players are placed at a time: one, or blocks of one or two."""

    SINGLE = "single"
    BLOCKS = "blocks"


VARIANT: Final = Option("variant", tuple(map(str, Variant)), str(Variant.GOLDEN_GOAL))
SETUP: Final = Option("setup", tuple(map(str, Placing)), str(Placing.SINGLE))
OPTIONS: Final = (VARIANT, SETUP)

PLAYERS: Final = 5
OUTFIELDERS: Final = PLAYERS - 1
# (decided) Players go down one at a time, as the source says, or in blocks with fewer hand-overs.
HANDOVERS: Final[dict[Placing, tuple[int, ...]]] = {
    Placing.SINGLE: (1,) * (2 * PLAYERS),
    Placing.BLOCKS: (1, 2, 2, 2, 2, 1),
}
"""How many players each ply of the setup places; yellow makes the first one."""
KICKOFF_PLY: Final = {placing: len(players) + 1 for placing, players in HANDOVERS.items()}
"""The ply of the kick-off. The turns come after it: turn 1 is the next ply."""
ABSENT: Final = SQUARES - 1
"""Where a keeper stands that is not placed yet: a number that is no square."""


class Position(NamedTuple):
    """Everything that the rules look at.

    ``ply`` is the number of the ply to be made now, from 1; in phase ``over``, one more than
    that of the last ply. ``die`` is the die of this ply (at the kick-off the difference of the
    two, at a restart the length of the kick), ``None`` in the setup and while it is not drawn.
    ``ball`` is its field square, ``None`` where the phase implies it (setup, kick-off, restart)
    or where it lies in a goal. ``yellow`` and ``red`` hold squares, the keeper's first
    (``ABSENT`` before it is placed), then the others in order of their numbers.
    ``kicker`` is the seat that won the kick-off, ``None`` before its dice are drawn.
    ``last_scorer`` is ``None`` exactly when nobody scored. ``last_chance``, in the variant of
    this name, is the turn with whose end the leader wins; ``None`` while nobody leads.
    """

    variant: Variant
    placing: Placing
    phase: Phase
    ply: int
    die: int | None
    ball: int | None
    yellow: tuple[int, ...]
    red: tuple[int, ...]
    kicker: Seat | None = None
    yellow_goals: int = 0
    red_goals: int = 0
    last_scorer: Seat | None = None
    last_chance: int | None = None

    @property
    def turn(self) -> int:
        """The number of the turn to be made now, from 1; 0 or less before the first one."""
        return self.ply - KICKOFF_PLY[self.placing]

    @property
    def to_move(self) -> Seat:
        """The seat whose ply it is (in phase ``over``: whose it would be).

        The kick-off belongs to yellow, as it were, until its dice are drawn.
        """
        turn = self.ply - KICKOFF_PLY[self.placing]
        if turn < 0:
            return YELLOW if self.ply % 2 else RED
        kicker = self.kicker or YELLOW
        return OTHER[kicker] if turn % 2 else kicker

    @property
    def idle(self) -> bool:
        """Whether nobody is to move: a die is owed, or the match is over."""
        return self.die is None and self.phase is not Phase.SETUP

    @property
    def tied(self) -> bool:
        """Whether both sides have scored as often."""
        return self.yellow_goals == self.red_goals

    @property
    def leader(self) -> Seat | None:
        """The seat with more goals, or ``None``."""
        if self.yellow_goals == self.red_goals:
            return None
        return YELLOW if self.yellow_goals > self.red_goals else RED

    def players(self, seat: Seat) -> tuple[int, ...]:
        """Return the squares of ``seat``, the keeper's first."""
        return self.yellow if seat == YELLOW else self.red

    def with_players(self, seat: Seat, players: tuple[int, ...]) -> "Position":
        """Return the position with the squares of ``seat`` changed to ``players``."""
        return self._replace(yellow=players) if seat == YELLOW else self._replace(red=players)


def team(keeper: int, others: Sequence[int]) -> tuple[int, ...]:
    """Return the squares of a side in their canonical order: the keeper, then the others sorted."""
    return (keeper, *sorted(others))
