"""Looking ahead: the game of each trick as a matrix, solved backwards from a given depth."""

from typing import TypeAlias

from golem.games.goal.cards import Hand, compare, ranks_of
from golem.games.goal.matrix import solve
from golem.games.goal.outlook import Outlook
from golem.games.goal.state import START_SPACE, State
from golem.play.thinking import Spent

_Key: TypeAlias = tuple[Hand, Hand, int, int, int]


class ThinkingOver(Exception):
    """The time was up before a depth was searched to its end."""


class Search:
    """Values of one round of a match, remembered from depth to depth."""

    def __init__(self, state: State, spent: Spent) -> None:
        self._outlook = Outlook(state.distance, state.round)
        self._distance = state.distance
        self._spent = spent
        self._known: dict[_Key, float] = {}

    def gains(self, state: State, depth: int) -> list[list[float]]:
        """Return what each pair of cards is worth for hearts, by rank of hearts and of spades.

        ``depth`` is how many tricks are looked at, this one included. Raises ``ThinkingOver``.
        """
        return self._gains(state.hearts, state.spades, state.chip, state.lead, depth)

    def _gains(
        self, hearts: Hand, spades: Hand, chip: int, lead: int, depth: int
    ) -> list[list[float]]:
        columns = ranks_of(spades)
        return [
            [self._after(hearts, spades, chip, lead, row, column, depth) for column in columns]
            for row in ranks_of(hearts)
        ]

    def _after(
        self, hearts: Hand, spades: Hand, chip: int, lead: int, row: int, column: int, depth: int
    ) -> float:
        """Return the worth of the trick in which ``row`` meets ``column``."""
        chip += compare(row, column)
        if abs(chip) == self._distance:
            lead += 1 if chip > 0 else -1
            chip = START_SPACE
            if self._outlook.tie_break:
                return self._outlook.end(lead)
        return self._value(hearts ^ 1 << row, spades ^ 1 << column, chip, lead, depth - 1)

    def _value(self, hearts: Hand, spades: Hand, chip: int, lead: int, depth: int) -> float:
        if not hearts:
            return self._outlook.end(lead)
        if depth == 0:
            return self._outlook.value(hearts, spades, chip, lead)
        key = (hearts, spades, chip, lead, min(depth, hearts.bit_count()))
        found = self._known.get(key)
        if found is None:
            if self._spent():
                raise ThinkingOver
            found = solve(self._gains(hearts, spades, chip, lead, depth))[0]
            self._known[key] = found
        return found
