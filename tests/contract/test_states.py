"""States: values that can be compared, hashed and stored; draws, ends, and what is hidden."""

import json
import pickle
from random import Random
from typing import Any

import pytest

from golem.play import chance
from golem.play.errors import BadDraw, BadPosition, Refusal
from golem.play.protocol import (
    AnyGame,
    Clicks,
    Drawing,
    DrawKind,
    Explains,
    Hidden,
    Reads,
    longest_of,
)
from tests.contract.cases import Case, any_move, cases, listed, match_of, seen, some
from tournaments.document import scoring_of
from tournaments.scoring import points, possible_points, table_of

each_case = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
BAD_VALUES: tuple[Any, ...] = ((), (0,), (7,), (1, 2, 3, 4, 5, 6, 1), ("2",), (True,), (2.0,))


def viewers(game: AnyGame) -> list[str | None]:
    return [*game.info.seats, None]


@each_case
def test_states_and_moves_are_values(case: Case) -> None:
    match = match_of(case)
    for state in match.states():
        assert pickle.loads(pickle.dumps(state)) == state
        assert hash(pickle.loads(pickle.dumps(state))) == hash(state)
    for step in match.steps:
        for seat, move in step.moves.items():
            assert hash(move) == hash(pickle.loads(pickle.dumps(move)))
            assert seat in case.game.to_move(step.state)


@each_case
def test_playing_changes_no_value_and_gives_the_same_again(case: Case) -> None:
    match = match_of(case)
    follows = match.states()[1:]
    for step, after in zip(match.steps, follows, strict=True):
        before = pickle.dumps(step.state)
        reached = case.game.play(step.state, step.moves)
        assert pickle.dumps(step.state) == before
        assert reached == after or case.game.wants(reached) is not None


@each_case
def test_a_state_has_a_text_of_its_own_and_fields_that_are_json(case: Case) -> None:
    known: dict[str, Any] = {}
    for state in match_of(case).states():
        told = case.game.describe(state)
        assert case.game.describe(state) == told
        assert told.text
        assert "\n" not in told.text
        assert known.setdefault(told.text, state) == state
        assert json.loads(json.dumps(told.fields)) == told.fields
        assert told.score is None or set(told.score) == set(case.game.info.seats)


@each_case
def test_a_text_that_is_read_gives_its_state_back(case: Case) -> None:
    if not isinstance(case.game, Reads):
        return  # that every registered game reads is asked by test_complete
    match = match_of(case)
    for state in [*match.states(), *(owing for owing, _, _ in match.wanted)]:
        text = case.game.describe(state).text
        assert case.game.read(text) == state
        for spoilt in ("", text[:-1], f"{text} ", f"{text}\n", text.swapcase(), None, 7, [text]):
            if spoilt != text:
                with pytest.raises(BadPosition):
                    case.game.read(spoilt)


@each_case
def test_whether_there_is_a_score_is_true_of_the_game(case: Case) -> None:
    scores = {case.game.describe(state).score is None for state in match_of(case).states()}
    assert len(scores) == 1


# --- chance --------------------------------------------------------------------------------


@each_case
def test_whether_there_is_chance_is_true_of_the_game(case: Case) -> None:
    assert bool(match_of(case).wanted) == case.game.info.chance


@each_case
def test_a_draw_is_named_and_nobody_moves_while_it_is_owed(case: Case) -> None:
    for state, want, _ in match_of(case).wanted:
        assert want.label.isidentifier()
        assert len(want.label) <= 20
        assert want.kind in DrawKind
        assert want.seat is None or want.seat in case.game.info.seats
        assert case.game.to_move(state) == ()
        assert not case.game.forced(state)
        assert case.game.outcome(state) is None


@each_case
def test_values_that_cannot_be_right_are_refused(case: Case) -> None:
    for state, want, values in some(match_of(case).wanted, 5):
        assert chance.check(want.kind, values)
        for bad in (*BAD_VALUES, (*values, *values)):
            with pytest.raises(BadDraw):
                case.game.supply(state, bad)


@each_case
def test_values_that_nobody_asked_for_are_refused(case: Case) -> None:
    for state in some(match_of(case).states(), 5):
        assert case.game.wants(state) is None
        with pytest.raises(BadDraw):
            case.game.supply(state, (3,))


# --- the end -------------------------------------------------------------------------------


@each_case
def test_somebody_moves_until_the_end_and_then_nobody(case: Case) -> None:
    game, match = case.game, match_of(case)
    for step in match.steps:
        assert game.outcome(step.state) is None
        assert len(set(game.to_move(step.state))) == len(game.to_move(step.state)) > 0
        assert set(game.to_move(step.state)) <= set(game.info.seats)
    if game.outcome(match.last) is None:
        assert case.toy  # one of them has no end
        return
    assert (game.wants(match.last), game.to_move(match.last)) == (None, ())
    assert not game.forced(match.last)
    for seat in game.info.seats:
        assert not listed(game, match.last, seat)
        if isinstance(game, Clicks):
            with pytest.raises(Refusal):
                game.click(match.last, seat, "", None)


