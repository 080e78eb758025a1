"""Where a kick can send the ball."""

from golem.play.pitch.lines import DISTANCE, NEVER, RINGS, SHADOWS
from golem.play.pitch.squares import BIT, SQUARES

Source = tuple[int, int]
"""Who kicks, and the lengths that the kick may have: bit n-1 for n."""


def kick_ends(
    sources: list[Source],
    friends: tuple[int, ...],
    pieces: tuple[int, ...],
    wanted: int = 0,
) -> int:
    """Return the squares where the kicks of ``sources`` can end, after any number of passes.

    ``sources`` are used up. ``friends``: the field squares of the kicking side, all kickers among
    them. ``pieces``: the squares of both sides; those on the ring may be left out. Occupied
    squares are perhaps among the answer, and squares of both goals: which of them count is the
    caller's to say. Once a square of the set ``wanted`` is found, the search may end and leave
    out others.
    """
    ends = 0
    tried = dict.fromkeys(friends, 0)
    clear: dict[int, int] = {}
    while sources:
        player, lengths = sources.pop()
        lengths &= ~tried[player]
        if not lengths:
            continue
        tried[player] |= lengths
        if player not in clear:
            clear[player] = _clear(player, pieces)
        sight = clear[player] & RINGS[player][(2 << lengths.bit_length() - 1) - 1]
        ends |= sight & RINGS[player][lengths]
        if ends & wanted:
            break
        # The length left after the step onto a friend grows by one: n steps cost n - 1.
        steps = DISTANCE[player]
        sources += [
            (friend, lengths >> steps[friend] - 1) for friend in friends if sight & BIT[friend]
        ]
    return ends


def first_kick(
    kicker: int, lengths: int, friends: tuple[int, ...], pieces: tuple[int, ...]
) -> tuple[int, list[Source]]:
    """Return where one kick from ``kicker`` can end, and the kicks that its passes lead to.

    The arguments are those of :func:`kick_ends`; ``friends`` are those that may be passed to.
    """
    sight = _clear(kicker, pieces) & RINGS[kicker][(2 << lengths.bit_length() - 1) - 1]
    steps = DISTANCE[kicker]
    passes = [(friend, lengths >> steps[friend] - 1) for friend in friends if sight & BIT[friend]]
    return sight & RINGS[kicker][lengths], passes


def _clear(start: int, pieces: tuple[int, ...]) -> int:
    """Return the targets to which one of the two paths from ``start`` meets no piece before."""
    blocked, shadows = NEVER[start], SHADOWS[start]
    for piece in pieces:
        blocked |= shadows[piece]
    return ~(blocked & blocked >> SQUARES)
