"""The course of a match: dice, goals, restarts, and every kind of ending."""

import pytest

from golem.play.errors import BadDraw, IllegalMove
from golem.play.pitch.squares import SQUARE
from golem.play.protocol import DrawKind, Legal, Outcome, Speaks, Want
from streetsoccer import moves, rules, text
from streetsoccer.game import game
from streetsoccer.notation import NoMove, parse
from streetsoccer.position import Phase, Position

# Yellow's man on cc is beside the ball on cb: one click from a goal, whatever the die.
BEFORE_GOAL = "1ro3/2Y3/6/2k2r/r4r/6/6/6/5Y/Y1K2Y y turn 1 5 0:0 -"
GOAL, QUIET = "Mcccb|Bca", "Makaj"
# Red has a like one below.
BEFORE_RED_GOAL = "r2k1r/6/6/6/2Y3/6/6/2K2Y/3r1Y/2Yo1r r turn 1 6 0:0 -"


def at(line: str, **changes: object) -> Position:
    return text.read(line)._replace(**changes)  # type: ignore[arg-type]


def after(position: Position, notation: str) -> Position:
    move = moves.resolve(position, position.to_move, parse(notation))
    return rules.play(position, move)


def goals(ply: int, yellow: int, red: int, last: str | None) -> Position:
    """Return a position before a yellow goal, at ``ply`` (odd) with a score."""
    return at(BEFORE_GOAL, ply=ply, yellow_goals=yellow, red_goals=red, last_scorer=last)


def test_the_kickoff_die_comes_first() -> None:
    start = rules.start()
    want = rules.wants(start)
    assert want is not None
    assert (want.label, want.kind, want.seat) == ("kickoff", "unequal_pair", None)
    assert game.to_move(start) == ()
    assert rules.supply(start, (3, 3, 6, 1)).die == 5
    assert rules.supply(start, (2, 4)).die == 2
    assert game.to_move(rules.supply(start, (2, 4))) == ("yellow",)


@pytest.mark.parametrize("values", [(3, 3), (3,), (3, 4, 1, 2), (0, 4), (3, 7), (), (3, "4")])
def test_values_that_are_no_kickoff_die(values: tuple[int, ...]) -> None:
    with pytest.raises(BadDraw):
        rules.supply(rules.start(), values)


def test_a_turn_wants_a_die_and_a_restart_one_from_two() -> None:
    turn = after(at(BEFORE_GOAL), QUIET)
    assert (turn.phase, turn.ply, turn.die) == ("turn", 6, None)
    assert rules.wants(turn) == Want("turn", DrawKind.DIE)
    assert rules.supply(turn, (1,)).die == 1
    restart = after(at(BEFORE_GOAL), GOAL)
    assert (restart.phase, restart.ply, restart.die) == ("restart", 6, None)
    assert rules.wants(restart) == Want("restart", DrawKind.DIE_FROM_TWO)
    assert rules.supply(restart, (1, 1, 4)).die == 4
    with pytest.raises(BadDraw):
        rules.supply(restart, (1,))
    with pytest.raises(BadDraw):
        rules.supply(rules.supply(turn, (1,)), (1,))


def test_a_goal() -> None:
    restart = after(at(BEFORE_GOAL), GOAL)
    assert restart.to_move == "red"
    assert (restart.yellow_goals, restart.red_goals, restart.last_scorer) == (1, 0, "yellow")
    assert restart.ball is None
    assert restart.yellow == at(BEFORE_GOAL, yellow=restart.yellow).yellow
    assert SQUARE["cb"] in restart.yellow  # the scorer stays on cb


def test_red_scores_too() -> None:
    restart = after(at(BEFORE_RED_GOAL), "Mdjdk|Bdl")
    assert (restart.yellow_goals, restart.red_goals, restart.last_scorer) == (0, 1, "red")
    assert (restart.phase, restart.to_move) == ("restart", "yellow")


def outcome(position: Position) -> Outcome:
    found = rules.outcome(position)
    assert found is not None
    assert position.phase is Phase.OVER
    assert rules.wants(position) is None
    assert game.to_move(position) == ()
    assert game.legal(position, "yellow") == []
    assert game.forced(position) == {}
    with pytest.raises(IllegalMove) as refused:
        moves.resolve(position, position.to_move, parse(QUIET))
    assert refused.value.code == "match_over"
    return found


def quiet(line: str, ply: int, yellow: int, red: int, last: str | None) -> Position:
    position = at(line, ply=ply, yellow_goals=yellow, red_goals=red, last_scorer=last)
    return after(position, QUIET if position.to_move == "yellow" else "Mabac")


RED_TURN = "r2k1r/6/6/6/r4r/2o3/2Y3/6/5Y/Y1K2Y r turn 1 6 0:0 -"


def test_normal_time_ends_after_ply_52() -> None:
    assert rules.outcome(quiet(BEFORE_GOAL, 51, 1, 0, "yellow")) is None
    end = quiet(RED_TURN, 52, 1, 0, "yellow")
    assert outcome(end) == Outcome("normal_time", "yellow", {"yellow": 5, "red": 0})
    end = quiet(RED_TURN, 52, 1, 2, "yellow")
    assert outcome(end) == Outcome("normal_time", "red", {"yellow": 0, "red": 5})


def test_a_goal_on_the_last_ply_decides() -> None:
    last = at(BEFORE_RED_GOAL, ply=52, yellow_goals=1, red_goals=1, last_scorer="yellow")
    end = after(last, "Mdjdk|Bdl")
    assert outcome(end) == Outcome("normal_time", "red", {"yellow": 0, "red": 5})


