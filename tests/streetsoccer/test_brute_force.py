"""Random positions: the list, the check of single moves and brute force agree."""

from itertools import chain, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from golem.play.pitch.squares import SQUARE
from streetsoccer import moves, notation
from streetsoccer.fields import from_fields
from streetsoccer.notation import Kick, KickOff, Move, Restart, Setup, Walk
from streetsoccer.position import Position
from tests.pitch.moves import check_list, check_listed_are_taken, is_taken
from tests.streetsoccer import brute
from tests.streetsoccer.making import any_fields
from tests.streetsoccer.playing import random_game

ALL_SQUARES = tuple(SQUARE.values())


@settings(max_examples=300, deadline=None)
@given(any_fields())
def test_the_list_is_that_of_brute_force(fields: dict[str, Any]) -> None:
    check_list(moves, notation, from_fields(fields), brute.legal(fields))


@settings(max_examples=200, deadline=None)
@given(any_fields())
def test_a_listed_move_is_taken_as_it_is_written(fields: dict[str, Any]) -> None:
    check_listed_are_taken(moves, notation, from_fields(fields))


def all_notations(position: Position) -> set[Move]:
    """Return every text of every form, but for kicks that name neither the ball nor a start.

    Of the kicks that begin elsewhere than on an own man, or end elsewhere than on the ball,
    each such start and end is tried with one target.
    """
    pairs = list(product(ALL_SQUARES, ALL_SQUARES))
    own, ball = position.players(position.to_move), position.ball
    return {
        *(KickOff(square) for square in ALL_SQUARES),
        *(Walk(start, end) for start, end in pairs),
        *(Restart(keeper, target) for keeper, target in pairs),
        *(Kick(start, end, SQUARE["de"]) for start, end in pairs),
        *(Kick(s, ball, t) for s, t in product(own, ALL_SQUARES) if ball is not None),
        *(Setup((a, b, SQUARE["de"])) for a, b in pairs[::7]),
    }


@pytest.mark.parametrize("seed", range(3))
def test_of_all_notations_just_the_listed_ones_are_taken(seed: int) -> None:
    played = [position for position, move in random_game(Random(seed)) if move is not None]
    for position in chain(played[2:4], played[20:22], played[-2:]):
        taken = {move for move in all_notations(position) if is_taken(moves, position, move)}
        assert taken == set(moves.legal(position) or ())
