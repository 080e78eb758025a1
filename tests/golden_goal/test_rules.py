"""The course of a match: dice, goals, restarts, and every kind of ending."""

from typing import Any

import pytest

from golem.games.golden_goal import moves, rules
from golem.games.golden_goal.fields import from_fields
from golem.games.golden_goal.game import game
from golem.games.golden_goal.notation import NoMove, Restart, parse
from golem.games.golden_goal.position import Phase, Position
from golem.play.errors import BadDraw, IllegalMove
from golem.play.pitch.squares import NAMES, SQUARE
from golem.play.protocol import DrawKind, Legal, Outcome, Speaks, Want

# Each side has one beside a ball in front of the other's net, so that any die scores.
GOALS: dict[str, dict[str, Any]] = {
    "yellow": {
        "ball": "cb",
        "yellow": ["ck", "cc", "dg", "fh", "fi"],
        "red": ["db", "df", "fd", "fe", "bh"],
    },
    "red": {
        "ball": "ck",
        "yellow": ["dk", "cg", "ah", "fh", "bd"],
        "red": ["db", "cj", "fd", "fe", "ai"],
    },
}
SCORES = {"yellow": "Mcccb|G", "red": "Mcjck|G"}
ASIDE = {"yellow": "|Rbb", "red": "|Rbk"}
QUIET = {"yellow": "Mfhgh", "red": "Mfdgd"}
OTHER = {"yellow": "red", "red": "yellow"}


def at(seat: str, turn: int, variant: str, score: str = "0:0", **more: Any) -> Position:
    """Return a position with ``seat`` to make ``turn``, near a goal; yellow's goals come first."""
    yellow, red = map(int, score.split(":"))
    fields = {
        **GOALS[seat],
        "variant": variant,
        "phase": "turn",
        "to_move": seat,
        "die": 1,
        "ply": 11 + turn,
        "score": {"yellow": yellow, "red": red},
        **more,
    }
    return from_fields(fields)


def after(position: Position, notation: str) -> Position:
    move = moves.resolve(position, position.to_move, parse(notation))
    return rules.play(position, move)


def scored(position: Position) -> Position:
    seat = position.to_move
    aside = "" if position.variant == "golden_goal" else ASIDE[seat]
    return after(position, SCORES[seat] + aside)


def quiet(position: Position) -> Position:
    return after(position, QUIET[position.to_move])


def outcome(position: Position) -> Outcome:
    found = game.outcome(position)
    assert found is not None
    assert position.phase is Phase.OVER
    assert rules.wants(position) is None
    assert game.to_move(position) == ()
    assert game.legal(position, "yellow") == game.legal(position, "red") == []
    assert game.forced(position) == {}
    with pytest.raises(IllegalMove) as refused:
        moves.resolve(position, position.to_move, parse("Mabac"))
    assert refused.value.code == "match_over"
    return found


def goes_on(position: Position) -> bool:
    return game.outcome(position) is None and position.phase is not Phase.OVER


# --- dice -----------------------------------------------------------------------------------


def kickoff() -> Position:
    """Return the position after the last placement, both dice of the kick-off owed."""
    position = rules.start({"variant": "golden_goal", "setup": "single"})
    for text in ["Kck", "Kdb", "Pcg", "Pdf", "Pai", "Pfc", "Pfh", "Pfe", "Pbb", "Pbj"]:
        position = after(position, text)
    return position


@pytest.mark.parametrize(
    ("values", "kicker", "die"),
    [
        ((6, 2), "yellow", 4),
        ((2, 6), "red", 4),
        ((3, 3, 1, 2), "red", 1),
        ((5, 5, 2, 2, 6, 1), "yellow", 5),
    ],
)
def test_the_higher_die_kicks_off_as_far_as_they_differ(
    values: tuple[int, ...], kicker: str, die: int
) -> None:
    position = kickoff()
    assert rules.wants(position) == Want("kickoff", DrawKind.UNEQUAL_PAIR)
    assert game.to_move(position) == ()
    drawn = rules.supply(position, values)
    assert (drawn.kicker, drawn.die) == (kicker, die)
    assert game.to_move(drawn) == (kicker,)


