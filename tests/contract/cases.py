"""The games that are held to the contract, and random matches of each with any of its options."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from random import Random
from typing import Any, Final

from golem import registry
from golem.play import chance, movers
from golem.play.errors import Refusal
from golem.play.protocol import AnyGame, Clicks, Hidden, Legal, OptionValue, Seat, Want
from golem.registry import _load

TOYS: Final = {
    "duel": "tests.games.duel:game",
    "duel by new rules": "tests.games.duel2:game",
    "relay": "tests.games.relay:game",
    "cups": "tests.games.cups:game",
    "countdown": "tests.play.countdown:game",
}
TOY_TEXTS: Final = ("N1", "N2", "N3", "P", "T1", "T2", "T3", "1", "4")
"""Every text of a toy game that lists nothing."""
MOST_PLIES: Final = 400
"""So long may a random match be; the toy game without an end is broken off much earlier."""


@dataclass(frozen=True)
class Case:
    """A revision of a game with one choice of its options."""

    name: str
    game: AnyGame
    options: Mapping[str, OptionValue]
    toy: bool

    def __hash__(self) -> int:
        return hash(self.name)


@dataclass(frozen=True)
class Step:
    """A state in which seats moved: what each played, and whether the server did it."""

    state: Any
    moves: Mapping[Seat, Any]
    forced: bool


@dataclass(frozen=True)
class Match:
    """A random match: its steps, its last state, its draws with the state that each was for."""

    steps: tuple[Step, ...]
    last: Any
    draws: tuple[tuple[int, ...], ...]
    wanted: tuple[tuple[Any, Want, tuple[int, ...]], ...] = field(repr=False)

    def states(self) -> list[Any]:
        """Return the states in which somebody was to move, and the last one."""
        return [*(step.state for step in self.steps), self.last]


def registered() -> Iterator[tuple[str, AnyGame]]:
    """Yield every revision of every registered game by a name."""
    for key, revisions in registry.GAMES.items():
        for number in revisions:
            yield f"{key} {number}", registry.load(key, number)


def cases() -> list[Case]:
    """Return all games with all combinations of their options, the toy ones last."""
    found = [_with(name, game, False) for name, game in registered()]
    found += [_with(name, _load(path), True) for name, path in TOYS.items()]
    return [case for some in found for case in some]


def _with(name: str, game: AnyGame, toy: bool) -> list[Case]:
    options = game.info.options
    chosen = product(*(option.choices for option in options))
    return [
        Case(
            " ".join([name, *(f"{o.key}={v}" for o, v in zip(options, values, strict=True))]),
            game,
            {o.key: v for o, v in zip(options, values, strict=True)},
            toy,
        )
        for values in chosen
    ]


@cache
def match_of(case: Case, number: int = 0) -> Match:
    """Return random match ``number`` of a case: moves that score when there are such at the
    beginning of every second one, so that matches end in various ways."""
    rng = Random(f"{case.name}:{number}")
    game, source = case.game, chance.dice(rng.randbytes(chance.SEED_BYTES))
    state, steps, draws, wanted = game.start(case.options), list[Step](), [], []
    most = 30 if case.toy else MOST_PLIES
    while True:
        while (want := game.wants(state)) is not None:
            values = chance.draw(want.kind, source)
            wanted.append((state, want, values))
            draws.append(values)
            state = game.supply(state, values)
        owing = game.to_move(state)
        if not owing or len(steps) == most:
            return Match(tuple(steps), state, tuple(draws), tuple(wanted))
        forced = game.forced(state)
        chosen = forced or {seat: any_move(case, state, seat, rng) for seat in owing}
        steps.append(Step(state, chosen, bool(forced)))
        state = game.play(state, chosen)


def any_move(case: Case, state: Any, seat: Seat, rng: Random) -> Any:
    """Return a legal move of the seat, as a player without a plan would find it."""
    if isinstance(case.game, Legal | Clicks):
        return movers.at_random(case.game, state, seat, rng)
    return rng.choice(toy_moves(case.game, state, seat))


def toy_moves(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    """Return the moves that a toy game takes of all its texts."""
    found = []
    for text in TOY_TEXTS:
        with suppress(Refusal):
            found.append(game.resolve(state, seat, game.parse(text)))
    return found


def seen(game: AnyGame, state: Any, seat: Seat | None) -> Any:
    """Return the state as the seat may know it."""
    return game.view(state, seat) if isinstance(game, Hidden) else state


def listed(game: AnyGame, state: Any, seat: Seat) -> list[Any] | None:
    """Return all legal moves, ``None`` if the game does not list them here."""
    if not isinstance(game, Legal):
        return None
    found = game.legal(seen(game, state, seat), seat)
    return None if found is None else list(found)


def some(things: Sequence[Any], most: int) -> list[Any]:
    """Return at most so many of the things, from all over."""
    return (
        [things[i * len(things) // most] for i in range(most)] if len(things) > most else [*things]
    )
