"""The setup: which players a side may place where, one after the other."""

from typing import Final

from golem.games.golden_goal.field import BOX, MOST_IN_BOX, NETS, OWN_CIRCLE
from golem.games.golden_goal.notation import Put
from golem.games.golden_goal.position import (
    ABSENT,
    HANDOVERS,
    OUTFIELDERS,
    Phase,
    Position,
    team,
)
from golem.play.errors import IllegalMove
from golem.play.pitch.squares import (
    ALL_KEEPER_FIELDS,
    BIT,
    CENTRE_CIRCLE,
    FIELD,
    HALF,
    KEEPER_FIELDS,
    NAMES,
    OTHER,
    SEATS,
    mask_of,
)
from golem.play.protocol import Seat

# (decided) Exactly one outfielder of a side is in the centre circle: it may have to kick off.
ZONES: Final[dict[str, tuple[int, int]]] = {"circle": (1, 1), "own": (1, 2), "theirs": (1, 2)}
"""The least and the greatest number of outfielders in the own half of the centre circle, in the
rest of the own half, and in the opponent's half without the circle."""
PLACES: Final[dict[Seat, dict[str, int]]] = {
    seat: {
        "circle": OWN_CIRCLE[seat],
        "own": HALF[seat] & ~CENTRE_CIRCLE & ~ALL_KEEPER_FIELDS,
        "theirs": HALF[OTHER[seat]] & ~CENTRE_CIRCLE & ~ALL_KEEPER_FIELDS,
    }
    for seat in SEATS
}
"""The squares of these zones."""


def due(position: Position) -> int:
    """Return how many players the ply to be made places; 0 after the setup."""
    if position.phase is not Phase.SETUP:
        return 0
    return HANDOVERS[position.placing][position.ply - 1]


def keeper_places(position: Position) -> int:
    """Return the squares for the keeper of the side to move, as a set; 0 once it is placed."""
    if position.players(position.to_move)[0] != ABSENT:
        return 0
    return KEEPER_FIELDS[position.to_move]


def outfielder_places(position: Position) -> int:
    """Return the squares for the next outfielder of the side to move, as a set.

    From each the setup can still be completed as it must be: squares never run out.
    """
    seat = position.to_move
    outfielders = mask_of(position.players(seat)[1:])
    counts = counted(seat, outfielders)
    open_ = 0
    for zone, places in PLACES[seat].items():
        if completable({**counts, zone: counts[zone] + 1}):
            open_ |= places
    if (outfielders & BOX[seat]).bit_count() >= MOST_IN_BOX:
        open_ &= ~BOX[seat]
    return open_ & ~mask_of(position.yellow + position.red)


def counted(seat: Seat, outfielders: int) -> dict[str, int]:
    """Return how many of ``outfielders``, a set, stand in each zone."""
    return {zone: (outfielders & places).bit_count() for zone, places in PLACES[seat].items()}


def completable(counts: dict[str, int]) -> bool:
    """Return whether a side with so many outfielders in each zone can still set up legally."""
    left = OUTFIELDERS - sum(counts.values())
    missing = sum(max(0, least - counts[zone]) for zone, (least, _) in ZONES.items())
    within = all(counts[zone] <= most for zone, (_, most) in ZONES.items())
    return within and missing <= left


def placed(position: Position, put: Put) -> Position:
    """Return ``position`` with one more player of the side to move, in the same ply."""
    seat = position.to_move
    keeper, *others = position.players(seat)
    square = put.square
    players = team(square, others) if put.keeper else team(keeper, [*others, square])
    return position.with_players(seat, players)


def check(position: Position, puts: tuple[Put, ...]) -> None:
    """Raise ``IllegalMove`` unless the side to move may place ``puts`` in this order.

    Fewer players than are due are a hand-over in the making: it passes if it can be completed.
    """
    if len(puts) > due(position):
        raise IllegalMove("wrong_count", expected=due(position))
    for put in puts:
        _check_put(position, put)
        position = placed(position, put)


def _check_put(position: Position, put: Put) -> None:
    place, name, seat = BIT[put.square], NAMES[put.square], position.to_move
    if put.keeper:
        if position.players(seat)[0] != ABSENT:
            raise IllegalMove("keeper_placed", square=name)
        if not place & keeper_places(position):
            raise IllegalMove("keeper_start", square=name)
        return
    if place & outfielder_places(position):
        return
    raise _why_not(position, put.square)


def _why_not(position: Position, square: int) -> IllegalMove:
    """Return why an outfielder may not be placed on ``square``."""
    place, seat, name = BIT[square], position.to_move, NAMES[square]
    outfielders = mask_of(position.players(seat)[1:])
    if outfielders.bit_count() == OUTFIELDERS:
        return IllegalMove("outfielders_placed", square=name)
    if place & NETS:
        return IllegalMove("net", square=name)
    if not place & FIELD:
        return IllegalMove("off_field", square=name)
    if place & mask_of(position.yellow + position.red):
        return IllegalMove("occupied", square=name)
    if place & ALL_KEEPER_FIELDS:
        return IllegalMove("front_of_net", square=name)
    if place & CENTRE_CIRCLE & ~OWN_CIRCLE[seat]:
        return IllegalMove("centre_circle", square=name)
    zone = next(zone for zone, places in PLACES[seat].items() if place & places)
    if not completable(counted(seat, outfielders | place)):
        return IllegalMove("setup_numbers", zone=zone, square=name)
    return IllegalMove("box_limit", square=name)
