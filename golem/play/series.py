"""A series of matches between two movers, to measure how strong they are.

Each match has dice and generators of its own, made from the series' seed and the number of the
match: the same series can be played again, in any order and on any number of processors.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Final

from golem.play import chance
from golem.play.movers import Mover
from golem.play.protocol import AnyGame, Options, Seat, full_options

Meter = Callable[[], float]
"""Gives processor time in seconds; only differences count."""
FIRST, SECOND = 0, 1
_NORMAL_95: Final = 1.96
"""So many standard deviations to each side hold 95 % of a normal distribution."""


@dataclass(slots=True)
class Effort:
    """How many moves a mover made, and the seconds that they took: in all, and at most."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, other: "Effort") -> None:
        """Count the moves of ``other`` too."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)


@dataclass(frozen=True, slots=True)
class Result:
    """One match of a series: which mover won (``FIRST``, ``SECOND``, ``None``), and how.

    ``goals`` are those of the first and of the second mover, ``None`` in a game without goals;
    ``efforts`` likewise. ``number`` counts from 0.
    """

    number: int
    winner: int | None
    how: str
    plies: int
    goals: tuple[int, int] | None
    efforts: tuple[Effort, Effort]


def play_match(
    game: AnyGame,
    movers: tuple[Mover, Mover],
    number: int,
    seed: int,
    meter: Meter,
    options: Options | None = None,
) -> Result:
    """Play match ``number`` of the series ``seed`` and return what came of it.

    ``options`` that are not given have their defaults; raises what :func:`full_options` raises.
    The first mover has the first seat in the matches of even number, else the second one.
    """
    first, second = game.info.seats if number % 2 == 0 else reversed(game.info.seats)
    side = {first: FIRST, second: SECOND}
    own = {name: _generator(seed, number, name) for name in (first, second, "dice")}
    players = {seat: _Player(movers[side[seat]], own[seat]) for seat in side}
    dice = chance.dice(own["dice"].randbytes(chance.SEED_BYTES))
    state, plies = game.start(full_options(game.info, options or {})), 0
    while (outcome := game.outcome(state)) is None:
        want = game.wants(state)
        if want is not None:
            state = game.supply(state, chance.draw(want.kind, dice))
            continue
        moves = game.forced(state) or {
            seat: players[seat].move(game, state, seat, meter) for seat in game.to_move(state)
        }
        state, plies = game.play(state, moves), plies + 1
    score = game.describe(state).score
    return Result(
        number=number,
        winner=None if outcome.winner is None else side[outcome.winner],
        how=outcome.how,
        plies=plies,
        goals=None if score is None else (score[first], score[second]),
        efforts=(players[first].effort, players[second].effort),
    )


def _generator(seed: int, number: int, name: str) -> Random:
    return Random(f"{seed}:{number}:{name}")  # noqa: S311  (a trial is to be repeated, not secret)


@dataclass(slots=True)
class _Player:
    """A mover at a seat, with its generator and what it has spent."""

    mover: Mover
    rng: Random
    effort: Effort = field(default_factory=Effort)

    def move(self, game: AnyGame, state: object, seat: Seat, meter: Meter) -> object:
        begun = meter()
        move = self.mover(game, state, seat, self.rng)
        taken = meter() - begun
        self.effort.add(Effort(1, taken, taken))
        return move


@dataclass(slots=True)
class Table:
    """The results of a series, counted for the first mover; ``goals`` first, then second."""

    wins: int = 0
    unwon: int = 0
    losses: int = 0
    goals: list[int] = field(default_factory=lambda: [0, 0])
    endings: dict[str, int] = field(default_factory=dict)
    efforts: tuple[Effort, Effort] = field(default_factory=lambda: (Effort(), Effort()))

    @property
    def games(self) -> int:
        """How many matches were counted."""
        return self.wins + self.unwon + self.losses

    def count(self, result: Result) -> None:
        """Count one match."""
        self.wins += result.winner == FIRST
        self.losses += result.winner == SECOND
        self.unwon += result.winner is None
        self.endings[result.how] = self.endings.get(result.how, 0) + 1
        for side in (FIRST, SECOND):
            self.goals[side] += result.goals[side] if result.goals else 0
            self.efforts[side].add(result.efforts[side])


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return the bounds between which the true share of wins lies with 95 % confidence.

    By Wilson's score, which stays within 0 and 1 also when all or none are won.
    """
    if games == 0:
        return 0.0, 1.0
    share, spread = wins / games, _NORMAL_95**2 / games
    middle = share + spread / 2
    reach = _NORMAL_95 * sqrt(share * (1 - share) / games + spread / (4 * games))
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
