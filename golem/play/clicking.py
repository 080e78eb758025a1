"""Which clicks make a given move: the way back from a notation to the cells of the board."""

from typing import Any

from golem.play.errors import Refusal
from golem.play.protocol import Clicks, Seat


def clicks_of(game: Clicks, state: Any, seat: Seat, notation: str) -> tuple[str, ...]:
    """Return the cells whose clicks, one after the other, make ``notation``, a legal move of
    ``seat`` in canonical form; empty if clicks that only ever lead on do not make it."""
    draft, clicked = "", []
    while draft != notation:
        found = _leading_on(game, state, seat, draft, notation)
        if found is None:
            return ()
        cell, draft = found
        clicked.append(cell)
    return tuple(clicked)


def _leading_on(
    game: Clicks, state: Any, seat: Seat, draft: str, notation: str
) -> tuple[str, str] | None:
    """Return a cell whose click makes a longer beginning of ``notation``, and that beginning."""
    for cell in game.click(state, seat, draft, None).squares:
        try:
            after = game.click(state, seat, draft, cell).notation
        except Refusal:
            continue
        if notation.startswith(after) and len(after) > len(draft):
            return cell, after
    return None
