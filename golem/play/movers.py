"""Players for trials of strength: the game's own, and two simple ones that know no game."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, TypeAlias

from golem.play.protocol import AnyGame, Clicks, Hidden, Legal, Plays, Seat

Mover: TypeAlias = Callable[[AnyGame, Any, Seat, Random], Any]
"""Gives a legal move of a seat that is to move: (game, state, seat, generator) -> move."""


class NoMover(LookupError):
    """The game cannot be played by this mover; the text says what it lacks."""


def house(seconds: float) -> Mover:
    """Return the game's computer player, which thinks about ``seconds`` a move.

    The mover raises ``NoMover`` for a game without one.
    """

    def move(game: AnyGame, state: Any, seat: Seat, rng: Random) -> Any:
        if not isinstance(game, Plays):
            raise NoMover(f"{game.info.key} has no computer player")
        return game.bot(_seen(game, state, seat), seat, rng, seconds)

    return move


def at_random(game: AnyGame, state: Any, seat: Seat, rng: Random) -> Any:
    """Return any legal move; where they are too many to list, one put together by random clicks."""
    listed = _listed(game, state, seat)
    return rng.choice(listed) if listed else _clicked(game, _seen(game, state, seat), seat, rng)


def greedy(game: AnyGame, state: Any, seat: Seat, rng: Random) -> Any:
    """Return a move that scores at once, if there is one, else any legal move.

    In a step of several seats nobody can know what scores: there it is any legal move.
    """
    if len(game.to_move(state)) > 1:
        return at_random(game, state, seat, rng)
    goals = [m for m in _listed(game, state, seat) if _scores(game, state, seat, m)]
    return rng.choice(goals) if goals else at_random(game, state, seat, rng)


def named(seconds: float) -> Mapping[str, Mover]:
    """Return all movers by name; ``seconds`` is the thinking time of the computer player."""
    return {"house": house(seconds), "random": at_random, "greedy": greedy}


NAMES: Final = tuple(named(0))


def _seen(game: AnyGame, state: Any, seat: Seat) -> Any:
    return game.view(state, seat) if isinstance(game, Hidden) else state


def _listed(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    """Return the legal moves of ``seat``; none if they are too many to list."""
    if not isinstance(game, Legal):
        return []
    return list(game.legal(_seen(game, state, seat), seat) or ())


def _scores(game: AnyGame, state: Any, seat: Seat, move: Any) -> bool:
    """Return whether ``move``, alone in its step, brings ``seat`` a goal."""
    before = game.describe(state).score
    after = game.describe(game.play(state, {seat: move})).score
    return before is not None and after is not None and after[seat] > before[seat]


def _clicked(game: AnyGame, state: Any, seat: Seat, rng: Random) -> Any:
    if not isinstance(game, Clicks):
        raise NoMover(f"{game.info.key} can neither list its moves nor take clicks")
    draft = game.click(state, seat, "", None)
    while not draft.complete:
        draft = game.click(state, seat, draft.notation, rng.choice(draft.squares))
    return game.resolve(state, seat, game.parse(draft.notation))
