"""Position <-> plain JSON fields, named as everywhere outside: untrusted setups come in here."""

from collections.abc import Mapping
from typing import Final

from golem.games.golden_goal.ends import CHANCE_TURNS
from golem.games.golden_goal.position import (
    KICKOFF_PLY,
    SETUP,
    VARIANT,
    Phase,
    Placing,
    Position,
    Variant,
    team,
)
from golem.games.golden_goal.validity import checked
from golem.play.pitch.reading import choice, five_of, refuse, seat_of, square_of, whole
from golem.play.pitch.squares import ANY_SQUARE, NAMES, OTHER, RED, SEATS, YELLOW
from golem.play.protocol import Json, Option, Seat

_PLAYED: Final = tuple(map(str, (Phase.KICKOFF, Phase.TURN, Phase.RESTART)))


def to_fields(position: Position) -> dict[str, Json]:
    """Return ``position`` as JSON fields: squares as names, the keeper's first (``None`` before it
    is placed)."""
    return {
        "variant": str(position.variant),
        "setup": str(position.placing),
        "phase": str(position.phase),
        "to_move": position.to_move,
        "die": position.die,
        "ball": None if position.ball is None else NAMES[position.ball],
        "yellow": [NAMES[square] or None for square in position.yellow],
        "red": [NAMES[square] or None for square in position.red],
        "ply": position.ply,
        "turn": max(0, position.turn),
        "kicker": position.kicker,
        "score": {YELLOW: position.yellow_goals, RED: position.red_goals},
        "last_scorer": position.last_scorer,
        "last_chance": position.last_chance,
    }


def from_fields(fields: Mapping[str, Json]) -> Position:
    """Return the position that a JSON object from outside describes; raise ``BadPosition``.

    Needs ``phase`` (kickoff, turn or restart), ``to_move``, ``die``, ``ball`` (may be absent or
    ``None`` where the phase implies it), ``yellow`` and ``red``. ``variant``, ``setup``, ``ply``,
    ``score``, ``last_scorer`` and ``last_chance`` may be given. Other fields are not read.
    """
    phase = Phase(choice("phase", fields.get("phase"), _PLAYED))
    seat = seat_of("to_move", fields.get("to_move"))
    placing = Placing(_option(fields, SETUP))
    goals = _goals(fields.get("score"))
    ply = _ply(fields.get("ply"), phase, KICKOFF_PLY[placing], goals)
    turn = ply - KICKOFF_PLY[placing]
    position = Position(
        variant=Variant(_option(fields, VARIANT)),
        placing=placing,
        phase=phase,
        ply=ply,
        die=whole("die", fields.get("die")),
        ball=_optional(fields, "ball"),
        yellow=_players("yellow", fields.get("yellow")),
        red=_players("red", fields.get("red")),
        kicker=OTHER[seat] if turn % 2 else seat,
        yellow_goals=goals[YELLOW],
        red_goals=goals[RED],
        last_scorer=_last_scorer(fields.get("last_scorer"), goals),
    )
    return checked(position._replace(last_chance=_last_chance(fields, position)))


def _option(fields: Mapping[str, Json], option: Option) -> str:
    value = fields.get(option.key)
    return choice(
        option.key, option.default if value is None else value, tuple(map(str, option.choices))
    )


def _goals(value: Json) -> dict[Seat, int]:
    if value is None:
        return dict.fromkeys(SEATS, 0)
    if not isinstance(value, dict):
        refuse("score", "goals of yellow and red")
    return {seat: whole("score", value.get(seat)) for seat in SEATS}


def _ply(value: Json, phase: Phase, kickoff: int, goals: Mapping[Seat, int]) -> int:
    """Return the given ply, else an early one that goes with the goals."""
    if value is not None:
        return whole("ply", value)
    return kickoff if phase is Phase.KICKOFF else kickoff + 1 + 2 * sum(goals.values())


def _optional(fields: Mapping[str, Json], field: str) -> int | None:
    value = fields.get(field)
    return None if value is None else square_of(field, value, ANY_SQUARE)


def _players(field: str, value: Json) -> tuple[int, ...]:
    keeper, *others = five_of(field, value, ANY_SQUARE)
    return team(keeper, others)


def _last_scorer(value: Json, goals: Mapping[Seat, int]) -> Seat | None:
    """Return the given seat, else one that may have scored last: no legal move depends on it."""
    if value is not None:
        return seat_of("last_scorer", value)
    return next((seat for seat in SEATS if goals[seat] > 0), None)


def _last_chance(fields: Mapping[str, Json], position: Position) -> int | None:
    """Return the given turn, else the last one of a chance that has just begun."""
    value, leader = fields.get("last_chance"), position.leader
    if value is not None:
        return whole("last_chance", value)
    if position.variant is not Variant.LAST_CHANCE or leader is None:
        return None
    return position.turn - 1 + CHANCE_TURNS - (position.to_move == leader)
