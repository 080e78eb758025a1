"""The computer player: a mixed strategy, sound at the end of a round, that cannot be read.

Thinking is counted in tricks looked into, not in seconds, so that every run is the same.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golem.games.goal import rules
from golem.games.goal.bot import bot, choose, strategy
from golem.games.goal.cards import RANK, RANKS, hand_of, ranks_of
from golem.games.goal.game import game
from golem.games.goal.matrix import solve
from golem.games.goal.moves import forced
from golem.games.goal.outlook import Outlook
from golem.games.goal.search import Search
from golem.games.goal.state import HEARTS, OTHER, SEATS, State
from golem.play.errors import IllegalMove
from golem.play.thinking import units
from tests.goal.playing import alike, random_match

Player = Callable[[State, str, Random], int]
MATCHES = 30


def hands(hearts: str, spades: str, **facts: int) -> State:
    """Return a state of the second round with these cards left."""
    both = (hand_of(RANK[letter] for letter in letters) for letters in (hearts, spades))
    return State(3, False, 2, *both, **facts)  # type: ignore[arg-type]


# --- matrix games ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gains", "value", "chances"),
    [
        ([[1, -1], [-1, 1]], 0, [1 / 2, 1 / 2]),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3),
        ([[3, 1], [0, 2]], 1.5, [1 / 2, 1 / 2]),
        ([[5]], 5, [1]),
        ([[1, 2, 3]], 1, [1]),
        ([[1], [2], [3]], 3, [0, 0, 1]),
        ([[4, 2], [1, 0]], 2, [1, 0]),
        ([[-9, -9], [-9, -9]], -9, None),
    ],
)
def test_known_games(gains: list[list[float]], value: float, chances: list[float] | None) -> None:
    found, strategy_ = solve(gains)
    assert found == pytest.approx(value)
    assert chances is None or strategy_ == pytest.approx(chances)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_no_answer_beats_a_solution(rows: int, columns: int, seed: int) -> None:
    rng = Random(seed)
    gains = [[rng.choice((-2, -1, 0, 0.5, 1)) for _ in range(columns)] for _ in range(rows)]
    value, chances = solve(gains)
    against = [[-gain for gain in line] for line in zip(*gains, strict=True)]
    assert sum(chances) == pytest.approx(1)
    assert min(
        sum(chance * line[at] for chance, line in zip(chances, gains, strict=True))
        for at in range(columns)
    ) == pytest.approx(value)
    assert solve(against)[0] == pytest.approx(-value)


# --- looking ahead --------------------------------------------------------------------------------


def test_the_start_is_even() -> None:
    for distance in (2, 3, 4):
        for number in (1, 2, 3):
            state = State(distance)
            worth = Outlook(distance, number).value(state.hearts, state.spades, 0, 0)
            assert worth == pytest.approx(0.5)


def test_a_lead_is_worth_more_near_the_end() -> None:
    hand = State().hearts
    early, late = (Outlook(3, number).value(hand, hand, 0, 1) for number in (1, 2))
    assert 0.5 < early < late < 1


def test_the_end_of_a_round_is_solved_exactly() -> None:
    # Hearts need both tricks to score, so king must meet queen and three two: then they win,
    # else a tie-break is even.
    state = hands("3K", "2Q", chip=1)
    assert Search(state, units(100)).gains(state, 2) == [[1.0, 0.5], [0.5, 1.0]]
    assert strategy(state, "spades", units(100)) == pytest.approx([0.5, 0.5])


def test_it_takes_a_certain_goal() -> None:
    state = hands("K3", "Q2", chip=2, spades_goals=1, hearts_goals=1)
    assert choose(state, HEARTS, Random(1), units(50)) == game.parse("CK")


# --- choosing -------------------------------------------------------------------------------------


def test_the_first_card_may_be_any_of_many() -> None:
    for seat in SEATS:
        chances = strategy(State(), seat, units(0))
        assert sum(chances) == pytest.approx(1)
        assert max(chances) < 0.35
        assert sum(chance > 0.01 for chance in chances) >= 5


def test_state_and_generator_decide() -> None:
    state = hands("2468TQ", "3579JK")
    drawn = [choose(state, "spades", Random(seed), units(20)) for seed in (1, 1, 2, 3, 4, 5, 6)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) > 1
    # How the match came to this is not looked at: other tricks before, the same strategy.
    assert strategy(state, "spades", units(20)) == strategy(
        hands("2468TQ", "3579JK"), "spades", units(20)
    )


@pytest.mark.parametrize("seed", range(3))
def test_every_card_is_legal(seed: int) -> None:
    rng = Random(seed)
    for state, cards in random_match(Random(seed), distance=2 + seed):
        if cards is None:
            continue
        for seat in SEATS:
            card = choose(state, seat, rng, units(3))
            assert game.resolve(state, seat, card) == card


def test_no_time_is_time_enough() -> None:
    card = bot(State(), HEARTS, Random(1), 0)
    assert RANKS[card.rank] in RANKS


def test_nothing_to_choose_is_refused() -> None:
    with pytest.raises(IllegalMove, match="match_over"):
        choose(alike(State(), 91), HEARTS, Random(1), units(1))
    with pytest.raises(IllegalMove, match="wrong_seat"):
        choose(State(), "clubs", Random(1), units(1))


# --- against others -------------------------------------------------------------------------------


def house(state: State, seat: str, rng: Random) -> int:
    return choose(state, seat, rng, units(0)).rank


def highest(state: State, seat: str, rng: Random) -> int:
    return ranks_of(state.hand(seat))[-1]


class Reader:
    """Counts what the other side played, after each of its cards as well, and answers that."""

    def __init__(self) -> None:
        self.seen: Counter[tuple[int | None, int]] = Counter()
        self.after: int | None = None

    def __call__(self, state: State, seat: str, rng: Random) -> int:
        theirs = ranks_of(state.hand(OTHER[seat]))
        last = state.last
        self.after = None
        if last is not None and state.trick > 1:
            self.after = last.spades if seat == HEARTS else last.hearts
        weights = [1 + 0.2 * self.seen[None, r] + 3 * self.seen[self.after, r] for r in theirs]
        gains = Search(state, units(0)).gains(state, 1)
        if seat != HEARTS:
            gains = [[-gain for gain in line] for line in zip(*gains, strict=True)]
        means = [sum(g * w for g, w in zip(line, weights, strict=True)) for line in gains]
        return ranks_of(state.hand(seat))[means.index(max(means))]

    def saw(self, rank: int) -> None:
        self.seen[None, rank] += 1
        self.seen[self.after, rank] += 1


def wins(one: Player, other: Player, matches: int) -> tuple[int, int]:
    """Return how many matches either player won; they take turns with the hearts."""
    rng, won = Random(5), [0, 0]
    for number in range(matches):
        first, second = (one, other) if number % 2 == 0 else (other, one)
        lead = _match(first, second, rng)
        if lead:
            won[(lead < 0) != (number % 2 == 1)] += 1
    return won[0], won[1]


def _match(hearts: Player, spades: Player, rng: Random) -> int:
    state = State()
    while not rules.is_over(state):
        last = forced(state)
        if last:
            cards = last["hearts"].rank, last["spades"].rank
        else:
            cards = hearts(state, "hearts", rng), spades(state, "spades", rng)
            for player, seen in ((hearts, cards[1]), (spades, cards[0])):
                if isinstance(player, Reader):
                    player.saw(seen)
        state = rules.play(state, *cards)
    return state.lead


def test_who_reads_its_history_wins_no_more_than_half() -> None:
    won, lost = wins(house, Reader(), MATCHES)
    assert won >= lost


def test_the_reader_does_read_others() -> None:
    assert wins(Reader(), highest, 10)[0] >= 9


def test_it_beats_who_plays_the_highest_card() -> None:
    won, lost = wins(house, highest, MATCHES)
    assert won > 1.3 * lost
