"""The nineteen cases of the rules, by number, and what else is decided."""

import pytest

from golem.games.goal import rules
from golem.games.goal.cards import BEATS, CARDS, FULL_HAND, RANK, RANKS, compare
from golem.games.goal.clicks import click
from golem.games.goal.draw import draw
from golem.games.goal.fields import to_fields
from golem.games.goal.game import game
from golem.games.goal.notation import Card, parse
from golem.games.goal.record import read, write
from golem.games.goal.state import LAST_ROUND, State, round_mark
from golem.play.errors import IllegalMove
from golem.play.protocol import Outcome
from tests.goal.playing import alike, level_round, played

START = State()
WINS = dict(zip("A23456789TJQK", (3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10, 11), strict=True))


def score(state: State) -> tuple[int, int]:
    return state.hearts_goals, state.spades_goals


# --- 1 to 3: which card is higher -------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        *(("A", other, 1) for other in "KQJ"),
        *(("A", other, -1) for other in "23456789T"),
        ("A", "A", 0),
        ("K", "T", 1),
        ("J", "T", 1),
        ("3", "2", 1),
    ],
)
def test_1_comparisons(first: str, second: str, result: int) -> None:
    assert compare(RANK[first], RANK[second]) == result
    assert compare(RANK[second], RANK[first]) == -result


def test_2_the_table_of_all_pairs() -> None:
    for one in range(CARDS):
        for other in range(CARDS):
            assert compare(one, other) == -compare(other, one)
    assert {RANKS[rank]: BEATS[rank].bit_count() for rank in range(CARDS)} == WINS


def test_3_the_order_is_a_circle() -> None:
    ace, king, two = RANK["A"], RANK["K"], RANK["2"]
    assert (compare(ace, king), compare(king, two), compare(two, ace)) == (1, 1, 1)


# --- 4 to 7: the chip and goals ---------------------------------------------------------------


def test_4_three_wins_in_a_row_are_a_goal() -> None:
    states = [played(START, "K2", "Q3"), played(START, "K2", "Q3", "J4")]
    assert [state.chip for state in states] == [2, 0]
    scored = states[1]
    assert score(scored) == (1, 0)
    assert (scored.left, scored.round) == (10, 1)
    assert scored.last is not None
    assert scored.last.goal == "hearts"


def test_5_ties_and_losses() -> None:
    near = played(START, "K2", "Q3")
    assert played(near, "55").chip == 2
    assert played(near, "5T").chip == 1


def test_6_a_goal_with_the_last_card_of_a_round() -> None:
    # Ten ties leave ace, king and five on both sides, and each of them beats another one.
    before = played(START, *(rank * 2 for rank in "2346789TJQ"), "AK", "K5")
    assert (before.chip, before.left) == (2, 1)
    after = played(before, "5A")
    assert (score(after), after.chip, after.round) == ((1, 0), 0, 2)
    assert after.hearts == after.spades == FULL_HAND


def test_7_no_goal_for_a_chip_that_is_only_near() -> None:
    after = played(START, *(rank * 2 for rank in "6789TJQKA"), "32", "25", "43", "54")
    assert (score(after), after.chip, after.round) == ((0, 0), 0, 2)
    assert after.last is not None
    assert after.last.chip == 2


# --- 8 to 11: cards ---------------------------------------------------------------------------


def test_8_a_card_is_played_once_a_round() -> None:
    with pytest.raises(IllegalMove, match="not_in_hand"):
        game.resolve(played(START, "72"), "hearts", parse("C7"))
    assert game.resolve(level_round(START), "hearts", parse("C7")) == Card(RANK["7"])


# Case 9 is tested with the house in test_sealed.py.


def test_10_a_chosen_card_changes_nothing_in_the_state() -> None:
    state = played(START, "72", "T3")
    shown = game.describe(state), game.draw(state, "spades"), game.legal(state, "spades")
    draft = click(state, "hearts", "", "H5")
    assert (draft.notation, draft.complete) == ("C5", True)
    assert (game.describe(state), game.draw(state, "spades"), game.legal(state, "spades")) == shown
    assert to_fields(state)["hearts"] == list("2345689JQKA")


def test_11_the_last_card_is_forced() -> None:
    assert game.forced(alike(START, 11)) == {}
    last = alike(START, 12)
    assert game.forced(last) == {"hearts": Card(RANK["A"]), "spades": Card(RANK["A"])}
    different = played(START, *(rank * 2 for rank in "2346789TJQ"), "AK", "K5")
    assert {seat: game.write(card) for seat, card in game.forced(different).items()} == {
        "hearts": "C5",
        "spades": "CA",
    }


# --- 12 to 15: ends ---------------------------------------------------------------------------


def one_all() -> State:
    """Return the state after 1 : 1 in the first round, and a level second one."""
    state = played(START, "K2", "Q3", "J4", "2K", "3Q", "4J")
    assert score(state) == (1, 1)
    return level_round(alike(state, 7))


