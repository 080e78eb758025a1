"""The field of Golden Goal: what its squares are to players and ball.

The source gives no measures. (decided) The field is StreetSoccer's: 6 columns, 10 rows. A net is as
wide as the two squares in front of it. The squares themselves are those of
:mod:`golem.play.pitch.squares`.
"""

from typing import Final

from golem.play.pitch.squares import (
    ALL_KEEPER_FIELDS,
    ANY_SQUARE,
    BIT,
    CENTRE_CIRCLE,
    FIELD,
    HALF,
    OTHER,
    RED,
    ROWS,
    SEATS,
    YELLOW,
    beside,
    mask_of,
    named,
    square_at,
    squares_of,
)
from golem.play.protocol import Seat

# (decided) A penalty box is four columns wide and two rows deep.
BOX_COLUMNS: Final = range(1, 5)
BOX_DEPTH: Final = 2
MOST_IN_BOX: Final = 1
"""So many own outfielders may be in the own box at the end of a turn."""
BOX: Final[dict[Seat, int]] = {
    RED: mask_of(square_at(c, r) for c in BOX_COLUMNS for r in range(1, 1 + BOX_DEPTH)),
    YELLOW: mask_of(
        square_at(c, r) for c in BOX_COLUMNS for r in range(ROWS - 1 - BOX_DEPTH, ROWS - 1)
    ),
}
# (decided) Out of bounds is one ring of squares; only the nets, two squares wide, are closed.
NETS: Final = named("ca da cl dl")
WALKABLE: Final = mask_of(ANY_SQUARE.values()) & ~NETS
OWN_CIRCLE: Final[dict[Seat, int]] = {seat: CENTRE_CIRCLE & HALF[seat] for seat in SEATS}
OPEN_TO_OUTFIELDERS: Final = WALKABLE & ~ALL_KEEPER_FIELDS
"""Where a walk of an outfielder may end, as far as the fronts of the nets go."""
OPEN_TO_KEEPER: Final[dict[Seat, int]] = {
    seat: WALKABLE & ~(ALL_KEEPER_FIELDS & HALF[OTHER[seat]]) for seat in SEATS
}
# (decided) Who kicked in front of a net goes to a field square beside, not one in front of a net.
ASIDE: Final[dict[int, int]] = {
    front: beside(BIT[front]) & FIELD & ~ALL_KEEPER_FIELDS
    for front in squares_of(ALL_KEEPER_FIELDS)
}
