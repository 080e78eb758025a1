"""Position <-> plain JSON fields, named as everywhere outside: untrusted setups come in here."""

from collections.abc import Mapping
from typing import Final

from golem.play.errors import BadPosition
from golem.play.pitch.squares import NAMES, RED, SEATS, SQUARE
from golem.play.protocol import Json
from streetsoccer.position import KICKOFF_PLY, KICKOFF_SPOT, Phase, Position, mover, team
from streetsoccer.validity import checked

_PLAYED: Final = (Phase.KICKOFF, Phase.TURN, Phase.RESTART)


def to_fields(position: Position) -> dict[str, Json]:
    """Return ``position`` as JSON fields: squares as names, the keeper's first."""
    return {
        "phase": str(position.phase),
        "to_move": position.to_move,
        "die": position.die,
        "ball": None if position.ball is None else NAMES[position.ball],
        "yellow": [NAMES[square] for square in position.yellow],
        "red": [NAMES[square] for square in position.red],
        "ply": position.ply,
        "last_scorer": position.last_scorer,
    }


def from_fields(fields: Mapping[str, Json]) -> Position:
    """Return the position that a JSON object from outside describes; raise ``BadPosition``.

    Needs ``phase`` (kickoff, turn or restart), ``to_move``, ``die``, ``ball`` (may be absent or
    ``None`` where the phase implies it), ``yellow`` and ``red``. ``ply`` may be given. Score
    and other fields are not read: legal moves do not depend on them.
    """
    phase = _phase(fields.get("phase"))
    position = Position(
        phase=phase,
        ply=_ply(fields, phase),
        die=_whole("die", fields.get("die")),
        ball=_ball(fields.get("ball"), phase),
        yellow=_players("yellow", fields.get("yellow")),
        red=_players("red", fields.get("red")),
    )
    return checked(position)


def _phase(value: Json) -> Phase:
    if not isinstance(value, str) or value not in _PLAYED:
        raise BadPosition("bad_position", field="phase", expected="kickoff, turn or restart")
    return Phase(value)


def _ply(fields: Mapping[str, Json], phase: Phase) -> int:
    seat = fields.get("to_move")
    if seat not in SEATS or not isinstance(seat, str):
        raise BadPosition("bad_position", field="to_move", expected="yellow or red")
    if phase is Phase.KICKOFF:
        ply = KICKOFF_PLY
    elif fields.get("ply") is None:
        ply = KICKOFF_PLY + (1 if seat == RED else 2)
    else:
        ply = _whole("ply", fields["ply"])
    if mover(ply) != seat:
        raise BadPosition("bad_position", field="to_move", expected=mover(ply))
    return ply


def _whole(field: str, value: Json) -> int:
    if type(value) is not int:  # a bool is no number here
        raise BadPosition("bad_position", field=field, expected="a whole number")
    return value


def square_of(field: str, value: Json) -> int:
    """Return the square named ``value``; raise ``BadPosition`` naming ``field``."""
    if not isinstance(value, str) or value not in SQUARE:
        raise BadPosition("bad_position", field=field, expected="a square")
    return SQUARE[value]


def _ball(value: Json, phase: Phase) -> int | None:
    if value is None:
        return None
    ball = square_of("ball", value)
    return None if phase is Phase.KICKOFF and ball == KICKOFF_SPOT else ball


def _players(field: str, value: Json) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != 5:
        raise BadPosition("bad_position", field=field, expected="5 squares")
    keeper, *others = (square_of(field, name) for name in value)
    return team(keeper, others)
