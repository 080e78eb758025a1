"""Text <-> the card that it names. Knows the letters of a move and nothing of any state.

``C7``: a seat plays its seven. The ranks are ``2`` to ``9``, ``T``, ``J``, ``Q``, ``K``, ``A``.
"""

from dataclasses import dataclass
from typing import Final

from golem.games.goal.cards import RANK, RANKS
from golem.play.errors import NotationError

FIRST_LETTER: Final = "C"
LENGTH: Final = 2


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the seat that moves, by its rank. It is intent and move at once."""

    rank: int


def parse(text: object) -> Card:
    """Return what ``text`` says; raise ``NotationError`` if it is no card.

    Looks at no more than the first two letters, whatever the length.
    """
    if not isinstance(text, str):
        raise NotationError("not_text", 1, "text")
    if len(text) > LENGTH:
        raise NotationError("too_long", LENGTH + 1, "end")
    if text[:1] not in ("", FIRST_LETTER):
        raise NotationError("unexpected", 1, FIRST_LETTER)
    if len(text) < LENGTH:
        raise NotationError("incomplete", len(text) + 1, RANKS if text else FIRST_LETTER)
    if text[1] not in RANK:
        raise NotationError("unexpected", 2, f"one of {RANKS}")
    return Card(RANK[text[1]])


def write(move: Card) -> str:
    """Return the text of ``move``."""
    return FIRST_LETTER + RANKS[move.rank]
