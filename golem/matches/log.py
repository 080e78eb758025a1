"""From the rows of a match to its state: the log is read, the fold does the rest."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from golem import registry
from golem.matches.models import Draw, Match, Move
from golem.play.protocol import AnyGame
from golem.play.replay import Replay, replay, steps


class BrokenLog(Exception):
    """The stored log does not replay: the match needs an operator, and nothing is changed."""

    def __init__(self, match_id: int, found: Replay) -> None:
        assert found.failure is not None
        code = found.failure.refusal.code
        super().__init__(f"match {match_id} fails at ply {found.failure.ply}: {code}")
        self.match_id = match_id
        self.found = found


def game_of(match: Match) -> AnyGame:
    """Return the game of ``match`` at the rules revision that it was started with."""
    return registry.load(match.game, match.revision)


def plies(moves: Iterable[Move]) -> list[dict[str, str]]:
    """Return the texts by seat of each ply, ply 1 first."""
    by_ply: dict[int, dict[str, str]] = defaultdict(dict)
    for move in moves:
        by_ply[move.ply][move.seat] = move.notation
    return [by_ply[ply] for ply in range(1, len(by_ply) + 1)]


def draw_values(draws: Iterable[Draw]) -> list[list[int]]:
    """Return the values of each draw, draw 1 first."""
    return [draw.values for draw in sorted(draws, key=lambda draw: draw.number)]


def fold(match: Match) -> Replay:
    """Return what the log of ``match`` comes to, its failure included (two queries)."""
    return replay(
        game_of(match),
        match.options,
        plies(match.moves.all()),
        draw_values(match.draws.all()),
    )


def history(match: Match) -> list[Replay]:
    """Return the replay at each ply: before the first move, then after each (two queries)."""
    moves, draws = plies(match.moves.all()), draw_values(match.draws.all())
    return list(steps(game_of(match), match.options, moves, draws))


def present_state(match: Match) -> Any:
    """Return the present state of ``match``; raise ``BrokenLog`` if the log does not replay."""
    found = fold(match)
    if found.failure is not None:
        raise BrokenLog(match.pk, found)
    return found.state
