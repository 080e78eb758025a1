"""What a game says of itself, and its operations of the engine protocol."""

import itertools
from datetime import date

import pytest

from golem import registry
from golem.play.errors import Refusal
from golem.play.protocol import AnyGame, Speaks, full_options, longest_of
from tests.contract.cases import registered
from tournaments.document import scoring_of
from tournaments.scoring import table_of

REGISTERED = list(registered())
each_game = pytest.mark.parametrize("game", [game for _, game in REGISTERED], ids=dict(REGISTERED))


@each_game
def test_names_fit_their_columns(game: AnyGame) -> None:
    info = game.info
    assert info.key == info.key.lower()
    assert info.key.isidentifier()
    assert len(info.key) <= 30
    assert info.title.strip() == info.title != ""
    assert len(info.seats) == len(set(info.seats)) == 2
    assert all(seat.isidentifier() and len(seat) <= 20 for seat in info.seats)


@pytest.mark.parametrize("key", registry.game_keys())
def test_revisions_are_numbered_as_they_are_registered(key: str) -> None:
    revisions = registry.GAMES[key]
    assert sorted(revisions) == list(range(1, len(revisions) + 1))
    for number in revisions:
        assert registry.load(key, number).info.revision == number
        assert registry.load(key, number).info.key == key


@each_game
def test_options_are_simple_choices_with_a_default(game: AnyGame) -> None:
    keys = [option.key for option in game.info.options]
    assert len(set(keys)) == len(keys)
    for option in game.info.options:
        assert option.key.isidentifier()
        assert len(option.choices) == len(set(option.choices)) > 1
        assert option.default in option.choices
        assert len({type(choice) for choice in option.choices}) == 1
        assert all(isinstance(choice, int | str | bool) for choice in option.choices)
        with pytest.raises(ValueError, match=option.key):
            full_options(game.info, {option.key: "no choice of it"})


@each_game
def test_a_length_is_no_longer_than_the_longest(game: AnyGame) -> None:
    plies, most = game.info.plies, game.info.most_plies
    assert most is not None
    assert plies is None or 0 < plies <= most


@each_game
def test_the_longest_match_is_that_of_some_options(game: AnyGame) -> None:
    options = game.info.options
    values = itertools.product(*(option.choices for option in options))
    keys = [option.key for option in options]
    lengths = [longest_of(game, dict(zip(keys, chosen, strict=True))) for chosen in values]
    assert max(length or 0 for length in lengths) == game.info.most_plies
    assert all(length and length >= (game.info.plies or 1) for length in lengths)


@each_game
def test_who_throws_is_a_seat(game: AnyGame) -> None:
    for label, seats in game.info.throwers.items():
        assert label.isidentifier()
        assert set(seats) == set(game.info.seats)


@each_game
def test_a_win_is_worth_what_a_table_says(game: AnyGame) -> None:
    assert table_of(scoring_of(game.info)).win == game.info.win_points


@each_game
def test_seasons_are_days_of_any_year(game: AnyGame) -> None:
    assert [date(2027, month, day) for month, day in game.info.season]


@each_game
def test_it_speaks_to_engines_and_refuses_nonsense(game: AnyGame) -> None:
    assert isinstance(game, Speaks)
    assert game.ops
    for op in game.ops.values():
        for request in ({}, {"op": "x"}, {"options": 7, "moves": "x"}, {"moves": [None]}):
            with pytest.raises(Refusal) as refused:
                op(request)
            assert refused.value.code.isidentifier()