def test_a_goal_on_the_last_ply_ties_and_sudden_death_begins_with_the_restart() -> None:
    last = at(BEFORE_RED_GOAL, ply=52, yellow_goals=1, red_goals=0, last_scorer="yellow")
    tied = after(last, "Mdjdk|Bdl")
    assert (tied.phase, tied.ply, tied.to_move) == ("restart", 53, "yellow")
    assert rules.outcome(tied) is None


def test_a_tie_after_52_plies_goes_on() -> None:
    position = quiet(RED_TURN, 52, 1, 1, "yellow")
    assert (position.phase, position.ply) == ("turn", 53)


def test_the_first_goal_of_sudden_death_ends_it_at_once() -> None:
    end = after(goals(53, 1, 1, "red"), GOAL)  # red has had no ply of sudden death
    assert outcome(end) == Outcome("sudden_death", "yellow", {"yellow": 4, "red": 1})
    last = at(BEFORE_RED_GOAL, ply=72)
    end = after(last, "Mdjdk|Bdl")
    assert outcome(end) == Outcome("sudden_death", "red", {"yellow": 1, "red": 4})


def test_no_goal_in_sudden_death_whoever_scored_last() -> None:
    assert rules.outcome(quiet(BEFORE_GOAL, 71, 2, 2, "red")) is None
    end = quiet(RED_TURN, 72, 2, 2, "red")
    assert outcome(end) == Outcome("last_goal", "red", {"yellow": 2, "red": 3})
    end = quiet(RED_TURN, 72, 1, 1, "yellow")
    assert outcome(end) == Outcome("last_goal", "yellow", {"yellow": 3, "red": 2})


def test_no_goal_at_all() -> None:
    end = quiet(RED_TURN, 72, 0, 0, None)
    assert outcome(end) == Outcome("scoreless", None, {"yellow": 2, "red": 2})


def test_a_match_decided_off_the_board_counts_as_one_in_normal_time() -> None:
    assert game.info.win_points == (5, 0)


STUCK_TURN = "rrkY2/rrY3/YY4/6/6/6/6/6/5o/2K3 r turn 3 6 0:0 -"
STUCK_RESTART = "1K1Y2/1YYY2/6/6/6/6/5k/rrrr2/6/6 r restart 4 6 1:0 y"


def test_a_turn_without_a_legal_move_is_recorded_and_the_other_side_plays_a_turn() -> None:
    stuck = at(STUCK_TURN)
    assert moves.legal(stuck) == []
    assert game.forced(stuck) == {"red": NoMove()}
    assert game.write(NoMove()) == "-"
    following = game.play(stuck, {"red": NoMove()})
    assert (following.phase, following.ply, following.to_move) == ("turn", 7, "yellow")
    assert following._replace(ply=6, die=3) == stuck


def test_a_restart_without_a_legal_move_is_followed_by_the_others_restart() -> None:
    stuck = at(STUCK_RESTART)
    assert game.forced(stuck) == {"red": NoMove()}
    following = game.play(stuck, game.forced(stuck))
    assert (following.phase, following.ply, following.to_move) == ("restart", 7, "yellow")
    assert rules.wants(following) == Want("restart", DrawKind.DIE_FROM_TWO)
    assert (following.yellow_goals, following.last_scorer) == (1, "yellow")


def test_an_empty_kickoff_is_followed_by_reds_restart() -> None:
    kickoff = at("3k1r/6/6/2Y3/2r3/3Y1r/6/5r/Y5/Y1K3 y kickoff 3 3 0:0 -")
    following = rules.play(kickoff, NoMove())
    assert (following.phase, following.ply, following.to_move) == ("restart", 4, "red")
    assert (following.last_scorer, following.ball) == (None, None)


def test_an_empty_ply_counts_for_the_end() -> None:
    stuck = at(STUCK_TURN, ply=52, yellow_goals=1, last_scorer="yellow")
    assert outcome(rules.play(stuck, NoMove())).how == "normal_time"


def test_no_empty_ply_for_who_can_move() -> None:
    for line in (BEFORE_GOAL, RED_TURN):
        assert game.forced(at(line)) == {}


@pytest.mark.parametrize("notation", ["Pabacad", "Bab", "Pck|Bcg"])
def test_the_wrong_form_for_the_phase(notation: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        moves.resolve(at(BEFORE_GOAL), "yellow", parse(notation))
    assert refused.value.code == "wrong_phase"
    assert refused.value.data == {"phase": "turn"}


def test_nobody_moves_for_the_other_side_or_before_the_die() -> None:
    with pytest.raises(IllegalMove) as refused:
        moves.resolve(at(BEFORE_GOAL), "red", parse(QUIET))
    assert refused.value.code == "wrong_seat"
    with pytest.raises(IllegalMove) as refused:
        moves.resolve(at(BEFORE_GOAL, die=None), "yellow", parse(QUIET))
    assert refused.value.code == "draw_owed"
    assert game.legal(at(BEFORE_GOAL), "red") == []
    assert game.legal(at(BEFORE_GOAL, die=None), "yellow") == []


def test_the_game_answers_the_optional_questions() -> None:
    assert isinstance(game, Legal)
    assert isinstance(game, Speaks)
    assert game.info.key == "streetsoccer"
    assert game.info.plies == 52
