"""The fold from a log to a state, with tiny games."""

import pytest

from golem.play.errors import BadDraw, IllegalMove, NotationError
from golem.play.replay import read_move, replay, steps
from tests.games.duel import game as duel
from tests.play.countdown import State
from tests.play.countdown import game as countdown

FIVE = [[1, 1, 5]]
PLIES = [{"first": "T2"}, {"second": "T2"}, {"first": "T1"}]


def test_a_whole_match() -> None:
    result = replay(countdown, {}, PLIES, FIVE)
    assert (result.state, result.plies, result.draws) == (State(0, (2, 2, 1)), 3, 1)
    assert result.failure is None
    outcome = countdown.outcome(result.state)
    assert outcome is not None
    assert outcome.winner == "first"


def test_options_reach_the_game() -> None:
    result = replay(countdown, {"most": 3}, [{"first": "T3"}], FIVE)
    assert result.failure is None
    assert result.state.left == 2


def test_every_step_is_seen() -> None:
    seen = [(step.plies, step.draws, step.state.left) for step in steps(countdown, {}, PLIES, FIVE)]
    assert seen == [(0, 1, 5), (1, 1, 3), (2, 1, 1), (3, 1, 0)]


def test_a_log_without_its_draw_stops_where_it_is_owed() -> None:
    result = replay(countdown, {}, [], [])
    assert (result.state, result.plies, result.draws, result.failure) == (State(), 0, 0, None)


@pytest.mark.parametrize(
    ("plies", "draws", "ply", "seat", "kind", "code"),
    [
        ([], [[1]], 1, None, BadDraw, "bad_draw"),
        ([], [[2, 5]], 1, None, BadDraw, "bad_draw"),
        (PLIES, [], 1, None, IllegalMove, "draw_owed"),
        ([{"second": "T2"}], FIVE, 1, None, IllegalMove, "wrong_seat"),
        ([{}], FIVE, 1, None, IllegalMove, "wrong_seat"),
        ([{"first": "T2", "second": "T2"}], FIVE, 1, None, IllegalMove, "wrong_seat"),
        ([{"first": "X"}], FIVE, 1, "first", NotationError, "bad_take"),
        ([PLIES[0], {"second": "T3"}], FIVE, 2, "second", IllegalMove, "too_many"),
        ([*PLIES[:2], {"first": "T2"}], FIVE, 3, "first", IllegalMove, "too_many"),
        ([*PLIES, {"second": "T1"}], FIVE, 4, None, IllegalMove, "match_over"),
    ],
)
def test_the_first_entry_that_fails(
    plies: list[dict[str, str]],
    draws: list[list[int]],
    ply: int,
    seat: str | None,
    kind: type[Exception],
    code: str,
) -> None:
    result = replay(countdown, {}, plies, draws)
    assert result.failure is not None
    assert (result.failure.ply, result.failure.seat) == (ply, seat)
    assert isinstance(result.failure.refusal, kind)
    assert result.failure.refusal.code == code
    assert result.plies == ply - 1


def test_what_came_before_a_failure_is_kept() -> None:
    result = replay(countdown, {}, [PLIES[0], {"second": "T3"}], FIVE)
    assert result.state == State(3, (2,))


def test_draws_after_the_end_are_not_used() -> None:
    assert replay(countdown, {}, PLIES, [*FIVE, [3]]).draws == 1


def test_several_seats_at_once() -> None:
    plies = [{"left": "N1", "right": "N2"}, {"right": "N1", "left": "N3"}]
    result = replay(duel, {}, plies, [])
    assert result.failure is None
    assert result.state.score() == {"left": 1, "right": 1}
    failed = replay(duel, {}, [plies[0], {"left": "N3", "right": "N2"}], [])
    assert failed.failure is not None
    assert (failed.failure.ply, failed.failure.seat) == (2, "right")
    assert failed.state == replay(duel, {}, plies[:1], []).state


def test_a_forced_text_is_read_only_where_it_is_forced() -> None:
    class Silent(type(countdown)):  # type: ignore[misc]
        """The same game, whose forced move is written in a way that nobody can type."""

        def write(self, move: int) -> str:
            return "-" if move == 1 else f"T{move}"

    assert read_move(Silent(), State(1, (2, 2)), "first", "-") == 1
    with pytest.raises(NotationError):
        read_move(Silent(), State(3, (2,)), "second", "-")
    with pytest.raises(NotationError):
        read_move(countdown, State(1, (2, 2)), "first", "-")
