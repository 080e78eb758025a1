"""The computer player: drawn situations with one sensible idea, and legality everywhere.

Thinking is counted in units of work here, not in seconds, so that every run is the same.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golem.games.golden_goal import diagram, ends, moves, placing, rules
from golem.games.golden_goal.bot import bot, choose
from golem.games.golden_goal.field import WALKABLE
from golem.games.golden_goal.guide import guide
from golem.games.golden_goal.notation import Move, parse, write
from golem.games.golden_goal.position import Phase, Placing, Position, Variant
from golem.games.golden_goal.prospects import Score, prospects, score_of
from golem.play.errors import IllegalMove
from golem.play.pitch.lookahead import GOAL
from golem.play.pitch.squares import ALL_KEEPER_FIELDS, OTHER, SEATS, mask_of, squares_of
from golem.play.pitch.threat import least_die
from golem.play.thinking import units
from tests.golden_goal.courses import Player, any_move, course, scoring_move

PLENTY = 60
EVERY = [(variant, setup) for variant in Variant for setup in Placing]

NEAR_RED_NET = """
    z a b c d e f g
  a . . .     . . . a
  b . . . k . . . . b
  c . . . . . . . . c
  d . . . . o . . . d
  e . r . . Y . . . e
  f . . . r . . . . f
  g . . . . . r . . g
  h . . . Y . . . . h
  i . . Y . . Y r . i
  j . . . . . . . . j
  k . . . K . . . . k
  l . . .     . . . l
"""
"""Yellow to move walks one step onto the ball; dd, dc, db, da costs two more."""

NEAR_YELLOW_NET = """
    z a b c d e f g
  a . . .     . . . a
  b . . . k . . . . b
  c . . . . . . . . c
  d . . Y . . Y . . d
  e . . . . . . . . e
  f . . r . . . r . f
  g . . . . . . . . g
  h . . . . r . . . h
  i . Y . . . . . . i
  j . . . . o . . . j
  k . . . K . Y r . k
  l . . .     . . . l
