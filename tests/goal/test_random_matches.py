"""Random whole matches: what always holds, and agreement with a second telling of the rules."""

from random import Random

import pytest

from golem.games.goal import record, rules, text
from golem.games.goal.cards import CARDS, FULL_HAND, RANKS, letters_of
from golem.games.goal.game import game
from golem.games.goal.notation import Card
from golem.games.goal.state import LAST_PLY, NORMAL_PLIES, State, Trick
from tests.goal.playing import random_match
from tests.goal.telling import tell

SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_always_holds(seed: int) -> None:
    options = {"distance": 2 + seed % 3}
    before, plies = State(**options), 0  # type: ignore[arg-type]
    for state, cards in random_match(Random(seed), **options):
        assert -state.distance < state.chip < state.distance
        assert state.hearts.bit_count() == state.spades.bit_count()
        assert state.hearts_goals >= before.hearts_goals
        assert state.spades_goals >= before.spades_goals
        assert state.round in (before.round, before.round + 1)
        if state.round > before.round:
            assert state.hearts == state.spades == FULL_HAND
            assert (before.left, state.chip) == (1, 0)
        if state.tie_break:
            assert abs(state.lead) == (cards is None and bool(state.lead))
        assert (rules.outcome(state) is None) == (cards is not None)
        if cards is None:
            break
        plies += 1
        assert plies == (state.round - 1) * CARDS + state.trick
        before = state
    assert NORMAL_PLIES <= plies <= LAST_PLY


@pytest.mark.parametrize("seed", SEEDS)
def test_played_cards_and_hands_are_the_whole_suit(seed: int) -> None:
    out = {"hearts": set[int](), "spades": set[int]()}
    for state, cards in random_match(Random(seed)):
        if state.left == CARDS:
            out = {"hearts": set(), "spades": set()}
        for seat in out:
            held = {rank for rank in range(CARDS) if state.hand(seat) >> rank & 1}
            assert held | out[seat] == set(range(CARDS)) or state.left == 0
            assert not held & out[seat]
        if cards is not None:
            out["hearts"].add(cards[0])
            out["spades"].add(cards[1])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_second_telling_agrees(seed: int) -> None:
    distance, pairs = 2 + seed % 3, list[tuple[str, str]]()
    for state, cards in random_match(Random(f"telling {seed}"), distance=distance):
        told, outcome = tell(distance, pairs), game.outcome(state)
        assert told["chip"] == state.chip
        assert told["goals"] == (state.hearts_goals, state.spades_goals)
        assert told["result"] == (outcome and (outcome.how, outcome.winner))
        hands = [letters_of(state.hearts), letters_of(state.spades)]
        assert hands == ["".join(sorted(hand, key=RANKS.index)) for hand in told["left"]]
        if cards is not None:
            pairs.append((RANKS[cards[0]], RANKS[cards[1]]))


@pytest.mark.parametrize("seed", SEEDS)
def test_texts_and_records_round_trip(seed: int) -> None:
    options = {"distance": 2 + seed % 3, "stop_when_decided": seed % 2 == 1}
    start, tricks = game.start(options), list[Trick]()
    for state, cards in random_match(Random(seed), **options):
        assert text.read(text.write(state)) == state
        assert len(text.write(state)) <= 80
        assert record.read(start, record.write(tricks)) == (tricks, state)
        if cards is not None:
            tricks.append(rules.trick(state, *cards)[1])


@pytest.mark.parametrize("seed", SEEDS)
def test_legal_cards_are_those_that_resolve(seed: int) -> None:
    for state, _ in random_match(Random(seed)):
        for seat in game.info.seats:
            listed = game.legal(state, seat) or ()
            texts = [game.write(card) for card in listed]
            assert texts == sorted(texts)
            if not game.outcome(state):
                hand = [Card(rank) for rank in range(CARDS) if state.hand(seat) >> rank & 1]
                assert {game.resolve(state, seat, game.parse(each)) for each in texts} == {*hand}
