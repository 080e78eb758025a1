"""From the rows of a match to its state: the log is read, the fold does the rest."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from golem import registry
from golem.matches.models import Draw, Match, Move
from golem.play.protocol import AnyGame
from golem.play.replay import Replay, replay, steps
from golem.rest.refusals import Refused


class BrokenLog(Refused):
    """The stored log does not replay: the match needs an operator, and nothing is changed.

    ``why`` is for the operator; who asked for the match learns only that it is so.
    """

    status = 500

    def __init__(self, match_id: int, why: str) -> None:
        super().__init__("broken_log", match=match_id)
        self.why = why

    def __str__(self) -> str:
        return f"match {self.data['match']} {self.why}"


def game_of(match: Match) -> AnyGame:
    """Return the game of ``match`` at the rules revision that it was started with.

    Raises ``BrokenLog`` if there is no such game or revision here (any more).
    """
    try:
        return registry.load(match.game, match.revision)
    except registry.UnknownGame as error:
        why = f"is of an unknown game: {match.game}, revision {match.revision}"
        raise BrokenLog(match.pk, why) from error


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
    """Return what the log of ``match`` comes to (two queries); raise ``BrokenLog``."""
    game = game_of(match)
    moves, draws = plies(match.moves.all()), draw_values(match.draws.all())
    with _rows_of(match):
        found = replay(game, match.options, moves, draws)
    return _sound(match, found, len(draws))


def history(match: Match) -> list[Replay]:
    """Return the replay at each ply: before the first move, then after each (two queries).

    Raises ``BrokenLog``.
    """
    game = game_of(match)
    moves, draws = plies(match.moves.all()), draw_values(match.draws.all())
    with _rows_of(match):
        past = list(steps(game, match.options, moves, draws))
    _sound(match, past[-1], len(draws))
    return past


def present_state(match: Match) -> Any:
    """Return the present state of ``match``; raise ``BrokenLog`` if the log does not replay."""
    return fold(match).state


@contextmanager
def _rows_of(match: Match) -> Iterator[None]:
    """Rows that are not even of the form that a game can look at are a broken log, too."""
    try:
        yield
    except (LookupError, TypeError, ValueError) as error:
        raise BrokenLog(match.pk, f"cannot be read: {error!r}") from error


def _sound(match: Match, found: Replay, draws: int) -> Replay:
    if found.failure is not None:
        code = found.failure.refusal.code
        raise BrokenLog(match.pk, f"fails at ply {found.failure.ply}: {code}")
    if found.draws < draws:
        raise BrokenLog(match.pk, f"has a draw that was never called for: {found.draws + 1}")
    return found
