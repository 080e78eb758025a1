"""Matches of secret choices between the same two people, one after another."""

from collections.abc import Callable, Iterator
from typing import Any

from accounts.models import User
from golem.matches import clock_columns, projections
from golem.matches.log import game_of, present_state
from golem.matches.models import Match, Move, SealedMove
from golem.matches.services import submit_move
from tests.matches.conftest import begin, person
from tests.sealing.conftest import texts_of


class Table:
    """Two people and, round by round, new matches between them."""

    def __init__(self, game: str) -> None:
        self.game, self.one, self.other = game, person("Sara"), person("Otto")

    def rounds(self, number: int) -> Iterator["Round"]:
        """Yield so many matches; after each everything stored must fit together."""
        for _ in range(number):
            now = Round(begin(self.game, self.one, self.other), self.one, self.other)
            yield now
            now.check()


class Round:
    """A match: ``first`` and ``second`` are legal texts of Sara's, ``theirs`` is one of Otto's."""

    def __init__(self, match: Match, one: User, other: User) -> None:
        self.match, self.one, self.other = match, one, other
        game, state = game_of(match), present_state(match)
        seats = {seat.user_id: seat.name for seat in match.seats.all()}
        self.first, *_, self.second = texts_of(game, state, seats[one.pk])
        *_, self.theirs = texts_of(game, state, seats[other.pk])

    def seal(self, text: str, ply: int = 1, **more: Any) -> Callable[[], Any]:
        """Return Sara's act of sealing."""
        return lambda: submit_move(self.match.pk, self.one, ply, text, **more)

    def answer(self, ply: int = 1, **more: Any) -> Callable[[], Any]:
        """Return Otto's act of sealing."""
        return lambda: submit_move(self.match.pk, self.other, ply, self.theirs, **more)

    def played(self) -> list[tuple[int, str]]:
        """Return ply and text of the stored moves, Sara's first in each ply."""
        rows = Move.objects.filter(match=self.match, forced=False).order_by("ply", "pk")
        seats = {seat.name: seat.user_id for seat in self.match.seats.all()}
        found = [(row.ply, seats[row.seat] == self.other.pk, row.notation) for row in rows]
        return [(ply, text) for ply, _, text in sorted(found)]

    def waiting(self) -> list[tuple[int, str]]:
        """Return ply and text of what waits sealed."""
        rows = SealedMove.objects.filter(match=self.match).order_by("pk")
        return list(rows.values_list("ply", "notation"))

    def now(self) -> Match:
        """Return the match as it is stored."""
        return Match.objects.get(pk=self.match.pk)

    def check(self) -> None:
        """Demand that columns and clocks are what the log says."""
        match = self.now()
        assert projections.differences(match) == {}
        assert clock_columns.differences(match) == {}
