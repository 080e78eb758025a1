"""The record of a match: one line, such as ``R1 H7|SJ>-1 HA|SK>0 ...``.

Each trick tells both cards and where the chip came to; ``G+`` or ``G-`` is a goal of hearts or
of spades. A round's mark stands before its first trick, ``*`` behind the pair that nobody chose.
"""

import re
from collections.abc import Iterable
from typing import Final

from golem.games.goal import rules
from golem.games.goal.cards import RANK, RANKS
from golem.games.goal.state import (
    HEARTS,
    LAST_PLY,
    LAST_ROUND,
    ROUND_OF_MARK,
    SPADES,
    State,
    Trick,
    round_mark,
)
from golem.play.errors import BadPosition

FORCED: Final = "*"
GOALS: Final = {HEARTS: "G+", SPADES: "G-"}
_TRICK: Final = re.compile(
    rf"H(?P<hearts>[{RANKS}])\|S(?P<spades>[{RANKS}])>(?P<end>G[+-]|[+-][1-3]|0)(?P<forced>\*?)",
    re.ASCII,
)
_WORDS: Final = LAST_PLY + LAST_ROUND
_LONGEST: Final = 12 * _WORDS


def write_chip(chip: int) -> str:
    """Return where the chip is, with its sign: ``+2``, ``0``, ``-1``."""
    return f"{chip:+d}" if chip else "0"


def write_trick(trick: Trick) -> str:
    """Return ``trick`` as the record has it."""
    end = GOALS[trick.goal] if trick.goal else write_chip(trick.chip)
    mark = FORCED if trick.forced else ""
    return f"H{RANKS[trick.hearts]}|S{RANKS[trick.spades]}>{end}{mark}"


def write(tricks: Iterable[Trick]) -> str:
    """Return the record of ``tricks``, which begin with the first of a match."""
    words: list[str] = []
    for trick in tricks:
        if trick.number == 1:
            words.append(round_mark(trick.round))
        words.append(write_trick(trick))
    return " ".join(words)


def read_cards(word: str) -> tuple[int, int]:
    """Return the ranks of hearts and spades in the text of a trick; raise ``BadPosition``."""
    found = _TRICK.fullmatch(word)
    if found is None:
        raise BadPosition("bad_record", expected="a trick such as H7|SJ>-1")
    return RANK[found["hearts"]], RANK[found["spades"]]


def read(start: State, text: object) -> tuple[list[Trick], State]:
    """Return the tricks of the record ``text`` of a match that began with ``start``, and where
    they lead; raise ``BadPosition``.

    Only the one text that :func:`write` gives for those tricks is taken for it.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise BadPosition("bad_record", expected="the record of a match")
    words = [word for word in text.split(" ") if word not in ROUND_OF_MARK]
    tricks, state = _tricks(start, map(read_cards, words if text else ()))
    if write(tricks) != text:
        raise BadPosition("bad_record", expected=write(tricks))
    return tricks, state


def _tricks(start: State, pairs: Iterable[tuple[int, int]]) -> tuple[list[Trick], State]:
    state, tricks = start, list[Trick]()
    for hearts, spades in pairs:
        held = state.hearts >> hearts & state.spades >> spades & 1
        if rules.is_over(state) or not held:
            raise BadPosition("bad_record", expected=f"other cards in trick {len(tricks) + 1}")
        state, trick = rules.trick(state, hearts, spades)
        tricks.append(trick)
    return tricks, state
