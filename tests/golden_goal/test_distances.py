"""How far the ball must roll, on an empty board: tables to be checked with a finger."""

import pytest

from golem.games.golden_goal.oracle import up_to
from golem.play.pitch.kicks import kick_ends
from golem.play.pitch.lines import LONGEST_KICK
from golem.play.pitch.squares import FIELD, MOUTH, NAMES, SQUARE, all_squares_of

CROSSINGS = {
    "cb": ["ba", "ca", "da"],
    "db": ["ca", "da", "ea"],
    "ck": ["bl", "cl", "dl"],
    "dk": ["cl", "dl", "el"],
}
SPACES_TO_SCORE = {
    2: "bc cc dc ec",
    3: "ac fc ad bd cd",
    4: "be ae ce",
    5: "cf",
}
"""Spaces that a ball of yellow needs, and from where."""


def ends(kicker: str, length: int, *mates: str) -> int:
    """Return where the ball can go over an empty board but for ``mates``."""
    friends = tuple(SQUARE[name] for name in (kicker, *mates))
    return kick_ends([(friends[0], up_to(length))], friends, friends)


@pytest.mark.parametrize("start", [NAMES[square] for square in all_squares_of(FIELD)])
def test_one_space_scores_in_front_of_a_net_only_and_in_three_directions(start: str) -> None:
    goals = MOUTH["red"] | MOUTH["yellow"]
    assert [NAMES[s] for s in all_squares_of(ends(start, 1) & goals)] == CROSSINGS.get(start, [])


@pytest.mark.parametrize(
    ("spaces", "start"),
    [(spaces, start) for spaces, starts in SPACES_TO_SCORE.items() for start in starts.split()],
)
def test_the_spaces_that_a_goal_needs(spaces: int, start: str) -> None:
    reached = [length for length in range(1, 7) if ends(start, length) & MOUTH["red"]]
    assert min(reached) == spaces
    assert reached == list(range(spaces, LONGEST_KICK + 1))


def test_how_many_squares_a_kick_can_reach() -> None:
    assert (ends("cf", 2) & FIELD).bit_count() == 24
    # Three columns to the left of ``cf`` there is nothing: 6 columns, 7 rows, its own square not.
    assert (ends("cf", 3) & FIELD).bit_count() == 41


def test_a_pass_costs_its_spaces_but_one() -> None:
    # From cf over a mate on cd, two spaces away: one space less than straight to the goal.
    assert not ends("cf", 4) & MOUTH["red"]
    assert ends("cf", 4, "cd") & MOUTH["red"]
    assert not ends("cf", 3, "cd") & MOUTH["red"]
