"""Where a kick can send the ball."""

from golem.play.pitch.lines import DISTANCE, NEVER, RINGS, SHADOWS
from golem.play.pitch.squares import BIT, SQUARES


def kick_ends(
    kicker: int,
    lengths: int,
    friends: tuple[int, ...],
    pieces: tuple[int, ...],
    wanted: int = 0,
) -> int:
    """Return the squares where a kick from ``kicker`` can end, occupied squares perhaps among them.

    ``lengths``: the lengths that the kick may have, bit n-1 for n. ``friends``: the squares of
    the kicking side, the kicker's among them. ``pieces``: the squares of both sides. Squares of
    both goals are among the answer: which of them count is the caller's to say. Once a square
    of the set ``wanted`` is found, the search may end and leave out others.
    """
    ends = 0
    tried = dict.fromkeys(friends, 0)
    clear: dict[int, int] = {}
    waiting = [(kicker, lengths)]
    while waiting:
        player, lengths = waiting.pop()
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
        waiting += [
            (friend, lengths >> steps[friend] - 1) for friend in friends if sight & BIT[friend]
        ]
    return ends


def _clear(start: int, pieces: tuple[int, ...]) -> int:
    """Return the targets to which one of the two paths from ``start`` meets no piece before."""
    blocked, shadows = NEVER[start], SHADOWS[start]
    for piece in pieces:
        blocked |= shadows[piece]
    return ~(blocked & blocked >> SQUARES)
