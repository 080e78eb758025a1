"""Random whole matches."""

from collections.abc import Iterator
from random import Random

from golem.games.golden_goal import moves, placing, rules
from golem.games.golden_goal.notation import Kick, Move, Restart, Setup
from golem.games.golden_goal.position import Phase, Position
from golem.play import chance


def random_match(
    rng: Random, variant: str, setup: str, eager: float = 0.5
) -> Iterator[tuple[Position, Move | None]]:
    """Yield each position with its die drawn and the random move made there, and the end.

    ``eager``: how likely a goal is taken where there is one.
    """
    position = rules.start({"variant": variant, "setup": setup})
    source = iter(lambda: rng.randint(1, 6), 0)
    while position.phase is not Phase.OVER:
        want = rules.wants(position)
        if want is not None:
            position = rules.supply(position, chance.draw(want.kind, source))
        move = random_move(position, rng, eager)
        yield position, move
        position = rules.play(position, move)
    yield position, None


def random_move(position: Position, rng: Random, eager: float = 0.5) -> Move:
    if position.phase is Phase.SETUP:
        return random_setup(position, rng)
    listed = moves.legal(position)
    forced = moves.forced(position)
    if forced is not None:
        assert listed == []
        return forced
    assert listed
    goals = [m for m in listed if isinstance(m, Kick | Restart) and m.ball is None]
    quiet = [m for m in listed if m not in goals]
    return rng.choice(goals if goals and (rng.random() < eager or not quiet) else quiet)


def random_setup(position: Position, rng: Random) -> Move:
    """Return a random hand-over, put together pawn by pawn."""
    after, puts = position, []
    for _ in range(placing.due(position)):
        listed = moves.puts(after)
        puts.append(rng.choice(listed))
        after = placing.placed(after, puts[-1])
    return moves.resolve(position, position.to_move, Setup(tuple(puts)))
