"""Position <-> plain JSON fields, named as everywhere outside: untrusted setups come in here."""

from collections.abc import Mapping
from typing import Final

from golem.play.pitch.reading import choice, five_of, refuse, seat_of, square_of, whole
from golem.play.pitch.squares import NAMES, RED, SQUARE
from golem.play.protocol import Json
from streetsoccer.position import KICKOFF_PLY, KICKOFF_SPOT, Phase, Position, mover, team
from streetsoccer.validity import checked

_PLAYED: Final = tuple(map(str, (Phase.KICKOFF, Phase.TURN, Phase.RESTART)))


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
    phase = Phase(choice("phase", fields.get("phase"), _PLAYED))
    position = Position(
        phase=phase,
        ply=_ply(fields, phase),
        die=whole("die", fields.get("die")),
        ball=_ball(fields.get("ball"), phase),
        yellow=_players("yellow", fields.get("yellow")),
        red=_players("red", fields.get("red")),
    )
    return checked(position)


def _ply(fields: Mapping[str, Json], phase: Phase) -> int:
    seat = seat_of("to_move", fields.get("to_move"))
    if phase is Phase.KICKOFF:
        ply = KICKOFF_PLY
    elif fields.get("ply") is None:
        ply = KICKOFF_PLY + (1 if seat == RED else 2)
    else:
        ply = whole("ply", fields["ply"])
    if mover(ply) != seat:
        refuse("to_move", mover(ply))
    return ply


def _ball(value: Json, phase: Phase) -> int | None:
    if value is None:
        return None
    ball = square_of("ball", value, SQUARE)
    return None if phase is Phase.KICKOFF and ball == KICKOFF_SPOT else ball


def _players(field: str, value: Json) -> tuple[int, ...]:
    keeper, *others = five_of(field, value, SQUARE)
    return team(keeper, others)
