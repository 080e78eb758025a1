"""Every kind of ending of a match, by goals, by time and by a last chance."""

import pytest

from golem.games.golden_goal.game import game
from golem.games.golden_goal.position import Phase
from golem.play.protocol import Outcome
from tests.golden_goal.near_goals import EVEN, WON, at, goes_on, near_a_goal, outcome, quiet, scored


@pytest.mark.parametrize("seat", ["yellow", "red"])
def test_the_first_goal_wins(seat: str) -> None:
    assert outcome(scored(at(seat, 7, "golden_goal"))) == Outcome("golden_goal", seat, WON[seat])


def test_a_match_without_a_golden_goal_is_drawn_after_120_turns() -> None:
    assert goes_on(quiet(at("yellow", 119, "golden_goal")))
    assert outcome(quiet(at("red", 120, "golden_goal"))) == Outcome("draw", None, EVEN)
    assert outcome(scored(at("red", 120, "golden_goal"))).how == "golden_goal"


@pytest.mark.parametrize(
    ("score", "seat", "wins"),
    [
        ("0:0", "yellow", False),
        ("1:2", "yellow", False),
        ("2:2", "red", True),
        ("2:0", "yellow", True),
    ],
)
def test_first_to_3(score: str, seat: str, wins: int) -> None:
    end = scored(at(seat, 30, "first_to_3", score))
    if wins:
        assert outcome(end) == Outcome("first_to_3", seat, WON[seat])
    else:
        assert goes_on(end)


@pytest.mark.parametrize("variant", ["first_to_3", "last_chance"])
@pytest.mark.parametrize(
    ("score", "winner"), [("0:0", None), ("1:1", None), ("2:1", "yellow"), ("0:1", "red")]
)
def test_240_turns_are_enough(variant: str, score: str, winner: str | None) -> None:
    assert goes_on(quiet(at("red", 239, variant, score)))
    end = quiet(at("yellow", 240, variant, score))
    if winner is None:
        assert outcome(end) == Outcome("draw", None, EVEN)
    else:
        assert outcome(end) == Outcome(variant, winner, WON[winner])


TIME = [
    # turn, mover, score before, goal?, how it ends, winner, points of yellow and red
    (49, "yellow", "1:0", False, None, None, None),
    (50, "red", "1:0", False, "time", "yellow", (5, 0)),
    (50, "red", "0:0", True, "time", "red", (0, 5)),
    (50, "red", "0:2", True, "time", "red", (0, 5)),
    (50, "red", "2:0", True, "time", "yellow", (5, 0)),
    (50, "red", "1:0", True, None, None, None),
    (50, "red", "0:0", False, None, None, None),
    (50, "red", "1:1", False, None, None, None),
    (51, "yellow", "0:0", False, None, None, None),
    (51, "yellow", "0:0", True, "sudden_death", "yellow", (4, 1)),
    (69, "yellow", "1:1", False, None, None, None),
    (70, "red", "1:1", True, "sudden_death", "red", (1, 4)),
    (70, "red", "0:0", False, "scoreless", None, (2, 2)),
    (70, "red", "1:1", False, "last_goal", "yellow", (3, 2)),
]


@pytest.mark.parametrize(("turn", "seat", "score", "goal", "how", "winner", "points"), TIME)
def test_against_time(
    turn: int,
    seat: str,
    score: str,
    goal: bool,
    how: str | None,
    winner: str | None,
    points: tuple[int, int] | None,
) -> None:
    last = None if score == "0:0" else ("yellow" if score[0] != "0" else "red")
    position = at(seat, turn, "time_limit", score, last_scorer=last)
    end = scored(position) if goal else quiet(position)
    if points is None:
        assert goes_on(end)
        assert end.phase is (Phase.RESTART if goal else Phase.TURN)
    else:
        assert outcome(end) == Outcome(str(how), winner, {"yellow": points[0], "red": points[1]})


def test_the_kickoff_loser_begins_the_rounds_and_its_winner_has_the_last_turn() -> None:
    position = at("yellow", 50, "time_limit")
    assert position.kicker == "yellow"
    assert position._replace(ply=12).to_move == "red"


# A goal or none of each turn from the first on, `1` for the kick-off's loser's and `2` for the
# winner's goal; then after which turn the match is over, and who won: the loser, the winner.
LAST_CHANCES = [
    ("1....", None, None),
    ("1.....", 6, 1),  # turns 2, 4 and 6 were the chance
    (".2.....", 7, 2),
    ("12......", None, None),  # levelled at once
    ("1.1....", None, None),
    ("1.1.....", 8, 1),  # a second goal opens a new window: turns 4, 6 and 8
    ("1..2......", None, None),  # levelled in time: play goes on
    ("1....2....", None, None),  # in the last turn of the chance
    ("1....2.2.....", 13, 2),
    ("1.1.1..2..", 10, 1),  # still behind at 3:1, in the window that the third goal opened
    ("1.1..2.2......", None, None),  # 2:1 does not level, 2:2 does
    ("1.1..2..", 8, 1),  # 2:1 is no new chance
    ("1.1....2", 8, 1),  # a goal in the last turn of the chance that does not level
    ("1.1..21.....", 12, 1),  # 3:1 opens another window
]


@pytest.mark.parametrize(("goals", "ends_after", "winner"), LAST_CHANCES)
def test_the_last_chance(goals: str, ends_after: int | None, winner: int | None) -> None:
    seats = {1: "yellow", 2: "red"}
    position = at("yellow", 1, "last_chance")
    for turn, goal in enumerate(goals, start=1):
        assert goes_on(position), turn
        seat = seats[2 - turn % 2]
        assert (position.turn, position.to_move) == (turn, seat)
        position = near_a_goal(position)
        if goal != ".":
            assert seats[int(goal)] == seat
        position = quiet(position) if goal == "." else scored(position)
    if winner is None:
        assert goes_on(position)
    else:
        assert len(goals) == ends_after
        seat = seats[winner]
        assert outcome(position) == Outcome("last_chance", seat, WON[seat])


def test_a_match_decided_off_the_board_counts_as_won() -> None:
    assert game.info.win_points == (5, 0)
