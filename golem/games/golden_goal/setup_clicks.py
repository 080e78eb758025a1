"""Players placed by clicks, as many as are due; see :mod:`golem.games.golden_goal.clicks`."""

from functools import partial
from typing import Final

from golem.games.golden_goal import placing
from golem.games.golden_goal.moves import resolve
from golem.games.golden_goal.notation import Put, Setup, write
from golem.games.golden_goal.position import Position
from golem.play.errors import IllegalMove
from golem.play.pitch.drafting import after_click
from golem.play.pitch.squares import ANY_SQUARE, BIT, KEEPER_FIELDS, NAMES, all_squares_of
from golem.play.protocol import Draft

Puts = tuple[Put, ...]
_LETTERS: Final = ("", "K", "P")
"""Drafts that name no square yet."""


def click(position: Position, draft: str, clicked: int | None) -> Draft:
    """Return the draft after a click; a click on a square of the draft takes its player back."""
    puts = _puts(position, draft)
    if clicked is None:
        return _stand(position, puts)
    if any(put.square == clicked for put in puts):
        return _stand(position, tuple(put for put in puts if put.square != clicked))
    before = puts[:-1] if len(puts) == placing.due(position) else puts
    keeper = bool(BIT[clicked] & KEEPER_FIELDS[position.to_move])
    return after_click([before], Put(clicked, keeper), partial(_stand, position))


def _puts(position: Position, draft: str) -> Puts:
    """Return the players that ``draft`` names; raise if it is no draft of a setup."""
    if draft in _LETTERS:
        return ()
    parts = draft.split("|")
    if any(part[0] not in "KP" or len(part) == 1 for part in parts):
        raise IllegalMove("wrong_phase", phase=str(position.phase))
    return tuple(Put(ANY_SQUARE[part[1:]], part[0] == "K") for part in parts)


def _stand(position: Position, puts: Puts) -> Draft:
    """Return how the draft of ``puts`` stands; raise ``IllegalMove``."""
    if len(puts) == placing.due(position):
        move = resolve(position, position.to_move, Setup(puts))
        return Draft(write(move), complete=True, squares=(), ask="done")
    placing.check(position, puts)
    after = position
    for put in puts:
        after = placing.placed(after, put)
    keeper, outfielders = placing.keeper_places(after), placing.outfielder_places(after)
    names = tuple(NAMES[square] for square in all_squares_of(keeper | outfielders))
    text = write(Setup(puts)) if puts else ""
    return Draft(text, complete=False, squares=names, ask=_ask(keeper, outfielders))


def _ask(keeper: int, outfielders: int) -> str:
    if not keeper:
        return "place_outfielder"
    return "place" if outfielders else "place_keeper"
