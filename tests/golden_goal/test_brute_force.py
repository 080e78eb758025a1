"""Random positions: the list, the check of single moves and brute force agree."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from golem.games.golden_goal import moves, notation
from golem.games.golden_goal.fields import from_fields, to_fields
from golem.games.golden_goal.notation import Kick, KickOff, Move, Put, Restart, Setup, Walk
from golem.games.golden_goal.position import Phase, Placing, Position, Variant
from golem.play.pitch.squares import ANY_SQUARE, SQUARE
from tests.golden_goal import brute
from tests.golden_goal.making import any_fields
from tests.golden_goal.playing import random_match
from tests.pitch.moves import check_list, check_listed_are_taken, is_taken

ALL_SQUARES = tuple(ANY_SQUARE.values())


@settings(max_examples=500, deadline=None)
@given(any_fields())
def test_the_list_is_that_of_brute_force(fields: dict[str, Any]) -> None:
    check_list(moves, notation, from_fields(fields), brute.legal(fields))


@settings(max_examples=200, deadline=None)
@given(any_fields())
def test_a_listed_move_is_taken_as_it_is_written(fields: dict[str, Any]) -> None:
    check_listed_are_taken(moves, notation, from_fields(fields))


@pytest.mark.parametrize("variant", list(map(str, Variant)))
@pytest.mark.parametrize("setup", list(map(str, Placing)))
def test_the_list_is_that_of_brute_force_all_through_a_match(variant: str, setup: str) -> None:
    plies = list(random_match(Random(f"{variant} {setup}"), variant, setup, eager=0.1))
    played = [position for position, _ in plies if position.phase in brute_phases()]
    for position in played[:40]:
        listed = [notation.write(move) for move in moves.legal(position) or ()]
        assert listed == brute.legal(to_fields(position))


def brute_phases() -> tuple[Phase, ...]:
    return Phase.KICKOFF, Phase.TURN, Phase.RESTART


def all_notations(position: Position) -> set[Move]:
    """Return texts of every form: all squares in the place of each, but no more than two of the
    squares of one text at a time run through everything."""
    own, ball = position.players(position.to_move), position.ball
    pairs = list(product(ALL_SQUARES, ALL_SQUARES))
    found: set[Move] = {
        *(KickOff(square) for square in ALL_SQUARES),
        *(Walk(start, end) for start, end in pairs),
        *(Restart(keeper, target) for keeper, target in pairs),
        *(Restart(keeper, None) for keeper in ALL_SQUARES),
        *(Kick(start, end, SQUARE["de"]) for start, end in pairs),
        *(Setup((Put(square),)) for square in ALL_SQUARES),
        *(Setup((Put(square, keeper=True),)) for square in ALL_SQUARES),
    }
    if ball is not None:
        found |= {Kick(s, ball, t) for s, t in product(own, (*ALL_SQUARES, None))}
        for start, target in product(own, (*ALL_SQUARES, None)):
            found |= {Kick(start, ball, target, aside) for aside in ALL_SQUARES[::3]}
    return found


@pytest.mark.parametrize("variant", list(map(str, Variant)))
def test_of_all_notations_just_the_listed_ones_are_taken(variant: str) -> None:
    match = random_match(Random(variant), variant, "single", eager=0.9)
    positions = [position for position, move in match if move is not None]
    fronts = {SQUARE[name] for name in ("cb", "db", "ck", "dk")}
    front = [p for p in positions if p.ball in fronts]
    for position in (positions[3], positions[10], *positions[13:15], *front[:1]):
        taken = {move for move in all_notations(position) if is_taken(moves, position, move)}
        listed = set(moves.legal(position) or ())
        assert taken <= listed
        assert {m for m in listed if getattr(m, "aside", None) is None} <= taken


@settings(max_examples=60, deadline=None)
@given(any_fields("turn"))
def test_of_all_kicks_in_a_turn_just_the_listed_ones_are_taken(fields: dict[str, Any]) -> None:
    position = from_fields(fields)
    ball = position.ball
    assert ball is not None
    own = position.players(position.to_move)
    asides = (None, ball, *(ball + step for step in (-13, -1, 1, 13)))
    tried = (Kick(s, ball, t, r) for s, t, r in product(own, (*ALL_SQUARES, None), asides))
    taken = {kick for kick in tried if is_taken(moves, position, kick)}
    assert taken == {m for m in moves.legal(position) or () if isinstance(m, Kick)}
