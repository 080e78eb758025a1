"""Random whole matches keep what must always hold, in every variant and setup."""

from collections import Counter
from random import Random

import pytest

from golem.games.golden_goal import diagram, fields, moves, rules, text
from golem.games.golden_goal.field import BOX, OPEN_TO_KEEPER, OPEN_TO_OUTFIELDERS, WALKABLE
from golem.games.golden_goal.game import game
from golem.games.golden_goal.notation import Move, NoMove, parse, write
from golem.games.golden_goal.position import ABSENT, Phase, Placing, Position, Variant
from golem.play.pitch.squares import BIT, FIELD, OTHER, SEATS, beside, mask_of
from golem.play.pitch.walks import region
from tests.golden_goal.playing import random_match

VARIANTS = [str(variant) for variant in Variant]
SETUPS = [str(setup) for setup in Placing]


def check_position(position: Position) -> None:
    """Check what holds in every position of a match."""
    players = [player for player in position.yellow + position.red if player != ABSENT]
    assert len(set(players)) == len(players)
    assert mask_of(players) & ~WALKABLE == 0
    if position.phase not in (Phase.SETUP, Phase.OVER):
        assert len(players) == 10
        for seat in SEATS:
            keeper, *others = position.players(seat)
            assert BIT[keeper] & OPEN_TO_KEEPER[seat]
            assert mask_of(others) & ~OPEN_TO_OUTFIELDERS == 0
    if position.phase is Phase.TURN:
        assert position.ball is not None
        assert BIT[position.ball] & FIELD
        assert position.ball not in players
    assert text.read(text.write(position)) == position
    assert diagram.read(diagram.write(position)) == position


def check_turn(before: Position, move: Move, after: Position) -> None:
    """Check what the mover leaves behind; after a goal nothing of it is asked."""
    if isinstance(move, NoMove) or after.ball is None or after.phase is Phase.SETUP:
        return
    own, theirs = after.players(before.to_move), after.players(OTHER[before.to_move])
    assert (mask_of(own[1:]) & BOX[before.to_move]).bit_count() <= 1
    free = FIELD & ~mask_of(own + theirs)
    assert BIT[after.ball] & region(beside(mask_of(theirs)), free)


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(6))
def test_a_random_match(variant: str, setup: str, seed: int) -> None:
    plies = list(random_match(Random(f"{variant}{setup}{seed}"), variant, setup, seed / 5))
    for number, (position, move) in enumerate(plies[:-1], start=1):
        assert move is not None
        check_position(position)
        assert position.ply == number
        assert game.to_move(position) == (position.to_move,)
        assert game.outcome(position) is None
        if not isinstance(move, NoMove):
            assert moves.resolve(position, position.to_move, parse(write(move))) == move
        if position.phase not in (Phase.SETUP, Phase.OVER):
            assert fields.from_fields(fields.to_fields(position)) == position
        check_turn(position, move, rules.play(position, move))
    end = plies[-1][0]
    check_position(end)
    assert game.outcome(end) is not None
    assert len(plies) - 1 <= (game.info.most_plies or 0)


def test_the_matches_end_in_every_way() -> None:
    hows: Counter[str] = Counter()
    for variant in VARIANTS:
        for seed in range(40):
            *_, (end, _) = random_match(Random(seed), variant, "blocks", eager=(0, 0.04)[seed % 2])
            outcome = game.outcome(end)
            assert outcome is not None
            hows[outcome.how] += 1
    assert set(hows) >= {"golden_goal", "first_to_3", "last_chance", "time", "sudden_death", "draw"}
