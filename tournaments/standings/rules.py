"""The rules of a table: which metrics separate competitors, in which order."""

from dataclasses import dataclass
from typing import Final

from tournaments.scoring import ScoringTable

DEFAULT: Final = ("points", "sonneborn_berger", "head_to_head", "goal_difference", "goals")
"""The order where an event names none; behind it places are shared."""
SWISS: Final = ("points", "buchholz", "sonneborn_berger", "head_to_head", "wins")
"""What an organiser of a Swiss event is offered; without goals, as not all meet all."""
NEED_GOALS: Final = frozenset({"goal_difference", "goals"})


@dataclass(frozen=True, slots=True)
class Rules:
    """``metrics`` in their order; those that need goals are passed over if ``goals`` is false.

    ``scoring`` says the most points of a match, and what an even one gives.
    """

    scoring: ScoringTable
    metrics: tuple[str, ...] = DEFAULT
    goals: bool = False

    @property
    def applied(self) -> tuple[str, ...]:
        """The metrics that this table really uses."""
        return tuple(name for name in self.metrics if self.goals or name not in NEED_GOALS)