@pytest.mark.parametrize("values", [(3, 3), (3,), (3, 4, 1, 2), (0, 4), (3, 7), (), (3, "4")])
def test_values_that_are_no_kickoff_dice(values: tuple[int, ...]) -> None:
    with pytest.raises(BadDraw):
        rules.supply(kickoff(), values)


@pytest.mark.parametrize(("values", "kicker"), [((6, 5), "yellow"), ((5, 6), "red")])
def test_who_lost_the_kickoff_makes_turn_1(values: tuple[int, int], kicker: str) -> None:
    drawn = rules.supply(kickoff(), values)
    text = {"yellow": "Bch", "red": "Bde"}[kicker]
    turn = after(drawn, text)
    assert (turn.phase, turn.turn, turn.to_move) == (Phase.TURN, 1, OTHER[kicker])
    assert turn.ball == SQUARE[text[1:]]
    assert rules.wants(turn) == Want("turn", DrawKind.DIE)
    with pytest.raises(BadDraw):
        rules.supply(turn, (7,))
    second = rules.play(rules.supply(turn, (1,)), moves.legal(rules.supply(turn, (1,)))[0])  # type: ignore[index]
    assert (second.turn, second.to_move) == (2, kicker)


def test_no_dice_in_the_setup() -> None:
    start = rules.start({"variant": "golden_goal", "setup": "single"})
    assert rules.wants(start) is None
    with pytest.raises(BadDraw) as refused:
        rules.supply(start, (3, 4))
    assert refused.value.code == "no_draw_owed"


def test_a_restart_die_is_drawn_again_when_it_shows_1() -> None:
    restart = scored(at("yellow", 5, "first_to_3"))
    assert rules.wants(restart) == Want("restart", DrawKind.DIE_FROM_TWO)
    assert rules.supply(restart, (1, 1, 4)).die == 4
    for values in ((1,), (4, 1), (4, 4)):
        with pytest.raises(BadDraw):
            rules.supply(restart, values)


# --- goals and restarts ---------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "stands"), [("yellow", "bb"), ("red", "bk")])
def test_a_goal_in_a_longer_match(seat: str, stands: str) -> None:
    restart = scored(at(seat, 5, "first_to_3"))
    assert (restart.phase, restart.turn, restart.to_move) == (Phase.RESTART, 6, OTHER[seat])
    assert (restart.ball, restart.die, restart.last_scorer) == (None, None, seat)
    assert SQUARE[stands] in restart.players(seat)


def test_a_restart_lifts_the_keeper_wherever_it_is() -> None:
    far = at("red", 6, "first_to_3", "1:0", phase="restart", ball=None, die=4)
    far = far._replace(red=(SQUARE["ac"], *far.red[1:]))
    listed = moves.legal(far) or []
    assert {NAMES[move.keeper] for move in listed if isinstance(move, Restart)} == {"cb", "db"}
    placed = after(far, "Pcb|Bcd")
    assert placed.red[0] == SQUARE["cb"]
    assert placed.yellow == far.yellow
    assert placed.red[1:] == far.red[1:]


def test_the_scorer_of_the_golden_goal_stays() -> None:
    end = scored(at("yellow", 5, "golden_goal"))
    assert SQUARE["cb"] in end.yellow


# --- endings --------------------------------------------------------------------------------

WON = {"yellow": {"yellow": 5, "red": 0}, "red": {"yellow": 0, "red": 5}}
EVEN = {"yellow": 2, "red": 2}


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


def near_a_goal(position: Position) -> Position:
    """Return ``position`` with pawns and ball such that its mover can score."""
    board = at(position.to_move, position.turn, "last_chance")
    return position._replace(
        phase=Phase.TURN, die=1, ball=board.ball, yellow=board.yellow, red=board.red
    )


def test_a_match_decided_off_the_board_counts_as_won() -> None:
    assert game.info.win_points == (5, 0)


# --- plies without a legal move -------------------------------------------------------------

# After a goal of its own yellow has two in its own box; no single step brings one out.
STUCK = {
    "variant": "first_to_3",
    "phase": "turn",
    "to_move": "yellow",
    "die": 1,
    "ball": "ab",
    "yellow": ["fk", "cj", "dj", "fh", "fi"],
    "red": ["cb", "af", "bf", "ci", "di"],
}
STUCK_RESTART = {
    "variant": "first_to_3",
    "phase": "restart",
    "to_move": "yellow",
    "die": 4,
    "score": {"yellow": 0, "red": 1},
    "yellow": ["ak", "bj", "dj", "fi", "fc"],
    "red": ["db", "fd", "fe", "ff", "fg"],
}


