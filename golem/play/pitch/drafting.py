"""A move put together by clicks, one square after the other: what a click may mean."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from golem.play.errors import IllegalMove
from golem.play.protocol import Draft

Choice = TypeVar("Choice")


def after_click(
    readings: Iterable[tuple[Choice, ...]],
    clicked: Choice,
    stand: Callable[[tuple[Choice, ...]], Draft],
) -> Draft:
    """Return the draft after a click on ``clicked``.

    ``readings`` are what may stand before it, the likeliest first; ``stand`` tells how a draft
    of such choices stands, and raises ``IllegalMove`` if nothing can come of it. If none can be
    meant, the refusal of the likeliest one is raised.
    """
    refusals = []
    for before in readings:
        try:
            return stand((*before, clicked))
        except IllegalMove as illegal:
            refusals.append(illegal)
    raise refusals[0]
