"""Check an exported match offline: its seeds, its dice, its moves and its result.

Needs nothing but the export (format ``golem-match-1``) and the game's rules.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Any, Final

from golem.play import chance
from golem.play.endings import (
    ADJUDICATED,
    NOBODYS,
    OFF_THE_BOARD,
    can_be_adjudged,
    off_board_points,
)
from golem.play.errors import Refusal
from golem.play.protocol import AnyGame, Json, Options, Outcome, Seat, full_options
from golem.play.replay import Replay, steps

FORMAT: Final = "golem-match-1"
_SEED: Final = re.compile(rf"[0-9a-f]{{{2 * chance.SEED_BYTES}}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: a stable code and its data."""

    code: str
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check came to.

    ``problems``: what is wrong; empty if everything that can be checked is right. ``notes``:
    what could not be checked, and why. ``plies`` and ``draws``: how many were checked.
    """

    problems: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    plies: int
    draws: int


def verify(export: Json, load: Callable[[str, int | None], AnyGame]) -> Verdict:
    """Return what the check of ``export`` (the parsed JSON) came to.

    ``load`` gives a game by key and revision and raises ``LookupError``. Raises ``Refusal``
    with code ``bad_export`` if ``export`` is not of the format or of an unknown game.
    """
    document = _Document(export)
    try:
        game = load(document.game, document.revision)
        options = full_options(game.info, document.options)
    except LookupError:
        raise _bad("game") from None
    except ValueError:
        raise _bad("options") from None
    seeds = list(_seed_findings(document))
    dice = list(_dice_findings(document))
    last, replayed = _replayed(game, options, document)
    problems = [*(f for f in seeds if f.code != "seed_secret"), *dice, *replayed]
    notes = [f for f in seeds if f.code == "seed_secret"]
    if document.status not in (None, "running" if document.outcome is None else "finished"):
        problems.append(Finding("wrong_status"))
    if not problems:
        more_problems, more_notes = _result(game, document, last)
        problems, notes = problems + more_problems, notes + more_notes
    return Verdict(tuple(problems), tuple(notes), last.plies, last.draws)


# --- the parts of the check ----------------------------------------------------------------


def _seed_findings(document: "_Document") -> Iterator[Finding]:
    """Yield each seed that is not the one committed to, or not there.

    Only the last one may be secret, and only while the match runs: else dice could be changed and
    nobody would see. Those before it were shown when the match had ended before it was reopened.
    """
    for number, seed in enumerate(document.seeds, start=1):
        if seed.seed is None:
            running = document.outcome is None and number == len(document.seeds)
            absent = "seed_secret" if running else "seed_missing"
            yield Finding(absent, {"first_draw": seed.first_draw})
        elif chance.commitment(seed.seed) != seed.commitment:
            yield Finding("wrong_commitment", {"first_draw": seed.first_draw})


def _dice_findings(document: "_Document") -> Iterator[Finding]:
    """Yield the first draw of each seed that is not what its virtual dice give in order."""
    ends = [seed.first_draw for seed in document.seeds[1:]] + [len(document.draws) + 1]
    for seed, end in zip(document.seeds, ends, strict=True):
        if seed.seed is None:
            continue
        source = chance.dice(seed.seed)
        for number in range(seed.first_draw, end):
            values = document.draws[number - 1].values
            if list(islice(source, len(values))) != values:
                yield Finding("wrong_dice", {"draw": number})
                break


def _replayed(
    game: AnyGame, options: Options, document: "_Document"
) -> tuple[Replay, list[Finding]]:
    """Return the end of the replay, and what went wrong on the way."""
    used, last = 0, None
    values = [draw.values for draw in document.draws]
    for last in steps(game, options, document.plies, values):
        for draw in document.draws[used : last.draws]:
            if draw.ply != last.plies + 1:
                return last, [Finding("wrong_draw_ply", {"draw": used + 1})]
            used += 1
    assert last is not None  # steps() yields at least once
    if last.failure is not None:
        reason = last.failure.refusal.code
        return last, [Finding("illegal", {"ply": last.failure.ply, "reason": reason})]
    if used < len(document.draws):
        return last, [Finding("surplus_draw", {"draw": used + 1})]
    return last, []


def _result(
    game: AnyGame, document: "_Document", last: Replay
) -> tuple[list[Finding], list[Finding]]:
    """Return the problems and the notes of the stated score and outcome."""
    problems = []
    score = game.describe(last.state).score
    if document.score != (None if score is None else dict(score)):
        problems.append(Finding("wrong_score"))
    outcome = game.outcome(last.state)
    if outcome is None and document.outcome is not None and _off_the_board(game, document.outcome):
        return problems, [Finding("off_the_board", {"how": document.outcome["how"]})]
    if document.outcome != (None if outcome is None else _plain(outcome)):
        problems.append(Finding("wrong_outcome"))
    return problems, []


def _off_the_board(game: AnyGame, stated: dict[str, Json]) -> bool:
    """Tell whether ``stated`` is an outcome that needs no position: how, for whom, how much."""
    how, winner, given = stated.get("how"), stated.get("winner"), stated.get("points")
    if how == ADJUDICATED:
        fair = isinstance(given, dict) and can_be_adjudged(game.info, winner or "", given)
        return fair and stated == {"how": how, "winner": winner or None, "points": given}
    winners = (None,) if how in NOBODYS else game.info.seats
    if how not in OFF_THE_BOARD or winner not in winners:
        return False
    points = off_board_points(game.info, winner or "")
    return stated == {"how": how, "winner": winner, "points": points}


def _plain(outcome: Outcome) -> dict[str, Json]:
    return {"how": outcome.how, "winner": outcome.winner, "points": dict(outcome.points)}


# --- the export, read strictly -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Seed:
    commitment: str
    seed: bytes | None
    first_draw: int


@dataclass(frozen=True, slots=True)
class _Draw:
    ply: int
    values: list[int]


class _Document:
    """The fields of an export, checked for their types; raises ``Refusal``."""

    def __init__(self, export: Json) -> None:
        if not isinstance(export, dict) or export.get("format") != FORMAT:
            raise _bad("format")
        self.game: str = _typed(export, "game", str)
        self.revision: int = _typed(export, "revision", int)
        self.options: dict[str, Any] = _typed(export, "options", dict)
        self.draws = _draws(_objects(export, "draws"))
        self.seeds = _seeds(_objects(export, "seeds"), len(self.draws))
        self.plies = _plies(_objects(export, "moves"))
        self.status: Json = export.get("status")
        self.score: dict[str, Json] | None = export.get("score")
        self.outcome: dict[str, Json] | None = export.get("outcome")
        if not isinstance(self.outcome, dict | None):
            raise _bad("outcome")


def _draws(entries: list[dict[str, Json]]) -> list[_Draw]:
    draws = []
    for number, entry in enumerate(entries, start=1):
        values = _typed(entry, "values", list)
        if entry.get("number") != number or not all(type(value) is int for value in values):
            raise _bad("draws")
        draws.append(_Draw(_typed(entry, "ply", int), values))
    return draws


def _seeds(entries: list[dict[str, Json]], draws: int) -> list[_Seed]:
    seeds = [_seed(entry) for entry in entries]
    starts = [seed.first_draw for seed in seeds]
    # Equal ones: a match may be reopened twice with no draw between, and the first seed be unused.
    rising = all(before <= after for before, after in pairwise(starts))
    if (draws and not seeds) or (starts and starts[0] != 1) or not rising:
        raise _bad("seeds")
    if starts and starts[-1] > draws + 1:
        raise _bad("seeds")
    return seeds


def _seed(entry: dict[str, Json]) -> _Seed:
    text = entry.get("seed")
    if text is not None and not (isinstance(text, str) and _SEED.fullmatch(text)):
        raise _bad("seeds")
    seed = None if text is None else bytes.fromhex(text)
    return _Seed(_typed(entry, "commitment", str), seed, _typed(entry, "first_draw", int))


def _plies(entries: list[dict[str, Json]]) -> list[dict[Seat, str]]:
    """Return the texts by seat for each ply; plies must follow one another from 1."""
    plies: list[dict[Seat, str]] = []
    for entry in entries:
        ply, seat = _typed(entry, "ply", int), _typed(entry, "seat", str)
        if ply == len(plies) + 1:
            plies.append({})
        if ply != len(plies) or seat in plies[-1]:
            raise _bad("moves")
        plies[-1][seat] = _typed(entry, "notation", str)
    return plies


def _objects(entry: dict[str, Json], name: str) -> list[dict[str, Json]]:
    values = _typed(entry, name, list)
    if not all(isinstance(value, dict) for value in values):
        raise _bad(name)
    return list(values)


def _typed(entry: dict[str, Json], name: str, kind: type) -> Any:
    value = entry.get(name)
    if type(value) is not kind:
        raise _bad(name)
    return value


def _bad(name: str) -> Refusal:
    return Refusal("bad_export", field=name)
