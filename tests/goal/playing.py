"""Matches for the tests: pairs of cards in letters, and random whole matches."""

from collections.abc import Iterator
from random import Random

from golem.games.goal import rules
from golem.games.goal.cards import CARDS, RANK, ranks_of
from golem.games.goal.state import State

RISING = "23456789TJQKA"


def played(state: State, *pairs: str) -> State:
    """Return the state after each pair: the letters of hearts' and of spades' card."""
    for pair in pairs:
        hearts, spades = (RANK[letter] for letter in pair)
        assert state.hearts >> hearts & 1, pair
        assert state.spades >> spades & 1, pair
        state = rules.play(state, hearts, spades)
    return state


def alike(state: State, tricks: int) -> State:
    """Return the state after both sides have played the same card so many times."""
    for _ in range(tricks):
        rank = ranks_of(state.hearts & state.spades)[0]
        state = rules.play(state, rank, rank)
    return state


def level_round(state: State) -> State:
    """Return the state after a whole round of ties."""
    assert state.left == CARDS
    return alike(state, CARDS)


def random_match(rng: Random, **options: int) -> Iterator[tuple[State, tuple[int, int] | None]]:
    """Yield each state and the ranks that are played there, and the end with ``None``."""
    state = State(**options)  # type: ignore[arg-type]
    while not rules.is_over(state):
        cards = rng.choice(ranks_of(state.hearts)), rng.choice(ranks_of(state.spades))
        yield state, cards
        state = rules.play(state, *cards)
    yield state, None
