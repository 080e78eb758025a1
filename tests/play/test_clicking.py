"""From a move in notation back to the clicks that make it."""

from typing import Any

import pytest

from golem import registry
from golem.play import chance
from golem.play.clicking import clicks_of
from golem.play.protocol import AnyGame, Clicks


def beginning(game: AnyGame) -> Any:
    """Return the first state in which somebody is to move."""
    state = game.start({option.key: option.default for option in game.info.options})
    while (want := game.wants(state)) is not None:
        state = game.supply(state, chance.draw(want.kind, iter((3, 5, 2, 1))))
    return state


@pytest.mark.parametrize(
    ("key", "notation", "cells"),
    [
        ("goal", "C7", ("H7",)),
        ("goal", "CA", ("HA",)),
        ("streetsoccer", "Pahbied", ("ah", "bi", "ed")),
        ("goal", "C1", ()),
        ("goal", "nonsense", ()),
    ],
)
def test_at_the_start(key: str, notation: str, cells: tuple[str, ...]) -> None:
    game: AnyGame = registry.load(key)
    assert isinstance(game, Clicks)
    assert clicks_of(game, beginning(game), game.info.seats[0], notation) == cells


def test_of_the_other_side_and_of_what_is_left() -> None:
    game: AnyGame = registry.load("goal")
    assert isinstance(game, Clicks)
    state = beginning(game)
    hearts, spades = game.info.seats
    assert clicks_of(game, state, spades, "C7") == ("S7",)
    moves = {seat: game.resolve(state, seat, game.parse("C7")) for seat in (hearts, spades)}
    assert clicks_of(game, game.play(state, moves), spades, "C7") == ()