"""
"""Red threatens to walk dh-di-dj and to kick dj-dk-dl: from a 3 on, if yellow does nothing."""


def drawn(drawing: str, seat: str, die: int, variant: str = "golden_goal") -> Position:
    ply = 16 if seat == "r" else 15
    return diagram.read(f"{drawing}{seat} turn {die} {ply} 0:0 - {variant} single y -")


def least(position: Position) -> int:
    """Return the least die with which the side to move can score."""
    assert position.ball is not None
    seat = position.to_move
    others = mask_of(position.players(OTHER[seat]))
    return least_die(seat, position.players(seat), others, position.ball, WALKABLE)


@pytest.mark.parametrize("work", [0, 10, PLENTY])
@pytest.mark.parametrize("die", [3, 4, 6])
@pytest.mark.parametrize("variant", Variant)
def test_it_takes_a_goal(variant: Variant, die: int, work: int) -> None:
    position = drawn(NEAR_RED_NET, "y", die, variant)
    after = rules.play(position, choose(position, "yellow", Random(1), units(work)))
    assert after.yellow_goals == 1
    assert (ends.outcome(after) is not None) == (variant is Variant.GOLDEN_GOAL)


@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("variant", Variant)
def test_it_does_not_leave_the_net_open(variant: Variant, die: int) -> None:
    position = drawn(NEAR_YELLOW_NET, "y", die, variant)
    assert least(position._replace(ply=position.ply + 1)) == 3
    after = rules.play(position, choose(position, "yellow", Random(1), units(PLENTY)))
    assert after.yellow_goals or least(after) > 5


def test_the_least_die_is_that_of_the_legal_moves() -> None:
    for seed in range(3):
        for position, _ in course(Random(seed), Variant.FIRST_TO_3):
            if position.phase is Phase.TURN and position.ball not in squares_of(ALL_KEEPER_FIELDS):
                scoring = [die for die in range(1, 7) if scores(position._replace(die=die))]
                assert scoring == list(range(least(position), 7))


def scores(position: Position) -> bool:
    return any(getattr(move, "ball", 1) is None for move in moves.legal(position) or ())


@pytest.mark.parametrize("variant", Variant)
def test_replies_lead_where_the_moves_lead(variant: Variant) -> None:
    for position, _ in list(course(Random(variant), variant))[11:40:3]:
        if position.phase not in (Phase.TURN, Phase.RESTART) or position.die is None:
            continue
        seat = position.to_move
        found = [
            ((own[0], frozenset(own)), ball) for own, ball in guide.replies(position, position.die)
        ]
        ends_of_moves = [rules.play(position, move) for move in moves.legal(position) or ()]
        expected = {
            ((after.players(seat)[0], frozenset(after.players(seat))), after.ball or GOAL)
            for after in ends_of_moves
        }
        if variant is Variant.GOLDEN_GOAL:  # after the goal that ends it nothing matters
            assert {one for one in found if one[1] != GOAL} == {
                one for one in expected if one[1] != GOAL
            }
            assert any(ball == GOAL for _, ball in found) == any(
                ball == GOAL for _, ball in expected
            )
        else:
            assert set(found) == expected


def assert_legal(position: Position, move: Move) -> None:
    intent = parse(write(move))
    assert moves.resolve(position, position.to_move, intent) == move


def any_state(seed: int, wanted: int) -> Position:
    """Return a position out of a random match, with a choice to make."""
    variant, setup = EVERY[seed % len(EVERY)]
    states = [
        position
        for position, move in course(Random(seed), variant, setup)
        if move is not None and write(move) != "-"
    ]
    return states[wanted % len(states)]


@given(st.integers(0, 10**6), st.integers(0, 90), st.sampled_from([0, 1, 5, 13]))
@settings(max_examples=50, deadline=None)
def test_its_moves_are_legal_in_every_phase(seed: int, wanted: int, work: int) -> None:
    position = any_state(seed, wanted)
    assert_legal(position, choose(position, position.to_move, Random(seed), units(work)))


@pytest.mark.parametrize("setup", Placing)
@pytest.mark.parametrize("seed", range(6))
def test_its_setups_are_legal_for_both_sides(seed: int, setup: Placing) -> None:
    rng = Random(seed)
    position = rules.start({"variant": "golden_goal", "setup": str(setup)})
    while position.phase is Phase.SETUP:
        work = units(rng.randint(0, 3))
        move = any_move(position, rng) if rng.random() < 0.3 else None
        move = move or choose(position, position.to_move, rng, work)
        assert_legal(position, move)
        position = rules.play(position, move)
    for seat in SEATS:
        assert placing.counted(seat, mask_of(position.players(seat)[1:]))["circle"] == 1


def test_its_usual_setup_has_the_keeper_and_the_circle_manned() -> None:
    position = rules.start({"variant": "golden_goal", "setup": "single"})
    texts = []
    while position.phase is Phase.SETUP:
        move = choose(position, position.to_move, Random(1), units(0))
        texts.append(write(move))
        position = rules.play(position, move)
    assert texts == ["Pdg", "Pcf", "Kck", "Kdb", "Pbi", "Ped", "Pde", "Pch", "Pei", "Pbd"]


def test_it_is_not_asked_when_there_is_nothing_to_choose() -> None:
    position = drawn(NEAR_RED_NET, "y", 3)
    for odd, seat, code in (
        (position._replace(die=None), "yellow", "draw_owed"),
        (position, "red", "wrong_seat"),
        (position._replace(phase=Phase.OVER), "yellow", "match_over"),
    ):
        with pytest.raises(IllegalMove, match=code):
            choose(odd, seat, Random(1), units(1))


def test_the_same_work_gives_the_same_move() -> None:
    position = any_state(5, 20)
    seat = position.to_move
    assert len({choose(position, seat, Random(9), units(30)) for _ in range(3)}) == 1


def test_no_time_is_time_enough_for_a_legal_move() -> None:
    position = any_state(6, 14)
    assert_legal(position, bot(position, position.to_move, Random(1), 0))


def player(position: Position, rng: Random) -> Move:
    return choose(position, position.to_move, rng, units(6))


def wins(other: Player, number: int, variant: Variant, setup: Placing) -> int:
    """Return how many of ``number`` matches the computer player wins, half of them as red."""
    won = 0
    for match in range(number):
        seat = SEATS[match % 2]
        players = {seat: player, OTHER[seat]: other}
        *_, (end, _) = course(Random(match), variant, setup, players)
        outcome = ends.outcome(end)
        assert outcome is not None
        won += outcome.winner == seat
    return won


def test_it_beats_random_and_goal_taking_movers() -> None:
    assert wins(any_move, 8, Variant.GOLDEN_GOAL, Placing.SINGLE) >= 7
    assert wins(scoring_move, 8, Variant.GOLDEN_GOAL, Placing.SINGLE) >= 5


@pytest.mark.parametrize("variant", [v for v in Variant if v is not Variant.GOLDEN_GOAL])
def test_it_beats_a_goal_taking_mover_in_the_longer_variants(variant: Variant) -> None:
    assert wins(scoring_move, 2, variant, Placing.BLOCKS) >= 1


def score(variant: Variant, left: int, yellow: int, red: int, **more: object) -> Score:
    return Score(variant, left, "yellow", yellow, red, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ended", "yellow"),
    [
        (score(Variant.GOLDEN_GOAL, 40, 1, 0), 1.0),  # 5 : 0
        (score(Variant.GOLDEN_GOAL, 0, 0, 0), 0.5),  # draw, 2 : 2
        (score(Variant.FIRST_TO_3, 40, 2, 3), 0.0),
        (score(Variant.FIRST_TO_3, 0, 2, 1), 1.0),
        (score(Variant.LAST_CHANCE, 40, 1, 0, chance=0), 1.0),
        (score(Variant.TIME_LIMIT, 20, 0, 1), 0.0),  # after 50 turns
        (score(Variant.TIME_LIMIT, 12, 1, 0), 0.9),  # sudden_death, 4 : 1
        (score(Variant.TIME_LIMIT, 0, 0, 0, last="red"), 0.2),  # last_goal, 3 : 2
        (score(Variant.TIME_LIMIT, 0, 0, 0), 0.5),  # scoreless
    ],
)
def test_what_an_ended_match_is_worth(ended: Score, yellow: float) -> None:
    assert ended.over
    assert prospects.worth(ended, "yellow") == pytest.approx(yellow)
    assert prospects.worth(ended, "red") == pytest.approx(1 - yellow)


@pytest.mark.parametrize("variant", Variant)
def test_a_score_runs_along_with_the_match(variant: Variant) -> None:
    """What the computer player expects of the next ply is how the match then stands."""
    for position, move in course(Random(3), variant):
        if move is None or position.turn < 1:
            continue
        after = rules.play(position, move)
        goals = after.yellow_goals + after.red_goals
        before = score_of(position)
        scored = goals > position.yellow_goals + position.red_goals
        expected = before.after_goal() if scored else before.without_goal()
        reached = score_of(after)
        assert reached.over == (after.phase is Phase.OVER)
        assert reached._replace(left=0) == expected._replace(left=0)
        assert before.left - reached.left in (0, 1)


@pytest.mark.parametrize("variant", Variant)
def test_a_goal_is_worth_more_than_none(variant: Variant) -> None:
    for position, _ in course(Random(4), variant):
        before = score_of(position)
        if not before.over:
            scored, conceded, quiet, _ = prospects.stakes(before)
            assert 0 <= conceded <= quiet <= scored <= 1
