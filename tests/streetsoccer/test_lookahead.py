"""The pieces that the computer player is made of, each against the rules themselves."""

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings

from golem.play.pitch.lookahead import GOAL
from golem.play.pitch.squares import BIT, FIELD, OTHER, SEATS, mask_of
from golem.play.pitch.threat import least_die
from streetsoccer import moves, rules
from streetsoccer.fields import from_fields
from streetsoccer.notation import Kick
from streetsoccer.position import Phase, Position
from streetsoccer.prospects import Score, prospects
from streetsoccer.replies import after_restart, after_turn, turn_board
from tests.streetsoccer.making import any_fields
from tests.streetsoccer.playing import random_game


def scores(position: Position) -> bool:
    listed = moves.legal(position) or []
    return any(isinstance(move, Kick) and not BIT[move.ball] & FIELD for move in listed)


def assert_least_die(position: Position) -> None:
    """The dice that score are those from the least one on."""
    seat = position.to_move
    others = mask_of(position.players(OTHER[seat]))
    assert position.ball is not None
    least = least_die(seat, position.players(seat), others, position.ball)
    scoring = [die for die in range(1, 7) if scores(position._replace(die=die))]
    assert scoring == list(range(least, 7))


@given(any_fields())
@settings(max_examples=150, deadline=None)
def test_the_least_die_that_scores(fields: dict[str, Any]) -> None:
    position = from_fields(fields)
    assume(position.phase is Phase.TURN)
    assert_least_die(position)


@pytest.mark.parametrize("seed", range(4))
def test_the_least_die_that_scores_through_a_game(seed: int) -> None:
    for position, _ in random_game(Random(seed)):
        if position.phase is Phase.TURN:
            assert_least_die(position)


@given(any_fields())
@settings(max_examples=150, deadline=None)
def test_replies_lead_where_the_moves_lead(fields: dict[str, Any]) -> None:
    position = from_fields(fields)
    assume(position.phase is not Phase.KICKOFF)
    seat, other = position.to_move, OTHER[position.to_move]
    assert position.die is not None
    players = position.players(seat), position.players(other)
    board = turn_board(seat, position.die, *players, position.ball)
    found = after_turn(board) if position.phase is Phase.TURN else after_restart(board)
    replies = list(found)  # looked at twice
    quiet = {(own[0], frozenset(own), ball) for own, ball in replies if ball != GOAL}
    ends = [rules.play(position, move) for move in moves.legal(position) or ()]
    expected = {
        (end.players(seat)[0], frozenset(end.players(seat)), end.ball)
        for end in ends
        if end.ball is not None
    }
    assert quiet == expected
    goal = any(ball == GOAL for _, ball in replies)
    assert goal == any(end.phase is Phase.RESTART for end in ends)


@pytest.mark.parametrize(
    ("score", "yellow"),
    [
        (Score(53, 1, "yellow"), 1.0),  # normal_time, 5 : 0
        (Score(53, -2, "yellow"), 0.0),
        (Score(54, 1, "yellow"), 0.9),  # sudden_death, 4 : 1
        (Score(73, 1, "yellow"), 0.9),
        (Score(73, 0, "yellow"), 0.8),  # last_goal, 3 : 2
        (Score(73, 0, "red"), 0.2),
        (Score(73, 0, None), 0.5),  # scoreless, 2 : 2
    ],
)
def test_what_an_ended_match_is_worth(score: Score, yellow: float) -> None:
    assert score.over
    assert prospects.worth(score, "yellow") == pytest.approx(yellow)
    assert prospects.worth(score, "red") == pytest.approx(1 - yellow)


@pytest.mark.parametrize("ply", range(3, 73))
@pytest.mark.parametrize("last", SEATS)
def test_a_goal_is_worth_more_than_none(ply: int, last: str) -> None:
    for lead in (-1, 0, 1):
        score = Score(ply, lead, last)
        if not score.over:
            scored, conceded, quiet, _ = prospects.stakes(score)
            assert 0 <= conceded <= quiet <= scored <= 1


def test_a_lead_is_worth_more_when_less_is_left() -> None:
    worths = [prospects.worth(Score(ply, 1, "red"), "yellow") for ply in range(3, 53, 2)]
    assert worths == sorted(worths)
    assert worths[0] < 0.75
    assert worths[-1] > 0.8
