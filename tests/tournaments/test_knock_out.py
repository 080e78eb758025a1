"""Brackets, byes, and every way in which a tie is decided."""

import pytest

from tournaments.errors import PairingError
from tournaments.pairing.knock_out import (
    Decided,
    Tie,
    Verdict,
    decide,
    first_round,
    matches_of,
    next_round,
    rounds_of,
    seed_order,
)
from tournaments.pairing.pairs import Pairing
from tournaments.standings.scores import Kind, Score

TIE = Tie(1, 0, 1, 8)


def pairs(ties: tuple[Tie, ...]) -> list[tuple[int | None, int | None]]:
    """Return the two of each tie."""
    return [(tie.better, tie.other) for tie in ties]


def test_the_order_of_seeds() -> None:
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert [rounds_of(size) for size in (2, 3, 4, 5, 8, 9, 64)] == [1, 2, 2, 3, 3, 4, 6]


def test_the_best_seeds_have_the_byes() -> None:
    ties = first_round([11, 12, 13, 14, 15])
    assert pairs(ties) == [(11, None), (14, 15), (12, None), (13, None)]
    assert [tie.alone for tie in ties if tie.walkover] == [11, 12, 13]
    second = next_round(ties, [11, 15, 12, 13], [11, 12, 13, 14, 15])
    assert pairs(second) == [(11, 15), (12, 13)]
    assert (second[1].round, second[1].number) == (2, 1)


def test_if_the_better_ones_win_best_meets_worst_in_each_round() -> None:
    players = list(range(1, 17))
    ties = first_round(players)
    while ties:
        size = 2 * len(ties)
        assert all((tie.better or 0) + (tie.other or 0) == size + 1 for tie in ties)
        ties = next_round(ties, [tie.better for tie in ties], players)


@pytest.mark.parametrize("size", range(2, 40))
def test_nobody_meets_nobody_in_the_first_round(size: int) -> None:
    ties = first_round(range(size))
    there = [one for tie in ties for one in (tie.better, tie.other) if one is not None]
    assert sorted(there) == list(range(size))
    assert all(tie.better is not None for tie in ties)
    byes = [tie.better for tie in ties if tie.walkover]
    assert sorted(byes, key=str) == sorted(range(len(byes)), key=str)


def test_both_withdraw_and_their_next_opponent_has_a_bye() -> None:
    """Fault 35: the bracket waits for nobody."""
    players = [1, 2, 3, 4]
    ties = first_round(players)
    lost = decide(ties[0], [], still_open=2, withdrawn=[1, 4])
    assert lost == Decided(Verdict.BOTH_WITHDREW)
    assert lost.over
    final = next_round(ties, [lost.winner, 2], players)
    assert pairs(final) == [(2, None)]
    assert decide(final[0], []) == Decided(Verdict.WALKOVER, 2)
    assert next_round(final, [2], players) == ()
    nobody = next_round(ties, [None, None], players)
    assert decide(nobody[0], []) == Decided(Verdict.WALKOVER, None)


def test_two_matches_with_the_sides_swapped() -> None:
    assert matches_of(TIE) == (Pairing(1, 8), Pairing(8, 1))
    with pytest.raises(ValueError, match="walkover"):
        matches_of(Tie(1, 0, 1, None))


def leg(first: int, points: str, goals: str = "") -> Score:
    """Return a match of 1 and 8; points and goals as (first, second), ``"5:0"``."""
    high, low = map(int, points.split(":"))
    scored = tuple(map(int, goals.split(":"))) if goals else None
    return Score(first, 9 - first, (high, low), scored)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("legs", "decided"),
    [
        ([leg(1, "5:0"), leg(8, "4:1")], Decided(Verdict.POINTS, 1)),
        ([leg(1, "3:2"), leg(8, "5:0")], Decided(Verdict.POINTS, 8)),
        ([leg(1, "5:0", "1:0"), leg(8, "5:0", "3:1")], Decided(Verdict.GOAL_DIFFERENCE, 8)),
        ([leg(1, "5:0", "2:0"), leg(8, "5:0", "3:1")], Decided(Verdict.ONE_MORE_PAIR)),
        ([leg(1, "1:1"), leg(8, "1:1")], Decided(Verdict.ONE_MORE_PAIR)),
        ([leg(1, "1:1")] * 3 + [leg(8, "2:0")], Decided(Verdict.POINTS, 8)),
        ([leg(1, "1:1")] * 4, Decided(Verdict.BETTER_SEED, 1)),
    ],
)
def test_how_a_tie_is_decided(legs: list[Score], decided: Decided) -> None:
    assert decide(TIE, legs) == decided


def test_a_tie_waits() -> None:
    assert decide(TIE, []) == Decided(Verdict.OPEN)
    assert decide(TIE, [leg(1, "5:0")], still_open=1) == Decided(Verdict.OPEN)
    assert not decide(TIE, [leg(1, "1:1"), leg(8, "1:1")]).over


def test_one_withdraws() -> None:
    assert decide(TIE, [leg(1, "5:0")], 1, withdrawn=[1]) == Decided(Verdict.WITHDRAWN, 8)


def test_both_out_of_time_in_all_matches_is_decided_all_the_same() -> None:
    nothing = Score(1, 8, (0, 0), kind=Kind.DOUBLE_FORFEIT)
    assert decide(TIE, [nothing] * 2) == Decided(Verdict.ONE_MORE_PAIR)
    assert decide(TIE, [nothing] * 4) == Decided(Verdict.BETTER_SEED, 1)


def test_refusals() -> None:
    with pytest.raises(PairingError, match="too_few"):
        first_round([1])
    with pytest.raises(PairingError, match="wrong_winner") as refusal:
        next_round(first_round([1, 2, 3, 4]), [1, 4], [1, 2, 3, 4])
    assert refusal.value.data == {"tie": 1}
