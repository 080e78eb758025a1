"""The computer player."""

import time
from collections.abc import Callable
from random import Random
from typing import Final

from golem.play.errors import IllegalMove
from golem.play.protocol import Seat
from streetsoccer import moves, opening
from streetsoccer.notation import Move
from streetsoccer.position import Phase, Position
from streetsoccer.search import Search, Spent

USED: Final = 0.9
"""The part of the thinking time after which no new piece of work is begun."""


def bot(view: Position, seat: Seat, rng: Random, seconds: float) -> Move:
    """Return a legal move of ``seat``, found within about ``seconds`` of processor time."""
    return choose(view, seat, rng, within(seconds))


def choose(position: Position, seat: Seat, rng: Random, spent: Spent) -> Move:
    """Return the move that seems best when ``spent`` says that thinking is over.

    Raises ``IllegalMove`` if ``seat`` has no move to choose in ``position``.
    """
    if position.phase is Phase.OVER:
        raise IllegalMove("match_over")
    if position.die is None:
        raise IllegalMove("draw_owed")
    if seat != position.to_move:
        raise IllegalMove("wrong_seat", to_move=[position.to_move])
    if position.phase is Phase.SETUP:
        return opening.choose(position, rng, spent)
    listed = moves.legal(position)
    if not listed:
        raise IllegalMove("no_move")
    return listed[0] if len(listed) == 1 else Search(spent).best(position, listed, rng)


def within(seconds: float) -> Callable[[], bool]:
    """Return a question: are ``seconds`` of this thread's processor time nearly used up?

    Processor time, not the time of day: it stands still while others have the processor, and no
    answer of a pure room may depend on the hour.
    """
    end = time.thread_time() + USED * seconds
    return lambda: time.thread_time() >= end


def units(work: int) -> Callable[[], bool]:
    """Return a question that is answered ``False`` ``work`` times: thinking that a test can
    repeat exactly."""
    left = iter(range(work))
    return lambda: next(left, None) is None
