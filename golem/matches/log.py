"""From the rows of a match to its state: the log is read, the fold does the rest."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

from django.db.models import BigIntegerField, BinaryField, F, JSONField, QuerySet, Value

from golem import registry
from golem.matches.folds import Draws, Plies, folded
from golem.matches.models import Draw, Match, Move, Seed
from golem.play.protocol import AnyGame
from golem.play.replay import Replay, steps
from golem.rest.prepared import Prepared, Row
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


NO_VALUES: Final = Value(None, JSONField())
NO_SECRET: Final = Value(None, BinaryField())


def _course(match_id: Any) -> "tuple[QuerySet[Any, Row], QuerySet[Any, Row]]":
    """Return draws (number, "", "", values, None) and moves (ply, seat, notation, None, None)."""
    draws = Draw.objects.filter(match=match_id).order_by()
    moves = Move.objects.filter(match=match_id).order_by()
    return (
        draws.values_list("number", Value(""), Value(""), "values", NO_SECRET),
        moves.values_list("ply", "seat", "notation", NO_VALUES, NO_SECRET),
    )


def _seed_and_course(match_id: Any) -> "QuerySet[Any, Row]":
    """Return the seed of the present run (first draw, "", commitment, None, secret), then draws
    and moves. The seed comes first for PostgreSQL, which takes the columns' types from there."""
    seeds = Seed.objects.filter(match=match_id, run=F("match__reopened")).order_by()
    seed = seeds.values_list("first_draw", Value(""), "commitment", NO_VALUES, "secret")
    return seed.union(*_course(match_id), all=True)


def _course_alone(match_id: Any) -> "QuerySet[Any, Row]":
    draws, moves = _course(match_id)
    return draws.union(moves, all=True)


_rows = Prepared(_course_alone, BigIntegerField())
_rows_and_seed = Prepared(_seed_and_course, BigIntegerField())


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


def _log_from(rows: list[Row]) -> tuple[Plies, Draws]:
    """Return the log that the rows of a course are, whatever their order."""
    in_order = sorted(rows, key=itemgetter(0))
    plies = _by_ply(row[:3] for row in in_order if row[1])
    return plies, [values for _, seat, _, values, secret in in_order if not (seat or secret)]


def present(match: Match) -> Present:
    """Return where ``match`` stands (one query); raise ``BrokenLog``."""
    rows = _rows_and_seed(match.pk)
    plies, draws = _log_from(rows)
    found = _folded(match, plies, draws)
    seeds = [LastSeed(n, bytes(secret), text) for n, _, text, _, secret in rows if secret]
    if not seeds:
        raise BrokenLog(match.pk, "has no seed")
    return Present(game_of(match), found.state, draws, seeds[0])


def fold(match: Match) -> Replay:
    """Return what the log of ``match`` comes to; raise ``BrokenLog``.

    One query, or none if moves and draws are at hand. Seeds are not looked at.
    """
    if {"moves", "draws"} <= getattr(match, "_prefetched_objects_cache", {}).keys():
        return _folded(match, plies(match.moves.all()), draw_values(match.draws.all()))
    return _folded(match, *_log_from(_rows(match.pk)))


def _folded(match: Match, plies: Plies, draws: Draws) -> Replay:
    game = game_of(match)
    with _rows_of(match):
        found = folded(match.pk, game, match.options, plies, draws)
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
