"""State <-> one line of text. See ``docs/goal-notation.md``.

``d3 R1 -1 0:0 2345689TJQKA/23456789TQKA H7|SJ>-1``: options, round, chip, goals, both hands, and
the last trick.
"""

import re
from dataclasses import replace
from typing import Final

from golem.games.goal import rules
from golem.games.goal.cards import CARDS, FULL_HAND, RANK, RANKS, Hand, hand_of, letters_of
from golem.games.goal.record import FORCED, GOALS, read_cards, write_chip, write_trick
from golem.games.goal.state import DIRECTION, DISTANCE, ROUND_OF_MARK, State, Trick, round_mark
from golem.play.errors import BadPosition

NOTHING: Final = "-"
STOPS: Final = "s"
_LONGEST: Final = 80
_LINE: Final = re.compile(
    rf"d(?P<distance>[{''.join(map(str, DISTANCE.choices))}])(?P<stops>{STOPS}?) "
    r"(?P<round>[RX][1-5]) (?P<chip>0|[+-][1-3]) "
    r"(?P<hearts_goals>0|[1-9][0-9]?):(?P<spades_goals>0|[1-9][0-9]?) "
    rf"(?P<hearts>[{RANKS}]+|-)/(?P<spades>[{RANKS}]+|-) "
    rf"(?P<last>-|H[{RANKS}]\|S[{RANKS}]>(G[+-]|[+-][1-3]|0)\*?)",
    re.ASCII,
)


def write(state: State) -> str:
    """Return ``state`` in one line; :func:`read` gives back an equal state."""
    options = f"d{state.distance}{STOPS if state.stop_when_decided else ''}"
    score = f"{state.hearts_goals}:{state.spades_goals}"
    hands = f"{letters_of(state.hearts) or NOTHING}/{letters_of(state.spades) or NOTHING}"
    last = write_trick(state.last) if state.last else NOTHING
    mark = round_mark(state.round)
    return f"{options} {mark} {write_chip(state.chip)} {score} {hands} {last}"


def read(text: object) -> State:
    """Return the state that ``text`` describes; raise ``BadPosition``.

    Only the one text that :func:`write` gives for a state is taken for it, and only if the state
    fits together. Whether a match can come to it is not checked.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise BadPosition("bad_text", expected="position text")
    found = _LINE.fullmatch(text)
    if found is None or found["round"] not in ROUND_OF_MARK:
        raise BadPosition("bad_text", expected="options round chip goals hands last trick")
    before = State(
        distance=int(found["distance"]),
        stop_when_decided=bool(found["stops"]),
        round=ROUND_OF_MARK[found["round"]],
        hearts=_hand(found["hearts"]),
        spades=_hand(found["spades"]),
        chip=int(found["chip"]),
        hearts_goals=int(found["hearts_goals"]),
        spades_goals=int(found["spades_goals"]),
    )
    state = _with_last(checked(before), found["last"])
    if write(state) != text:
        raise BadPosition("bad_text", expected=write(state))
    return state


def _hand(letters: str) -> Hand:
    return hand_of(RANK[letter] for letter in letters if letter != NOTHING)


def checked(state: State) -> State:
    """Return ``state`` if its parts fit together; raise ``BadPosition`` naming the field."""
    if state.hearts.bit_count() != state.spades.bit_count():
        raise BadPosition("bad_position", field="spades", expected="as many cards as hearts")
    if not state.hearts and not rules.is_over(state):
        raise BadPosition("bad_position", field="hearts", expected="a card")
    if abs(state.chip) >= state.distance:
        raise BadPosition("bad_position", field="chip", expected="a space between the goals")
    if state.chip and state.left in (0, CARDS):
        raise BadPosition("bad_position", field="chip", expected="0")
    return state


def _with_last(state: State, word: str) -> State:
    if word == NOTHING:
        last = None
    else:
        hearts, spades = read_cards(word)
        last = _trick(state, hearts, spades, word)
    if (last is None) != (state.round == 1 and state.hearts == FULL_HAND):
        raise BadPosition("bad_position", field="last", expected="the trick before this one")
    return replace(state, last=last)


def _trick(state: State, hearts: int, spades: int, word: str) -> Trick:
    """Return the trick of ``word`` that came before ``state``."""
    new_round = state.left == CARDS
    number = CARDS if new_round else CARDS - state.left
    end = word.partition(">")[2].rstrip(FORCED)
    goal = next((seat for seat, mark in GOALS.items() if mark == end), None)
    chip = int(end) if goal is None else DIRECTION[goal] * state.distance
    return Trick(state.round - new_round, number, hearts, spades, chip, goal)
