"""From the rows of a match to its state: the log is read, the fold does the rest."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

from django.db.models import BigIntegerField, JSONField, Value

from golem import registry
from golem.matches.folds import Draws, Plies, folded
from golem.matches.models import Draw, Match, Move, Seed
from golem.play.protocol import AnyGame
from golem.play.replay import Replay, steps
from golem.rest.prepared import Prepared
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


def plies(moves: Iterable[Move]) -> Plies:
    """Return the texts by seat of each ply, ply 1 first."""
    return _by_ply((move.ply, move.seat, move.notation) for move in moves)


def _by_ply(moves: Iterable[tuple[int, str, str]]) -> Plies:
    by_ply: dict[int, dict[str, str]] = defaultdict(dict)
    for ply, seat, notation in moves:
        by_ply[ply][seat] = notation
    return [by_ply[ply] for ply in range(1, len(by_ply) + 1)]


def draw_values(draws: Iterable[Draw]) -> Draws:
    """Return the values of each draw, draw 1 first."""
    return [draw.values for draw in sorted(draws, key=lambda draw: draw.number)]


NOTHING: Final = Value(None, JSONField())
_rows = Prepared(
    lambda match_id: (
        Draw.objects.filter(match=match_id)
        .order_by()
        .values_list("values", "number", Value(""), Value(""))
        .union(
            Move.objects.filter(match=match_id)
            .order_by()
            .values_list(NOTHING, "ply", "seat", "notation"),
            all=True,
        )
    ),
    BigIntegerField(),
)
"""Draws and moves, in no order: (values, number, "", "") and (None, ply, seat, notation)."""
_seed = Prepared(
    lambda match_id: (
        Seed.objects.filter(match=match_id)
        .order_by("-run")
        .values_list("first_draw", "secret", "commitment")[:1]
    ),
    BigIntegerField(),
)


@dataclass(frozen=True, slots=True)
class Present:
    """Where a match stands: its game, its state, the values of its draws so far, and the seed
    from which the next ones come."""

    game: AnyGame
    state: Any
    draws: Draws
    seed: "LastSeed"


@dataclass(frozen=True, slots=True)
class LastSeed:
    """The seed from which draws come now, from draw ``first_draw`` on."""

    first_draw: int
    secret: bytes
    commitment: str


def _log_of(match: Match) -> tuple[Plies, Draws]:
    """Return the whole log; no query if moves and draws are at hand."""
    if {"moves", "draws"} <= getattr(match, "_prefetched_objects_cache", {}).keys():
        return plies(match.moves.all()), draw_values(match.draws.all())
    rows = sorted(_rows(match.pk), key=itemgetter(1))
    moves = _by_ply(row[1:] for row in rows if row[2])
    return moves, [values for values, _, seat, _ in rows if not seat]


def last_seed(match: Match) -> LastSeed:
    """Return the seed of the present run of ``match`` (one query)."""
    ((first_draw, secret, commitment),) = _seed(match.pk)
    return LastSeed(first_draw, bytes(secret), commitment)


def present(match: Match) -> Present:
    """Return where ``match`` stands (two queries); raise ``BrokenLog``."""
    found, draws = _folded(match)
    return Present(game_of(match), found.state, draws, last_seed(match))


def fold(match: Match) -> Replay:
    """Return what the log of ``match`` comes to (one query); raise ``BrokenLog``."""
    return _folded(match)[0]


def _folded(match: Match) -> tuple[Replay, Draws]:
    game = game_of(match)
    moves, draws = _log_of(match)
    with _rows_of(match):
        found = folded(match.pk, game, match.options, moves, draws)
    return _sound(match, found, len(draws)), draws


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