def test_12_the_first_goal_of_a_tie_break_ends_it() -> None:
    state = one_all()
    assert (round_mark(state.round), state.left, game.outcome(state)) == ("X1", 13, None)
    over = played(state, "2K", "3Q", "4J")
    assert game.outcome(over) == Outcome("tie_break", "spades", {"hearts": 0, "spades": 2})
    assert over.left == 10
    assert game.to_move(over) == ()


@pytest.mark.parametrize("begin", [START, one_all()], ids=["0:0", "1:1"])
def test_13_five_tie_breaks_without_a_goal_are_a_draw(begin: State) -> None:
    state = begin
    while state.round < LAST_ROUND:
        state = level_round(state)
        assert game.outcome(state) is None
    state = level_round(state)
    assert game.outcome(state) == Outcome("draw", None, {"hearts": 1, "spades": 1})
    assert (round_mark(state.round), state.chip, state.left) == ("X5", 0, 0)


def test_14_no_tie_break_when_somebody_leads() -> None:
    state = played(START, "K2", "Q3", "J4", "2K", "3Q", "4J")
    state = played(alike(state, 7), "K2", "Q3", "J4")
    assert score(state) == (2, 1)
    over = played(state, *(rank * 2 for rank in "56789T"), "AJ", "2A", "3Q", "4K")
    assert game.outcome(over) == Outcome("normal_time", "hearts", {"hearts": 2, "spades": 0})
    assert (score(over), over.chip, over.left) == ((2, 1), 0, 0)


def test_15_the_same_cards_on_both_sides() -> None:
    state = START
    for _ in range(26):
        state = alike(state, 1)
        assert (state.chip, score(state)) == (0, (0, 0))
    assert round_mark(state.round) == "X1"


# --- 16 to 19 ---------------------------------------------------------------------------------


def test_16_shorter_and_longer_tracks() -> None:
    assert score(played(State(distance=2), "K2", "Q3")) == (1, 0)
    assert played(State(distance=4), "K2", "Q3", "J4").chip == 3
    assert score(played(State(distance=4), "K2", "Q3", "J4", "T5")) == (1, 0)


# Case 17 is tested with the house in test_sealed.py.


def test_18_plus_is_towards_spades_and_only_the_picture_is_mirrored() -> None:
    state = played(START, "K2")
    assert state.chip == 1
    assert write([state.last] if state.last else []).endswith("HK|S2>+1")
    for seat, own in (("hearts", "-3"), ("spades", "+3")):
        cells = {cell.name: cell for cell in draw(state, seat).cells}
        assert max(("-3", "0", "+3"), key=lambda name: cells[name].y) == own
    assert [p.cell for p in draw(state, "spades").pieces if p.role == "ball"] == ["+1"]


def test_19_a_record_is_enough() -> None:
    text = "R1 HK|S2>+1 HQ|S3>+2 HJ|S4>G+ H2|SK>-1 H7|S7>-1"
    tricks, state = read(START, text)
    assert (score(state), state.chip, len(tricks)) == ((1, 0), -1, 5)
    assert write(tricks) == text


# --- a match that ends when it is decided -----------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "chip", "left", "decided"),
    [
        (1, 0, 3, False),  # three wins are the goal that levels
        (1, 0, 2, True),
        (1, -1, 2, False),  # spades are one step on their way
        (1, 2, 4, True),
        (1, 2, 5, False),
        (2, 0, 6, False),
        (2, 0, 5, True),
        (-1, 1, 2, False),
        (-1, -1, 3, True),
        (0, 0, 1, False),
    ],
)
def test_when_the_second_round_is_decided(lead: int, chip: int, left: int, decided: bool) -> None:
    hand = FULL_HAND >> (CARDS - left)
    goals = (lead, 0) if lead > 0 else (0, -lead)
    state = State(3, True, 2, hand, hand, chip, *goals)
    assert rules.is_decided(state) is decided
    assert rules.is_over(state) is decided
    assert not rules.is_over(State(3, False, 2, hand, hand, chip, *goals))


def test_the_second_round_counts_as_well() -> None:
    # In the first round, one card left: spades could still score four times in the second one.
    assert not rules.is_decided(State(3, True, 1, 1, 1, 0, 4, 0))
    assert rules.is_decided(State(3, True, 1, 1, 1, 0, 5, 0))


def test_a_decided_match_is_won_in_normal_time() -> None:
    hand = FULL_HAND >> (CARDS - 3)
    over = rules.play(State(3, True, 2, hand, hand, 0, 1, 0), RANK["3"], RANK["3"])
    assert game.outcome(over) == Outcome("normal_time", "hearts", {"hearts": 2, "spades": 0})
    assert game.forced(over) == {}
    with pytest.raises(IllegalMove, match="match_over"):
        game.resolve(over, "hearts", Card(0))