@each_case
@pytest.mark.parametrize("number", range(3))
def test_the_result_is_that_of_the_scoring_table(case: Case, number: int) -> None:
    info, outcome = case.game.info, case.game.outcome(match_of(case, number).last)
    if outcome is None or case.toy:
        return
    assert outcome.how.isidentifier()
    assert len(outcome.how) <= 30
    winner = None if outcome.winner is None else info.seats.index(outcome.winner)
    table = table_of(scoring_of(info))
    by_seat = tuple(outcome.points[seat] for seat in info.seats)
    assert by_seat == points(table, outcome.how, winner)
    assert set(outcome.points) == set(info.seats)
    assert info.win_points in possible_points(table)


@each_case
@pytest.mark.parametrize("number", range(3))
def test_no_match_is_longer_than_the_longest(case: Case, number: int) -> None:
    most = longest_of(case.game, case.options)
    assert most is None or len(match_of(case, number).steps) <= most
    assert case.toy or most is not None


# --- what is hidden ------------------------------------------------------------------------


@each_case
def test_a_view_is_a_state_that_can_be_shown(case: Case) -> None:
    game = case.game
    for state in some(match_of(case).states(), 8):
        for viewer in viewers(game):
            view = seen(game, state, viewer)
            assert seen(game, view, viewer) == view
            game.describe(view)
            for bottom in game.info.seats:
                check_drawing(game.draw(view, bottom))


@each_case
def test_who_may_not_see_a_draw_sees_the_same_whatever_it_was(case: Case) -> None:
    """From the draw to the end of the step the views of all others are equal for any two values."""
    game, rng = case.game, Random(case.name)
    for state, want, values in match_of(case).wanted:
        if want.seat is None:
            continue
        others = [viewer for viewer in viewers(game) if viewer != want.seat]
        drawn = [game.supply(state, other) for other in (values, _other(want.kind, values))]
        assert len({game.describe(one).text for one in drawn}) == 2
        for viewer in others:
            assert _all_shown(game, drawn[0], viewer) == _all_shown(game, drawn[1], viewer)
        assert any_move(case, drawn[0], game.to_move(drawn[0])[0], rng) is not None


def _other(kind: DrawKind, values: tuple[int, ...]) -> tuple[int, ...]:
    rng = Random(0)
    while (found := chance.draw(kind, iter(lambda: rng.randint(1, 6), 0))) == values:
        pass
    return found


def _all_shown(game: AnyGame, state: Any, viewer: str | None) -> Any:
    view = seen(game, state, viewer)
    return view, game.describe(view), [game.draw(view, bottom) for bottom in game.info.seats]


def test_something_is_hidden_in_a_toy_game() -> None:
    """So that the test above has something to look at."""
    [cups] = [case for case in cases() if case.name == "cups"]
    assert isinstance(cups.game, Hidden)
    assert [want.seat for _, want, _ in match_of(cups).wanted] == ["high"]


@each_case
def test_what_waits_sealed_is_no_part_of_a_state(case: Case) -> None:
    """A step of several seats is played with all its moves or not at all: nothing of one move
    could be seen in a state, for the game is not told of it."""
    for step in match_of(case).steps:
        if len(step.moves) > 1:
            assert set(step.moves) == set(case.game.to_move(step.state))


# --- pictures ------------------------------------------------------------------------------


def check_drawing(drawing: Drawing) -> None:
    """Demand that a drawing fits together."""
    names = [cell.name for cell in drawing.cells]
    assert len(set(names)) == len(names)
    assert all(0 < len(name) <= 20 for name in names)
    for cell in drawing.cells:
        assert 0 <= cell.x < cell.x + cell.width <= drawing.width
        assert 0 <= cell.y < cell.y + cell.height <= drawing.height
    for piece in drawing.pieces:
        assert piece.cell in names
        assert piece.role
    for letter in drawing.letters:
        assert letter.text
        assert 0 <= letter.x <= drawing.width
        assert 0 <= letter.y <= drawing.height


@each_case
def test_both_sides_see_the_same_board(case: Case) -> None:
    game = case.game
    one, other = game.info.seats
    for state in some(match_of(case).states(), 4):
        drawn = [game.draw(seen(game, state, None), bottom) for bottom in (one, other)]
        assert {cell.name for cell in drawn[0].cells} == {cell.name for cell in drawn[1].cells}
        assert sorted(map(repr, drawn[0].pieces)) == sorted(map(repr, drawn[1].pieces))


@each_case
def test_examples_are_pictures(case: Case) -> None:
    if not isinstance(case.game, Explains):
        assert case.toy
        return
    for example in case.game.examples().values():
        check_drawing(example.drawing)
        cells = {cell.name for cell in example.drawing.cells}
        assert {*example.squares, *example.chosen} <= cells
