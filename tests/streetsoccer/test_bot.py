"""The computer player: drawn situations with one sensible idea, and legality everywhere.

Thinking is counted in units of work here, not in seconds, so that every run is the same.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golem.play import movers
from golem.play.errors import IllegalMove
from golem.play.pitch.squares import OTHER, mask_of
from golem.play.pitch.threat import least_die
from golem.play.series import FIRST, play_match
from golem.play.thinking import units, within
from streetsoccer import diagram, moves, rules
from streetsoccer.bot import bot, choose
from streetsoccer.fields import from_fields
from streetsoccer.game import game
from streetsoccer.notation import Move, parse, write
from streetsoccer.position import Phase, Position
from tests.streetsoccer.making import any_fields
from tests.streetsoccer.playing import random_game

PLENTY = 120

NEAR_RED_GOAL = """
    a b c d e f
  a   . . . .   a
  b . . k . . . b
  c . . . . . . c
  d . . . o . . d
  e r . . Y . . e
  f . . r . . . f
  g . . . . r . g
  h . . Y . . . h
  i . Y . . Y r i
  j . . . . . . j
  k . . K . . . k
  l   . . . .   l
"""
"""Yellow to move walks one step onto the ball; dd, dc, db, da is a kick of three."""

NEAR_YELLOW_GOAL = """
    a b c d e f
  a   . . . .   a
  b . . k . . . b
  c . . . . . . c
  d . Y . . Y . d
  e . . . . . . e
  f . r . . . r f
  g . . . . . . g
  h . . . r . . h
  i . . . . . . i
  j . Y . o . . j
  k . . K . Y r k
  l   . . . .   l
"""
"""Red threatens to walk dh-di-dj and to kick dj-dk-dl: from a 3 on, if yellow does nothing."""


def after(drawing: str, status: str, work: int = PLENTY) -> tuple[Position, Move, Position]:
    """Return the position drawn, the move that the computer player makes there, and what comes
    of it."""
    position = diagram.read(drawing + status)
    move = choose(position, position.to_move, Random(1), units(work))
    return position, move, rules.play(position, move)


def least(position: Position) -> int:
    """Return the least die with which the side to move can score."""
    assert position.ball is not None
    seat = position.to_move
    others = mask_of(position.players(OTHER[seat]))
    return least_die(seat, position.players(seat), others, position.ball)


@pytest.mark.parametrize("work", [0, 20, PLENTY])
@pytest.mark.parametrize("status", ["y turn 3 53 0:0 -", "y turn 3 71 2:2 y", "y turn 6 71 2:2 r"])
def test_it_takes_the_winning_goal_in_sudden_death(status: str, work: int) -> None:
    *_, end = after(NEAR_RED_GOAL, status, work)
    outcome = rules.outcome(end)
    assert outcome is not None
    assert (outcome.how, outcome.winner) == ("sudden_death", "yellow")


@pytest.mark.parametrize("status", ["y turn 3 51 0:1 r", "y turn 4 11 0:0 -", "y turn 5 11 5:0 y"])
def test_it_takes_a_goal(status: str) -> None:
    position, _, end = after(NEAR_RED_GOAL, status)
    assert end.yellow_goals == position.yellow_goals + 1


@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("status", ["11 0:0 -", "51 1:0 y", "71 1:1 y"])
def test_it_does_not_leave_the_goal_open(status: str, die: int) -> None:
    position, _, end = after(NEAR_YELLOW_GOAL, f"y turn {die} {status}")
    idle = position._replace(ply=position.ply + 1)
    assert least(idle) == 3
    assert least(end) > 6


def test_with_the_last_goal_scored_it_lets_the_clock_run_out_at_the_last_ply() -> None:
    """At ply 72 red must score; at ply 71 yellow, who scored last, has only to defend."""
    *_, end = after(NEAR_YELLOW_GOAL, "y turn 2 71 1:1 y")
    assert least(end) > 6


def any_state(seed: int, wanted: int) -> Position:
    """Return a position out of a random game, with a choice to make."""
    states = [p for p, move in random_game(Random(seed)) if move is not None and write(move) != "-"]
    return states[wanted % len(states)]


def assert_legal(position: Position, move: Move) -> None:
    intent = parse(write(move))
    assert moves.resolve(position, position.to_move, intent) == move


@given(st.integers(0, 10**6), st.integers(0, 71), st.sampled_from([0, 1, 5, 13]))
@settings(max_examples=60, deadline=None)
def test_its_moves_are_legal_in_every_phase(seed: int, wanted: int, work: int) -> None:
    position = any_state(seed, wanted)
    assert_legal(position, choose(position, position.to_move, Random(seed), units(work)))


@given(any_fields(), st.sampled_from([0, 4]))
@settings(max_examples=60, deadline=None)
def test_its_moves_are_legal_in_odd_positions(fields: dict[str, Any], work: int) -> None:
    position = from_fields(fields)
    if moves.legal(position):
        assert_legal(position, choose(position, position.to_move, Random(1), units(work)))
    else:
        with pytest.raises(IllegalMove, match="no_move"):
            choose(position, position.to_move, Random(1), units(work))


@pytest.mark.parametrize("seed", range(20))
def test_its_setups_are_legal_for_both_sides(seed: int) -> None:
    rng = Random(seed)
    position = rules.supply(rules.start(), (1, rng.randint(2, 6)))
    for _ in range(2):
        move = choose(position, position.to_move, rng, units(rng.randint(0, 6)))
        assert_legal(position, move)
        position = rules.play(position, move)
    assert position.phase is Phase.KICKOFF


def test_it_is_not_asked_when_there_is_nothing_to_choose() -> None:
    start = rules.start()
    with pytest.raises(IllegalMove, match="draw_owed"):
        choose(start, "yellow", Random(1), units(1))
    with pytest.raises(IllegalMove, match="wrong_seat"):
        choose(rules.supply(start, (1, 2)), "red", Random(1), units(1))


def test_the_same_work_gives_the_same_move() -> None:
    position = any_state(5, 20)
    seat = position.to_move
    assert len({choose(position, seat, Random(9), units(30)) for _ in range(3)}) == 1


def test_no_time_is_time_enough_for_a_legal_move() -> None:
    assert within(0)()
    assert not within(3600)()
    position = any_state(6, 30)
    assert_legal(position, bot(position, position.to_move, Random(1), 0))


def test_it_beats_random_and_greedy_movers() -> None:
    def player(_: Any, state: Position, seat: str, rng: Random) -> Move:
        return choose(state, seat, rng, units(6))

    results = [
        play_match(game, (player, other), number, 1, lambda: 0.0)
        for other in (movers.at_random, movers.greedy)
        for number in range(6)
    ]
    assert [result.winner for result in results[:6]] == [FIRST] * 6
    assert [result.winner for result in results[6:]].count(FIRST) >= 4
