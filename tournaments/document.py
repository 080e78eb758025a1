"""The event document: what an organiser writes down, checked and completed. Pure.

:func:`check` is the door: it takes any JSON value and returns either the full document or all
that is wrong with it. The fields are explained in docs/event-document.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from golem import registry
from golem.play.controls import DEFAULT, PRESETS
from golem.play.protocol import GameInfo
from tournaments import bounds, sense
from tournaments.form import problems_of_form
from tournaments.problem import Problem
from tournaments.schema import document_schema
from tournaments.scoring import TABLES
from tournaments.standings.metrics import METRICS
from tournaments.standings.rules import DEFAULT as USUAL
from tournaments.standings.rules import NEED_GOALS, SWISS

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Checked:
    """What :func:`check` found: the full document, or what is wrong (never both)."""

    document: Document = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of the document, as it is published."""
    return document_schema(tuple(METRICS))


def check(document: object, now: datetime | None = None) -> Checked:
    """Return the full document, or every problem of it. ``now`` lets dates in the past be seen."""
    found = problems_of_form(schema(), document)
    if found:
        return Checked(problems=found)
    assert isinstance(document, dict)
    full = complete(document)
    found = sense.problems_of_sense(full, now)
    return Checked(problems=found) if found else Checked(full)


def problems(document: object, now: datetime | None = None) -> tuple[Problem, ...]:
    """Return everything that is wrong with ``document``; none if it can be an event."""
    return check(document, now).problems


def complete(document: Mapping[str, Any]) -> Document:
    """Return a well-formed document with a value in every field.

    It must have no problem of form; whether it makes sense is asked of the result. Completing it
    again changes nothing. Instants are written in UTC.
    """
    document = _whole(document)
    info = registry.load(document["game"]).info
    bots = document.get("bots", False)
    control = document.get("control", DEFAULT)
    full: Document = {
        "version": bounds.VERSION,
        "kind": document["kind"],
        "name": document["name"].strip(),
        "description": document.get("description", "").replace("\r\n", "\n").strip(),
        "game": document["game"],
        "options": _options(info, document.get("options", {})),
        "control": control,
        "vacation": document.get("vacation", PRESETS[control].vacation),
        "rated": document.get("rated", not bots),
        "bots": bots,
        "stages": [_stage(stage, document["kind"]) for stage in _stages(document)],
    }
    if document["kind"] == "team_cup" or "teams" in document:
        full["teams"] = {"players": 4, "substitutes": 1} | document.get("teams", {})
    full["scoring"] = document.get("scoring", scoring_of(info))
    full["tie_breaks"] = list(document.get("tie_breaks", tie_breaks_of(full)))
    full["start"] = _start(document.get("start", {}))
    full["entry"] = _entry(document.get("entry", {}), full)
    return full


def _whole(value: Any) -> Any:
    """Return a JSON value in which whole numbers are integers: JSON takes 3.0 for one, too."""
    if isinstance(value, Mapping):
        return {key: _whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _stages(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    stages: list[dict[str, Any]] = document.get("stages", [])
    return stages


def _options(info: GameInfo, given: Mapping[str, Any]) -> dict[str, Any]:
    return {option.key: option.default for option in info.options} | dict(given)


def _stage(stage: Mapping[str, Any], kind: str) -> dict[str, Any]:
    defaults: dict[str, Any] = {}
    if stage["kind"] == "round_robin":
        defaults = {"legs": 1} if "group_size" in stage else {"legs": 1, "groups": 1}
        defaults["pace"] = "by_round" if kind == "team_cup" else "at_once"
    if stage["kind"] == "knock_out":
        defaults = {"matches": 1 if kind == "team_cup" else 2}
    return defaults | dict(stage)


def _start(start: Mapping[str, Any]) -> dict[str, Any]:
    return {"when": start.get("when", "full"), "at": utc(start.get("at"))}


def _entry(entry: Mapping[str, Any], full: Document) -> dict[str, Any]:
    empty = {"most": None, "waiting_list": True, "rating_from": None, "rating_to": None}
    by_date = full["start"]["when"] == "date"
    least = (None if by_date else entry.get("most")) or sense.least_players(full)
    given: dict[str, Any] = {"least": least, "closes_at": None} | empty | dict(entry)
    return given | {"closes_at": utc(given["closes_at"])}


def scoring_of(info: GameInfo) -> str:
    """Return the key of the scoring table that fits a game: the one whose win is worth what a win
    off the board is worth there, else the plain one."""
    fitting = (key for key, table in TABLES.items() if table.win == info.win_points)
    return next(fitting, "plain")


def tie_breaks_of(document: Mapping[str, Any]) -> list[str]:
    """Return the metrics by which a table is ordered unless the organiser says otherwise."""
    swiss = any(stage["kind"] == "swiss" for stage in document["stages"])
    usual = SWISS if swiss else USUAL
    return [key for key in usual if key not in NEED_GOALS or has_goals(document["game"])]


@cache
def has_goals(game: str) -> bool:
    """Tell whether the game counts goals."""
    played = registry.load(game)
    defaults = {option.key: option.default for option in played.info.options}
    return played.describe(played.start(defaults)).score is not None


def utc(text: str | None) -> str | None:
    """Return an instant of a document in UTC; leave what is none as it is."""
    at = sense.instant(text)
    return text if at is None else at.isoformat().replace("+00:00", "Z")


def most_of(document: Mapping[str, Any]) -> int | None:
    """Return how many have a place in the event of a full document; ``None``: any number."""
    most: int | None = document["entry"]["most"]
    if most is None and document["kind"] in bounds.USER_KINDS:
        return bounds.MOST_PLAYERS
    return most
