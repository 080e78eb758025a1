"""The form of the event document as JSON Schema (draft 2020-12). Pure.

What the schema cannot say (how the parts fit each other and the game) is in
:mod:`tournaments.sense`.
"""

from typing import Any, Final

from golem import registry
from golem.play.controls import PRESETS
from tournaments import bounds

Schema = dict[str, Any]


def _object(properties: Schema, required: tuple[str, ...] = (), about: str = "") -> Schema:
    found: Schema = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return found | ({"description": about} if about else {})


def _count(least: int, most: int, about: str, *, null: bool = False) -> Schema:
    kind: Any = ["integer", "null"] if null else "integer"
    return {"type": kind, "minimum": least, "maximum": most, "description": about}


def _flag(about: str) -> Schema:
    return {"type": "boolean", "description": about}


def _choice(values: tuple[str, ...], about: str) -> Schema:
    return {"enum": list(values), "description": about}


def _instant(about: str) -> Schema:
    return {
        "type": ["string", "null"],
        "format": "date-time",
        "maxLength": 40,
        "description": about,
    }


_PLAYERS = (bounds.FEWEST_PLAYERS, bounds.MOST_PLAYERS)
_ROUND_ROBIN = _object(
    {
        "kind": {"const": "round_robin"},
        "legs": _count(1, 2, "How often each pair meets; twice: once on each side. Default 1."),
        "groups": _count(1, 64, "The number of groups; instead of `group_size`. Default 1."),
        "group_size": _count(
            bounds.SMALLEST_GROUP,
            bounds.LARGEST_GROUP,
            "Players in a group: as many groups are made as keep to it, none of fewer than 3.",
        ),
        "pace": _choice(
            ("at_once", "by_round"),
            "All matches at once, or a round when the one before has ended: the default for teams.",
        ),
        "advance": _count(1, 19, "How many of each group go on; not in the last stage."),
    },
    ("kind",),
)
_SWISS = _object(
    {
        "kind": {"const": "swiss"},
        "rounds": _count(1, bounds.MOST_ROUNDS, "Rounds, fewer than players."),
        "advance": _count(2, bounds.MOST_PLAYERS, "How many go on; not in the last stage."),
    },
    ("kind", "rounds"),
)
_KNOCK_OUT = _object(
    {
        "kind": {"const": "knock_out"},
        "matches": _count(1, 2, "Matches of a tie: 2, sides swapped; in a team cup 1 a board."),
    },
    ("kind",),
)
_STAGES = {"round_robin": _ROUND_ROBIN, "swiss": _SWISS, "knock_out": _KNOCK_OUT}
_STAGE: Schema = {
    "type": "object",
    "properties": {"kind": _choice(tuple(_STAGES), "How its players meet.")},
    "required": ["kind"],
    "allOf": [
        {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": form}
        for kind, form in _STAGES.items()
    ],
}
_ENTRY = _object(
    {
        "least": _count(*_PLAYERS, "With fewer entrants the event is cancelled."),
        "most": _count(*_PLAYERS, "No more have a place; null: 256.", null=True),
        "waiting_list": _flag("Whether more may wait for a place. Default true."),
        "rating_from": _count(0, 10_000, "Nobody rated lower may enter.", null=True),
        "rating_to": _count(0, 10_000, "Nobody rated higher may enter.", null=True),
        "closes_at": _instant("When entry ends by itself, with its zone (UTC: Z)."),
    },
    about="Who may enter, and until when. An unrated player counts as 1500.",
)
_START = _object(
    {
        "when": _choice(("full", "date"), "As soon as `most` have entered, or at a date."),
        "at": _instant("The date, with its zone (UTC: Z)."),
    },
    ("when",),
    "When it starts by itself. Default: when it is full.",
)
_TEAMS = _object(
    {
        "players": _count(2, 10, "Boards of a team match. Default 4."),
        "substitutes": _count(0, 3, "Players beyond those. Default 1."),
    },
    about="Team cups only.",
)


def document_schema(tie_breaks: tuple[str, ...]) -> Schema:
    """Return the schema; ``tie_breaks`` are the keys of the metrics that tables know."""
    kinds = (*bounds.USER_KINDS, *bounds.SERVER_KINDS)
    properties: Schema = {
        "version": {"const": bounds.VERSION, "description": "The version of this form."},
        "kind": _choice(kinds, "Players make tournaments and team cups; the server the others."),
        "name": {"type": "string", "minLength": 1, "maxLength": bounds.LONGEST_NAME},
        "description": {
            "type": "string",
            "maxLength": bounds.LONGEST_DESCRIPTION,
            "description": "Plain text of the organiser.",
        },
        "game": _choice(registry.game_keys(), "The key of a game."),
        "options": {"type": "object", "description": "The game's options; default: its defaults."},
        "control": _choice(tuple(PRESETS), "The time control of every match."),
        "vacation": _flag("Whether vacation days may be spent. Default: as the control has it."),
        "rated": _flag("Whether matches are rated. Default true, but for bots."),
        "bots": _flag("Whether it is for bots, and for them only. Default false."),
        "entry": _ENTRY,
        "start": _START,
        "scoring": _choice(("graded", "plain"), "5-4-3-2 points or 2-1-0. Default: the game's."),
        "tie_breaks": {
            "type": "array",
            "items": {"enum": list(tie_breaks)},
            "minItems": 1,
            "maxItems": 12,
            "uniqueItems": True,
            "description": "What orders the table, the first first.",
        },
        "stages": {"type": "array", "items": _STAGE, "maxItems": bounds.MOST_STAGES},
        "teams": _TEAMS,
    }
    head: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Event document",
    }
    required = ("version", "kind", "name", "game")
    return head | _object(properties, required, "An event, as its organiser writes it down.")


NAMED_FIELDS: Final = ("entry", "start", "teams")
"""The fields that hold fields of their own, each with its defaults."""
