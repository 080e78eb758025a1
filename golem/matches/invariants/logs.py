"""The log of a match: plies, draws and seeds are whole, in order, and belong together."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from golem import registry
from golem.matches.log import BrokenLog, fold, game_of
from golem.matches.models import Match
from golem.play.errors import Refusal
from golem.play.verify import FORMAT, verify


def check(match: Match) -> Iterator[str]:
    """Yield what contradicts itself in the log of ``match`` (its rows at hand)."""
    yield from _seats(match)
    yield from _plies(match)
    yield from _draws(match)
    yield from _seeds(match)
    try:
        fold(match)
    except BrokenLog as error:
        yield f"the log {error.why}"
        return
    yield from _dice(match)


def _seats(match: Match) -> Iterator[str]:
    try:
        names = list(game_of(match).info.seats)
    except BrokenLog as error:
        yield error.why
        return
    seats = [(seat.number, seat.name) for seat in match.seats.all()]
    if seats != list(enumerate(names)):
        yield f"the seats are {seats}, not {list(enumerate(names))}"
    used = {
        "a move": {row.seat for row in match.moves.all()},
        "a sealed move": {row.seat for row in match.sealed_moves.all()},
        "a gift": {row.seat for row in match.gifts.all()},
    }
    for what, found in used.items():
        for name in sorted(found - set(names)):
            yield f"{what} is of a seat that the game does not have: {name}"


def _plies(match: Match) -> Iterator[str]:
    moves = sorted(match.moves.all(), key=lambda move: (move.ply, move.pk))
    yield from _gaps("ply", sorted({move.ply for move in moves}))
    seen = [(move.ply, move.seat) for move in moves]
    for twice in sorted({one for one in seen if seen.count(one) > 1}):
        yield f"there are two moves of {twice[1]} at ply {twice[0]}"
    last = match.ended_at or match.changed_at
    for before, after in pairwise(moves):
        if after.ply > before.ply and after.at < before.at:
            yield f"ply {after.ply} was played before ply {before.ply}"
    for move in moves:
        if not match.started_at <= move.at <= max(last, match.changed_at):
            yield f"ply {move.ply} was played at {move.at}, outside the match"


def _gaps(what: str, numbers: Sequence[int]) -> Iterator[str]:
    """Yield a line if the numbers are not 1, 2, 3 and so on."""
    for right, number in enumerate(numbers, start=1):
        if number != right:
            yield f"{what} {right} is missing, there is {what} {number}"
            return


def _draws(match: Match) -> Iterator[str]:
    draws = sorted(match.draws.all(), key=lambda draw: draw.number)
    yield from _gaps("draw", [draw.number for draw in draws])
    for draw in draws:
        if not match.started_at <= draw.at <= match.changed_at:
            yield f"draw {draw.number} was made at {draw.at}, outside the match"


def _seeds(match: Match) -> Iterator[str]:
    seeds = list(match.seeds.all())
    if [seed.run for seed in seeds] != list(range(match.reopened + 1)):
        yield f"the seeds are of the runs {[seed.run for seed in seeds]}, of 0 to {match.reopened}"
    firsts = [seed.first_draw for seed in seeds]
    if firsts and (firsts[0] != 1 or firsts != sorted(firsts)):
        yield f"the seeds begin with the draws {firsts}"
    if firsts and firsts[-1] > match.draws.count() + 1:
        yield f"the last seed begins with draw {firsts[-1]}, and there are {match.draws.count()}"
    runs = [row.number for row in match.reopenings.all()]
    if runs != list(range(1, match.reopened + 1)):
        yield f"it was reopened {match.reopened} times, and the reopenings are {runs}"


_WORDS = {
    "wrong_commitment": "the seed from draw {first_draw} on is not the one committed to",
    "wrong_dice": "draw {draw} is not what the seed gives",
    "wrong_draw_ply": "draw {draw} is not stored with the ply that it belongs to",
}


def _dice(match: Match) -> Iterator[str]:
    """Yield what the public verifier finds of seeds and dice; the rest is compared elsewhere."""
    try:
        verdict = verify(_document(match), registry.load)
    except Refusal as refusal:
        yield f"it cannot be verified: {refusal.code} {refusal.data}"
        return
    for finding in verdict.problems:
        if finding.code in _WORDS:
            yield _WORDS[finding.code].format(**finding.data)


def _document(match: Match) -> dict[str, Any]:
    """Return the match as the verifier reads it, its seeds open: for the operator's machine."""
    return {
        "format": FORMAT,
        "id": match.pk,
        "game": match.game,
        "revision": match.revision,
        "options": match.options,
        "seeds": [
            {
                "commitment": seed.commitment,
                "seed": bytes(seed.secret).hex(),
                "first_draw": seed.first_draw,
            }
            for seed in match.seeds.all()
        ],
        "draws": [
            {"number": draw.number, "ply": draw.ply, "label": draw.label, "values": draw.values}
            for draw in match.draws.all()
        ],
        "moves": [
            {"ply": move.ply, "seat": move.seat, "notation": move.notation}
            for move in match.moves.all()
        ],
        "score": match.score,
        "outcome": None,
    }
