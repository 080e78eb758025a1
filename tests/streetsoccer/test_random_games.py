"""Random whole games keep what must always hold."""

from random import Random

import pytest

from golem.play.pitch.squares import BIT, FIELD
from streetsoccer import diagram, fields, moves, rules, text
from streetsoccer.game import game
from streetsoccer.notation import NoMove, parse, write
from streetsoccer.position import Phase, Position
from tests.streetsoccer.playing import random_game


def check_invariants(position: Position) -> None:
    pieces = position.yellow + position.red
    expected = {1: 4, 2: 7}.get(position.ply, 10)
    assert len(set(pieces)) == len(pieces) == expected
    assert all(BIT[piece] & FIELD for piece in pieces)
    if position.phase is Phase.TURN:
        assert position.ball is not None
        assert BIT[position.ball] & FIELD
        assert position.ball not in pieces
    assert text.read(text.write(position)) == position
    assert diagram.read(diagram.write(position)) == position


@pytest.mark.parametrize("seed", range(40))
def test_a_random_game(seed: int) -> None:
    plies = list(random_game(Random(seed)))
    for number, (position, move) in enumerate(plies[:-1], start=1):
        check_invariants(position)
        assert position.ply == number
        assert game.to_move(position) == (("red", "yellow")[number % 2],)
        assert rules.outcome(position) is None
        assert move is not None
        if not isinstance(move, NoMove):
            assert moves.resolve(position, position.to_move, parse(write(move))) == move
        if position.phase in (Phase.KICKOFF, Phase.TURN, Phase.RESTART):
            again = fields.from_fields(fields.to_fields(position))
            assert moves.legal(again) == moves.legal(position)
    end = plies[-1][0]
    check_invariants(end)
    assert 52 <= len(plies) - 1 <= 72
    assert game.outcome(end) is not None
    assert game.to_move(end) == ()
    assert game.legal(end, "yellow") == game.legal(end, "red") == []


def test_the_games_end_in_every_way() -> None:
    hows = set()
    for seed in range(150):
        *_, (end, _) = random_game(Random(seed))
        outcome = rules.outcome(end)
        assert outcome is not None
        hows.add(outcome.how)
        if len(hows) == 4:
            return
    assert hows >= {"normal_time", "sudden_death", "last_goal"}
