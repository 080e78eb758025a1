"""Stored matches: what the engines must replay for ever, however they are changed.

    python -m tests.stored streetsoccer > tests/vectors/stored/streetsoccer-1.jsonl

plays matches of a game's newest rules revision, half of them to the end, and writes each as a
line: the export's fields (so `manage.py verify_match` can read a line, too), and `positions`, the
one-line text of the position before each ply and after the last one. Movers and dice follow from
the number of the match, so the same engine writes the same file.

This is done once for each revision. A file that is there is never made anew: if it does not
replay, matches of players would not replay either, and the change needs a new revision.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from golem import registry
from golem.play import chance, movers
from golem.play.protocol import AnyGame, Json, full_options
from golem.play.verify import FORMAT

ATTEMPTS: Final = 200
WHOLE, BROKEN_OFF = 20, 20
"""So many matches are kept that were played to the end, of every kind of ending that came up in
the attempts alike, and so many that stop half way."""
GREEDY_UNTIL: Final = (0, 20, 1000)
"""Both take goals until this ply, which changes from match to match; then they move at random."""


def play(game: AnyGame, number: int, most: int | None = None) -> dict[str, Json]:
    """Return match ``number`` as a line of the file, broken off after ``most`` plies if given."""
    rng = Random(f"stored:{game.info.key}:{game.info.revision}:{number}")
    seed, until = rng.randbytes(chance.SEED_BYTES), GREEDY_UNTIL[number % len(GREEDY_UNTIL)]
    source, options = chance.dice(seed), _options(game, rng)
    state, draws, moves = game.start(options), list[Json](), list[Json]()
    positions: list[str] = []
    while True:
        while (want := game.wants(state)) is not None:
            values = chance.draw(want.kind, source)
            state = game.supply(state, values)
            draws.append(_draw(len(draws) + 1, len(positions) + 1, want.label, values))
        positions.append(game.describe(state).text)
        if not game.to_move(state) or len(positions) - 1 == most:
            break
        mover = movers.greedy if len(positions) < until else movers.at_random
        chosen = game.forced(state) or {
            seat: mover(game, state, seat, rng) for seat in game.to_move(state)
        }
        moves += [_move(len(positions), seat, game.write(chosen[seat])) for seat in chosen]
        state = game.play(state, chosen)
    return _line(game, number, seed, options, state) | {
        "draws": draws,
        "moves": moves,
        "positions": positions,
    }


def _options(game: AnyGame, rng: Random) -> dict[str, Any]:
    return full_options(game.info, {o.key: rng.choice(o.choices) for o in game.info.options})


def _draw(number: int, ply: int, label: str, values: tuple[int, ...]) -> dict[str, Json]:
    return {"number": number, "ply": ply, "label": label, "values": list(values)}


def _move(ply: int, seat: str, notation: str) -> dict[str, Json]:
    return {"ply": ply, "seat": seat, "notation": notation}


def _line(
    game: AnyGame, number: int, seed: bytes, options: dict[str, Any], state: Any
) -> dict[str, Json]:
    score, outcome = game.describe(state).score, game.outcome(state)
    secret = {"commitment": chance.commitment(seed), "seed": seed.hex(), "first_draw": 1}
    return {
        "format": FORMAT,
        "id": number,
        "game": game.info.key,
        "revision": game.info.revision,
        "options": options,
        "seeds": [secret],
        "score": None if score is None else dict(score),
        "outcome": outcome
        and {"how": outcome.how, "winner": outcome.winner, "points": dict(outcome.points)},
    }


def matches(game: AnyGame) -> Iterator[dict[str, Json]]:
    """Yield the matches of the file: whole ones by their endings, then broken-off ones."""
    whole = [play(game, number) for number in range(1, ATTEMPTS + 1)]
    endings: defaultdict[str, list[dict[str, Json]]] = defaultdict(list)
    for line in whole:
        endings[line["outcome"]["how"]].append(line)
    for lines in endings.values():
        yield from lines[: max(1, WHOLE // len(endings))]
    longest = max(len(line["positions"]) for line in whole)
    for part in range(BROKEN_OFF):
        yield play(game, ATTEMPTS + 1 + part, most=part * longest // BROKEN_OFF)


if __name__ == "__main__":
    for line in matches(registry.load(sys.argv[1])):
        print(json.dumps(line, separators=(",", ":")), flush=True)
