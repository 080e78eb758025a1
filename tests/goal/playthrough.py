"""A whole match told trick by trick, for people: what `test_playthroughs.py` compares with.

    python -m tests.goal.playthrough 4

prints the golden match of that number from the vectors.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from golem.games.goal import rules
from golem.games.goal.cards import RANKS, letters_of
from golem.games.goal.moves import forced
from golem.games.goal.notation import parse
from golem.games.goal.state import State, Trick, round_mark

VECTORS = Path(__file__).parents[1] / "vectors" / "goal" / "games.jsonl"


def vector(number: int) -> dict[str, Any]:
    """Return the vector of that ``id``."""
    lines = (json.loads(line) for line in VECTORS.read_text().splitlines())
    found: dict[str, Any] = next(line for line in lines if line["id"] == number)
    return found


def told(line: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the playthrough of a vector."""
    state = State(**line["options"])
    yield f"Match {line['id']}, {state.distance} steps to a goal"
    pairs = [tuple(parse(text).rank for text in pair) for pair in line["moves"]]
    while rules.outcome(state) is None:
        if state.trick == 1:
            yield ""
            yield f"{round_mark(state.round)}  hearts spades   -  track  +     goals   cards left"
        last = forced(state)
        hearts, spades = (last[s].rank for s in ("hearts", "spades")) if last else pairs.pop(0)
        state, trick = rules.trick(state, hearts, spades)
        yield _line(trick, state)
    outcome = rules.outcome(state)
    assert outcome is not None
    assert not pairs
    yield ""
    yield f"{outcome.how}, winner {outcome.winner}, {state.hearts_goals}:{state.spades_goals}"


def _line(trick: Trick, after: State) -> str:
    """Return one trick: cards, track with the chip where the trick took it, goals, what is left."""
    spaces = range(-after.distance, after.distance + 1)
    track = "".join("O" if at == trick.chip else "[" if at == -after.distance else
                    "]" if at == after.distance else "." for at in spaces)  # fmt: skip
    star = "*" if trick.forced else " "
    goal = f"  goal of {trick.goal}" if trick.goal else ""
    left = "" if trick.forced else f"{letters_of(after.hearts)} / {letters_of(after.spades)}"
    return (
        f"{trick.number:2}{star}   {RANKS[trick.hearts]}      {RANKS[trick.spades]}"
        f"      {track:>9}    {after.hearts_goals}:{after.spades_goals}"
        f"     {left}{goal}"
    ).rstrip()


if __name__ == "__main__":
    print("\n".join(told(vector(int(sys.argv[1])))))
