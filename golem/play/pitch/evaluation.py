"""What a position is worth to the side to move, before its die is known."""

from typing import Final, NamedTuple

from golem.play.pitch.squares import FIELD, OTHER, ROWS, YELLOW, mask_of, row_of
from golem.play.pitch.threat import NO_WAY, least_die
from golem.play.protocol import Seat

ANSWERED: Final = 0.25
"""How much of a threat is left when the other side has had a move to meet it."""
_TURN: Final = tuple(max(0, 7 - least) / 6 for least in range(NO_WAY + 1))
"""The chance that a die of a turn is at least so much."""
_NEAR: Final = tuple(0.02 * (NO_WAY - least) for least in range(NO_WAY + 1))
"""What it is worth to be near a goal, in goals, beyond the chance of scoring at once."""
_A_ROW: Final = 0.012
"""What it is worth, in goals, to have the ball one row nearer to the other goal."""
MOST_TILT: Final = _NEAR[1] + _A_ROW * (ROWS - 1) / 2
"""A bound of what is worth in goals, beyond the chance of scoring."""


class Stakes(NamedTuple):
    """What is at stake for the side to move, in what is worth to it.

    ``scored``: it scores now. ``conceded``: it does not, and the other side does at its next
    ply. ``quiet``: neither. ``goal``: about what one goal more is worth.
    """

    scored: float
    conceded: float
    quiet: float
    goal: float


class Evaluation:
    """Values positions and remembers the ways to the goal that it found.

    ``walkable`` are the squares that players walk over, as a set.
    """

    def __init__(self, walkable: int = FIELD) -> None:
        self._walkable = walkable
        self._known: dict[tuple[Seat, int, int, int], int] = {}

    def least(self, seat: Seat, own: tuple[int, ...], others: tuple[int, ...], ball: int) -> int:
        """Return :func:`golem.play.pitch.threat.least_die`, found once for each position."""
        theirs = mask_of(others)
        key = (seat, mask_of(own), theirs, ball)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = least_die(seat, own, theirs, ball, self._walkable)
        return found

    def value(
        self,
        seat: Seat,
        own: tuple[int, ...],
        others: tuple[int, ...],
        ball: int,
        stakes: Stakes,
        enough: float = 2.0,
    ) -> float:
        """Return what the position is worth to ``seat``, which is to move; 0 to 1 or a bit more.

        Once it is sure to be at least ``enough``, a lower bound of it may be returned.
        """
        mine = self.least(seat, own, others, ball)
        rows = row_of(ball) if seat != YELLOW else ROWS - 1 - row_of(ball)
        near = _NEAR[mine] + _A_ROW * (rows - (ROWS - 1) / 2)
        worst = _total(stakes, _TURN[mine], near, 1.0, _NEAR[1])
        if worst >= enough:
            return worst
        theirs = self.least(OTHER[seat], others, own, ball)
        return _total(stakes, _TURN[mine], near, _TURN[theirs], _NEAR[theirs])


def _total(stakes: Stakes, chance: float, near: float, danger: float, their_near: float) -> float:
    """Return the worth of a chance to score now, else of what then may happen and of nearness."""
    lost = ANSWERED * danger * (stakes.quiet - stakes.conceded)
    rest = stakes.quiet - lost + stakes.goal * (near - their_near)
    return chance * stakes.scored + (1 - chance) * rest
