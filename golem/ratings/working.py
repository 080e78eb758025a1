"""Folding matches into strengths: what a match changes, for whom."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from golem.play import rating
from golem.ratings.facts import Ended
from golem.ratings.store import Held, Row


@dataclass(slots=True)
class Fold:
    """The strengths of the players of ``game`` as matches are added in order.

    ``load`` is asked for what players are that are not known yet, many at once.
    """

    game: str
    load: Callable[[set[int]], dict[int, Held]]
    players: dict[int, Held] = field(default_factory=dict)

    def know(self, players: Iterable[int]) -> None:
        """Load those of these players who are not known yet."""
        unknown = set(players) - self.players.keys()
        if unknown:
            self.players |= self.load(unknown)

    def add(self, matches: Iterable[Ended]) -> list[Row]:
        """Fold rated matches; return their changes in order, those of one match by player."""
        found = list(matches)
        self.know(player for match in found for player in match.players)
        return [row for match in found for row in self._changes(match)]

    def _changes(self, match: Ended) -> list[Row]:
        (first, second), (gained, left) = match.players, match.results
        one, other = self.players[first].strength, self.players[second].strength
        rows = [
            self._change(match, first, second, one, other, gained),
            self._change(match, second, first, other, one, left),
        ]
        return rows if first < second else rows[::-1]

    def _change(
        self,
        match: Ended,
        player: int,
        opponent: int,
        own: rating.Strength,
        other: rating.Strength,
        result: int,
    ) -> Row:
        """Return the change of one player, who is then what the match made of them."""
        key, now = match.key, rating.after(own, other, result)
        self.players[player] = Held(now, key.at)
        return (
            *(key.match, player, self.game, key.at, now.matches, own.rating, now.rating, own.k),
            *(result, opponent, other.rating, now.wins, now.rank, now.peak),
        )
