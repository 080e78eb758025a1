"""The operation ``play``: states step by step, for every game."""

from collections.abc import Iterator
from typing import Any

import pytest

from golem import registry
from golem.play.errors import BadPosition
from golem.play.playing import play
from golem.play.protocol import Json
from tests.contract.cases import Case, cases, listed, match_of
from tests.play.countdown import Countdown

each_case = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
each_real = pytest.mark.parametrize(
    "case", [case for case in cases() if not case.toy], ids=lambda case: case.name
)


def steps_of(case: Case) -> Iterator[Json]:
    """Yield the draws and plies of the case's random match, as the operation takes them."""
    match = match_of(case)
    draws = iter(match.draws)
    state = case.game.start(case.options)
    for step in match.steps:
        while case.game.wants(state) is not None:
            values = next(draws)
            state = case.game.supply(state, values)
            yield list(values)
        yield {seat: case.game.write(move) for seat, move in step.moves.items()}
        state = case.game.play(state, step.moves)
    yield from map(list, draws)


@each_case
def test_a_whole_match_from_its_start(case: Case) -> None:
    told = play(case.game, {"options": dict(case.options), "steps": list(steps_of(case))})
    last, ended = match_of(case).last, case.game.outcome(match_of(case).last)
    shown = case.game.describe(last)
    assert (told["text"], told["position"]) == (shown.text, shown.fields)
    assert told["to_move"] == list(case.game.to_move(last))
    assert (told["outcome"] and told["outcome"]["how"]) == (ended and ended.how)


@each_real
def test_a_match_state_by_state_from_the_texts_alone(case: Case) -> None:
    told = play(case.game, {"options": dict(case.options), "steps": []})
    for step in steps_of(case):
        assert (told["wants"] is not None) == isinstance(step, list)
        assert told["forced"] in ({}, step)
        told = play(case.game, {"text": told["text"], "steps": [step]})
    assert told["outcome"] is not None
    assert told["text"] == case.game.describe(match_of(case).last).text


@each_real
def test_the_legal_moves_are_those_of_the_game(case: Case) -> None:
    match = match_of(case)
    for step in match.steps[:: max(1, len(match.steps) // 8)]:
        text = case.game.describe(step.state).text
        told = play(case.game, {"text": text, "steps": [], "legal": True})["legal"]
        for seat in case.game.to_move(step.state):
            moves = listed(case.game, step.state, seat)
            assert told[seat] == (moves and [case.game.write(move) for move in moves])


@pytest.mark.parametrize(
    ("steps", "error"),
    [
        ([[0]], {"code": "bad_draw", "kind": "die_from_two", "step": 1}),
        ([[4], [4]], {"code": "bad_draw", "step": 2}),
        ([{"first": "T1"}], {"code": "draw_owed", "step": 1}),
        ([[4], {"second": "T1"}], {"code": "wrong_seat", "to_move": ["first"], "step": 2}),
        ([[4], {}], {"code": "wrong_seat", "to_move": ["first"], "step": 2}),
        ([[4], {"first": "T3"}], {"code": "too_many", "seat": "first", "step": 2}),
        ([[2], {"first": "T2"}, {"second": "T1"}], {"code": "match_over", "step": 3}),
    ],
)
def test_the_step_that_fails_is_named(steps: Json, error: dict[str, Any]) -> None:
    assert play(Countdown(), {"steps": steps}) == {"error": error}


@pytest.mark.parametrize(
    ("key", "options", "expected"),
    [
        ("streetsoccer", {"x": 1}, "none: this game has no options"),
        ("golden_goal", {"x": 1}, "variant and setup"),
        ("goal", {"distance": 5}, "2 or 3 or 4"),
    ],
)
def test_options_that_there_are_not(key: str, options: Json, expected: str) -> None:
    with pytest.raises(BadPosition) as refused:
        play(registry.load(key), {"options": options, "steps": []})
    assert refused.value.data == {"field": "options", "expected": expected}


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({}, "steps"),
        ({"steps": {}}, "steps"),
        ({"steps": [3]}, "steps"),
        ({"steps": [None]}, "steps"),
        ({"steps": [], "legal": "yes"}, "legal"),
        ({"steps": [], "options": {"most": 4}}, "options"),
        ({"steps": [], "options": []}, "options"),
        ({"steps": [], "text": "2 of 0 () by 2"}, "text"),
    ],
)
def test_what_is_no_request_is_refused(request_: dict[str, Any], field: str) -> None:
    with pytest.raises(BadPosition) as refused:
        play(Countdown(), request_)
    assert refused.value.code == "bad_request"
    assert refused.value.data["field"] == field
