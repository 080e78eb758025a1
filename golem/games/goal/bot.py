"""The computer player: a card drawn from a mixed strategy.

What it knows is the state, which both sides see. It looks a few tricks ahead, to the end of the
round when that is near, and solves the game of this trick: the chances with which to play each
card so that it matters little whether they are known. Only the generator that it is given says
which card it is, so nothing can be read from its former choices.
"""

from random import Random
from typing import Final

from golem.games.goal.cards import ranks_of
from golem.games.goal.matrix import solve
from golem.games.goal.moves import check_seat, forced
from golem.games.goal.notation import Card
from golem.games.goal.search import Search, ThinkingOver
from golem.games.goal.state import HEARTS, State
from golem.play.protocol import Seat
from golem.play.thinking import Spent, within

CARELESS: Final = 0.2
"""How likely it is taken to be that the other side plays any card alike. Without this a player who
does is not beaten: a strategy that fears everything gains little from what it need not fear."""


def bot(view: State, seat: Seat, rng: Random, seconds: float) -> Card:
    """Return a legal card of ``seat``, found within about ``seconds`` of processor time."""
    return choose(view, seat, rng, within(seconds))


def choose(state: State, seat: Seat, rng: Random, spent: Spent) -> Card:
    """Return a card drawn with the chances that seem best when ``spent`` says that thinking is
    over.

    Raises ``IllegalMove`` if ``seat`` has no card to choose in ``state``.
    """
    check_seat(state, seat)
    last = forced(state)
    if last:
        return last[seat]
    chances = strategy(state, seat, spent)
    return Card(rng.choices(ranks_of(state.hand(seat)), chances)[0])


def strategy(state: State, seat: Seat, spent: Spent) -> list[float]:
    """Return the chance with which ``seat`` plays each card of its hand, in the order of ranks.

    The first depth is always searched; each further one counts only if it was searched whole.
    """
    search = Search(state, spent)
    chances = _solved(search, state, seat, 1)
    for depth in range(2, state.left + 1):
        try:
            chances = _solved(search, state, seat, depth)
        except ThinkingOver:
            break
    return chances


def _solved(search: Search, state: State, seat: Seat, depth: int) -> list[float]:
    gains = search.gains(state, depth)
    if seat != HEARTS:
        gains = [[-gain for gain in column] for column in zip(*gains, strict=True)]
    means = [sum(line) / len(line) for line in gains]
    return solve(
        [
            [(1 - CARELESS) * gain + CARELESS * mean for gain in line]
            for line, mean in zip(gains, means, strict=True)
        ]
    )[1]
