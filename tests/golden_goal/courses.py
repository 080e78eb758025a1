"""Whole matches, move by move: by random clicks, or by players of a test."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from golem.games.golden_goal import moves, rules
from golem.games.golden_goal.clicks import click
from golem.games.golden_goal.notation import Move, parse
from golem.games.golden_goal.position import Phase, Placing, Position, Variant
from golem.play import chance
from golem.play.protocol import Seat

Player = Callable[[Position, Random], Move]


def course(
    rng: Random,
    variant: Variant = Variant.GOLDEN_GOAL,
    setup: Placing = Placing.SINGLE,
    players: Mapping[Seat, Player] | None = None,
) -> Iterator[tuple[Position, Move | None]]:
    """Yield each position with its die drawn and the move made there, and the end; without
    ``players`` the moves are random ones."""
    position = rules.start({"variant": str(variant), "setup": str(setup)})
    source = iter(lambda: rng.randint(1, 6), 0)
    while position.phase is not Phase.OVER:
        want = rules.wants(position)
        if want is not None:
            position = rules.supply(position, chance.draw(want.kind, source))
        player = players[position.to_move] if players else any_move
        move = moves.forced(position) or player(position, rng)
        yield position, move
        position = rules.play(position, move)
    yield position, None


def any_move(position: Position, rng: Random) -> Move:
    """Return a random legal move, where they cannot be listed one of random clicks."""
    listed = moves.legal(position)
    if listed:
        return rng.choice(listed)
    draft = click(position, position.to_move, "", None)
    while not draft.complete:
        draft = click(position, position.to_move, draft.notation, rng.choice(draft.squares))
    return moves.resolve(position, position.to_move, parse(draft.notation))


def scoring_move(position: Position, rng: Random) -> Move:
    """Return a move that scores at once, if there is one, else any."""
    goals = [m for m in moves.legal(position) or () if getattr(m, "ball", 1) is None]
    return rng.choice(goals) if goals else any_move(position, rng)
