"""Golden playthroughs: whole matches as text that a person can follow, and that must replay.

    python -m tests.playthroughs golden_goal 7 variant=first_to_3 > tests/.../playthroughs/name.txt

plays a match of the house against itself (7 is the seed of its dice; options as ``key=value``)
and writes it down. A file begins with the options; then come the draws of chance and the moves
in their order, with the position as the game describes it after every few plies and after a goal,
and at last how it ended. A test reads the draws and moves of a file, plays them again and must
get the same text.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from golem import registry
from golem.play import chance, movers
from golem.play.protocol import AnyGame, OptionValue, Seat, full_options
from golem.play.replay import read_move

Show = Callable[[Any], str]
"""Gives the position in some lines."""
EVERY = 5
"""After so many plies the position is shown."""
THINKING = 0.05


class Source:
    """Where draws and moves come from: a file, or chance and the house."""

    def draw(self, kind: Any) -> tuple[int, ...]:
        raise NotImplementedError

    def move(self, game: AnyGame, state: Any, seat: Seat) -> Any:
        raise NotImplementedError


class House(Source):
    """Dice of a seed, moves of the computer player."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._dice = iter(lambda: self._rng.randint(1, 6), 0)

    def draw(self, kind: Any) -> tuple[int, ...]:
        return chance.draw(kind, self._dice)

    def move(self, game: AnyGame, state: Any, seat: Seat) -> Any:
        return movers.house(THINKING)(game, state, seat, self._rng)


class File(Source):
    """Draws and moves of a text."""

    def __init__(self, text: str) -> None:
        lines = [line.split() for line in text.splitlines()]
        self._draws = iter([words[2:] for words in lines if words[:1] == ["draw"]])
        self._moves = iter([words[3] for words in lines if words[:1] == ["ply"]])

    def draw(self, kind: Any) -> tuple[int, ...]:
        return tuple(map(int, next(self._draws)))

    def move(self, game: AnyGame, state: Any, seat: Seat) -> Any:
        return read_move(game, state, seat, next(self._moves))


def options_of(text: str) -> dict[str, str]:
    """Return the options that a file begins with."""
    lines = [line.split() for line in text.splitlines()]
    return {words[1]: words[2] for words in lines if words[:1] == ["option"]}


def written(game: AnyGame, given: Mapping[str, Any], source: Source, show: Show) -> str:
    """Return a match of ``game`` with the draws and moves of ``source``, to its end."""
    return "\n".join(_lines(game, full_options(game.info, given), source, show)) + "\n"


def _lines(
    game: AnyGame, options: Mapping[str, OptionValue], source: Source, show: Show
) -> Iterator[str]:
    for key, value in options.items():
        yield f"option {key} {value}"
    state, ply = game.start(options), 0
    while True:
        while (want := game.wants(state)) is not None:
            values = source.draw(want.kind)
            yield f"draw {want.label} {' '.join(map(str, values))}"
            state = game.supply(state, values)
        if not game.to_move(state):
            break
        ply, before = ply + 1, game.describe(state).score
        chosen = game.forced(state) or {
            seat: source.move(game, state, seat) for seat in game.to_move(state)
        }
        for seat, move in chosen.items():
            yield f"ply {ply} {seat} {game.write(move)}"
        state = game.play(state, chosen)
        if ply % EVERY == 0 or game.describe(state).score != before or game.outcome(state):
            yield show(state)
    outcome = game.outcome(state)
    assert outcome is not None
    points = " ".join(f"{seat} {count}" for seat, count in outcome.points.items())
    yield f"end {outcome.how} {outcome.winner or 'nobody'}, points {points}"


def main(key: str, seed: str, *given: str) -> None:
    """Write a match to standard output."""
    game = registry.load(key)
    options = dict(pair.split("=", 1) for pair in given)
    print(written(game, options, House(int(seed)), shower(game)), end="")


def shower(game: AnyGame) -> Show:
    """Return the game's drawing in letters, if it has one, else its text."""
    package = type(game).__module__.rpartition(".")[0]
    try:
        from importlib import import_module

        write: Show = import_module(f"{package}.diagram").write
    except ModuleNotFoundError:
        return lambda state: game.describe(state).text
    return write


if __name__ == "__main__":
    main(*sys.argv[1:])