def test_a_turn_without_a_legal_move_is_recorded_and_the_other_side_plays_a_turn() -> None:
    stuck = from_fields(STUCK)
    assert moves.legal(stuck) == []
    assert game.forced(stuck) == {"yellow": NoMove()}
    assert game.write(NoMove()) == "-"
    following = game.play(stuck, game.forced(stuck))
    assert (following.phase, following.turn, following.to_move) == (Phase.TURN, 2, "red")
    assert following._replace(ply=stuck.ply, die=1) == stuck


def test_a_restart_without_a_legal_move_is_followed_by_the_others_restart() -> None:
    stuck = from_fields(STUCK_RESTART)
    assert game.forced(stuck) == {"yellow": NoMove()}
    following = game.play(stuck, game.forced(stuck))
    assert (following.phase, following.to_move) == (Phase.RESTART, "red")
    assert rules.wants(following) == Want("restart", DrawKind.DIE_FROM_TWO)
    assert (following.red_goals, following.last_scorer) == (1, "red")


def test_an_empty_ply_counts_for_the_end() -> None:
    stuck = from_fields({**STUCK, "ply": 11 + 240})
    assert outcome(rules.play(stuck, NoMove())) == Outcome("draw", None, EVEN)


def test_no_empty_ply_for_who_can_move() -> None:
    assert game.forced(at("yellow", 5, "golden_goal")) == {}
    assert game.forced(kickoff()) == {}
    start = rules.start({"variant": "golden_goal", "setup": "blocks"})
    assert game.forced(start) == {}


# --- who may move, and what -----------------------------------------------------------------


@pytest.mark.parametrize("notation", ["Kck", "Pab", "Pab|Pcd", "Bab", "Pck|Bcg", "Pck|G"])
def test_the_wrong_form_for_the_phase(notation: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        moves.resolve(at("yellow", 5, "golden_goal"), "yellow", parse(notation))
    assert refused.value.code == "wrong_phase"
    assert refused.value.data == {"phase": "turn"}


def test_nobody_moves_for_the_other_side_or_before_the_die() -> None:
    position = at("yellow", 5, "golden_goal")
    start = rules.start({"variant": "golden_goal", "setup": "single"})
    for state, seat, text, code in (
        (position, "red", "Mfhgh", "wrong_seat"),
        (position._replace(die=None), "yellow", "Mfhgh", "draw_owed"),
        (start, "red", "Kdb", "wrong_seat"),
        (kickoff(), "yellow", "Bch", "draw_owed"),
    ):
        with pytest.raises(IllegalMove) as refused:
            moves.resolve(state, seat, parse(text))
        assert refused.value.code == code
        assert game.legal(state, seat) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Mabac", "not_own_player"),
        ("Mabcb|G", "not_own_player"),
        ("Mcccd|Bce", "no_ball"),
        ("Mcccb", "must_kick"),
        ("Mfhfi", "occupied"),
        ("Mccck", "occupied"),
        ("Mcccl", "net"),
        ("Mfhff", "wrong_distance"),
        ("Mdgdh", None),
        ("Mcccb|Bcl", "aside_missing"),
        ("Mcccb|Bcl|Rbb", "own_goal"),
        ("Mcccb|Bca|Rbb", "off_field"),
        ("Mcccb|Bga|Rbb", "off_field"),
    ],
)
def test_codes_of_illegal_moves(text: str, code: str | None) -> None:
    position = at("yellow", 5, "golden_goal")
    if code is None:
        assert moves.resolve(position, "yellow", parse(text)) == parse(text)
        return
    with pytest.raises(IllegalMove) as refused:
        moves.resolve(position, "yellow", parse(text))
    assert refused.value.code == code


def test_the_game_answers_the_optional_questions() -> None:
    assert isinstance(game, Legal)
    assert isinstance(game, Speaks)
    assert game.info.key == "golden_goal"
    assert game.info.plies is None
    assert game.info.most_plies == 251
