"""The course of a match: dice, goals, restarts, plies without a move, who may move and what."""

import pytest

from golem.games.golden_goal import moves, rules
from golem.games.golden_goal.fields import from_fields
from golem.games.golden_goal.game import game
from golem.games.golden_goal.notation import NoMove, Restart, parse
from golem.games.golden_goal.position import Phase, Position
from golem.play.errors import BadDraw, IllegalMove
from golem.play.pitch.squares import NAMES, SQUARE
from golem.play.protocol import DrawKind, Legal, Outcome, Speaks, Want
from tests.golden_goal.near_goals import EVEN, OTHER, after, at, outcome, scored

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
