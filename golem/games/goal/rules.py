"""The course of a match: what a pair of cards does, and how it ends."""

from dataclasses import replace
from typing import Final

from golem.games.goal.cards import CARDS, FULL_HAND, compare
from golem.games.goal.state import (
    DIRECTION,
    HEARTS,
    LAST_ROUND,
    NORMAL_ROUNDS,
    OTHER,
    SEATS,
    SPADES,
    START_SPACE,
    State,
    Trick,
)
from golem.play.protocol import Outcome, Seat

WIN_POINTS: Final = (2, 0)
DRAW_POINTS: Final = 1


def play(state: State, hearts: int, spades: int) -> State:
    """Return the state after both cards are shown; each must be in its hand."""
    return trick(state, hearts, spades)[0]


def trick(state: State, hearts: int, spades: int) -> tuple[State, Trick]:
    """Return the state after both cards are shown, and what happened."""
    # (decided) The winner does not choose whether to move the chip: it moves.
    chip = state.chip + compare(hearts, spades)
    goal = _scorer(state.distance, chip)
    played = Trick(state.round, state.trick, hearts, spades, chip, goal)
    after = State(
        state.distance,
        state.stop_when_decided,
        state.round,
        state.hearts & ~(1 << hearts),
        state.spades & ~(1 << spades),
        # (decided) The pair that scores has been played; the round goes on with the others.
        chip if goal is None else START_SPACE,
        state.hearts_goals + (goal == HEARTS),
        state.spades_goals + (goal == SPADES),
        played,
    )
    return (after if after.hearts else _round_over(after)), played


def _scorer(distance: int, chip: int) -> Seat | None:
    return next((seat for seat in SEATS if chip * DIRECTION[seat] == distance), None)


def _round_over(state: State) -> State:
    """Return the state with the chip back on the start and, if there is another round, full hands.

    (decided) So it is after every round, not only after the first.
    """
    if is_over(state):
        return replace(state, chip=START_SPACE)
    return replace(
        state, round=state.round + 1, hearts=FULL_HAND, spades=FULL_HAND, chip=START_SPACE
    )


def is_over(state: State) -> bool:
    """Return whether the match has ended by its rules."""
    if state.tie_break:
        return state.lead != 0 or (not state.hearts and state.round == LAST_ROUND)
    if state.round == NORMAL_ROUNDS and not state.hearts:
        return state.lead != 0
    return state.stop_when_decided and is_decided(state)


def is_decided(state: State) -> bool:
    """Return whether one side leads by more goals than the other could still score in normal time.

    That is counted as if the side behind won every trick that is left.
    """
    if state.lead == 0 or state.tie_break:
        return False
    behind = SPADES if state.lead > 0 else HEARTS
    now = _most_goals(state.distance, state.chip * DIRECTION[behind], state.left)
    later = (NORMAL_ROUNDS - state.round) * _most_goals(state.distance, START_SPACE, CARDS)
    return abs(state.lead) > now + later


def _most_goals(distance: int, chip: int, tricks: int) -> int:
    """Return the goals of ``tricks`` wins in a row, the chip ``chip`` steps on the way."""
    return max(0, (chip + tricks) // distance)


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or ``None`` while it goes on."""
    if not is_over(state):
        return None
    if state.lead == 0:
        return Outcome("draw", None, dict.fromkeys(SEATS, DRAW_POINTS))
    winner = HEARTS if state.lead > 0 else SPADES
    points = dict(zip((winner, OTHER[winner]), WIN_POINTS, strict=True))
    how = "tie_break" if state.tie_break else "normal_time"
    return Outcome(how, winner, {seat: points[seat] for seat in SEATS})
