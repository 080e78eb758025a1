"""Random whole games."""

from collections.abc import Iterator
from random import Random

from golem.play import chance
from golem.play.pitch.squares import row_of
from streetsoccer import moves, rules
from streetsoccer.notation import Move, Setup, parse
from streetsoccer.position import Phase, Position
from tests.streetsoccer.making import FIELD


def random_game(rng: Random) -> Iterator[tuple[Position, Move | None]]:
    """Yield each position with its die drawn and the random move made there, and the end."""
    position = rules.start()
    source = iter(lambda: rng.randint(1, 6), 0)
    while position.phase is not Phase.OVER:
        want = rules.wants(position)
        if want is not None:
            position = rules.supply(position, chance.draw(want.kind, source))
        move = random_move(position, rng)
        yield position, move
        position = rules.play(position, move)
    yield position, None


def random_move(position: Position, rng: Random) -> Move:
    if position.phase is Phase.SETUP:
        return random_setup(position, rng)
    listed = moves.legal(position)
    goals = [m for m in listed or () if row_of(getattr(m, "ball", 1)) in (0, 11)]
    forced = moves.forced(position)
    if forced is not None:
        assert listed == []
        return forced
    return rng.choice(goals or listed or [])


def random_setup(position: Position, rng: Random) -> Setup:
    from golem.play.errors import IllegalMove

    while True:
        intent = parse("P" + "".join(rng.sample(FIELD, 3)))
        assert isinstance(intent, Setup)
        try:
            moves.resolve(position, position.to_move, intent)
        except IllegalMove:
            continue
        return intent
