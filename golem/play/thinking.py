"""When a computer player is to stop thinking."""

import time
from collections.abc import Callable
from typing import Final, TypeAlias

Spent: TypeAlias = Callable[[], bool]
"""Whether the thinking time is over; asked often, and each time is one unit of work."""
USED: Final = 0.9
"""The part of the thinking time after which no new piece of work is begun."""


def within(seconds: float) -> Spent:
    """Return a question: are ``seconds`` of this thread's processor time nearly used up?

    Processor time, not the time of day: it stands still while others have the processor, and no
    answer of a pure room may depend on the hour.
    """
    end = time.thread_time() + USED * seconds
    return lambda: time.thread_time() >= end


def units(work: int) -> Spent:
    """Return a question that is answered ``False`` ``work`` times: thinking that a test can
    repeat exactly."""
    left = iter(range(work))
    return lambda: next(left, None) is None
