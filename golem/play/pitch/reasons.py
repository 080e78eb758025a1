"""Why a walk or a kick does not lead to a square: codes of refusals. Decides nothing."""

from collections.abc import Callable, Mapping
from typing import Final

from golem.play.errors import IllegalMove
from golem.play.pitch.lines import LONGEST_KICK, NEVER, RINGS
from golem.play.pitch.squares import BIT, NAMES, SQUARES, beside
from golem.play.pitch.walks import region, walk

_ANY_LENGTH: Final = (1 << LONGEST_KICK) - 1


def why_no_walk(start: int, end: int, die: int, free: int, ball: int) -> IllegalMove | None:
    """Return why no walk of ``die`` steps leads from ``start`` to ``end``; ``None`` if one does.

    ``free`` and ``ball`` are those of :func:`golem.play.pitch.walks.walk`.
    """
    ends, lengths = walk(BIT[start], die, free, ball)
    if lengths if BIT[end] == ball else BIT[end] & ends:
        return None
    passable = free if BIT[end] == ball else free & ~ball
    if BIT[end] & region(beside(BIT[start]), passable):
        return IllegalMove("wrong_distance", part="walk", die=die, square=NAMES[end])
    return IllegalMove("walk_blocked", square=NAMES[end])


def why_no_kick(
    kicker: int,
    lengths: int,
    targets: int,
    search: Callable[[int], int],
    data: Mapping[str, object],
) -> IllegalMove:
    """Return why a kick from ``kicker`` cannot end on any of ``targets``, a set.

    ``search`` gives for a set of lengths where the ball can go, whether or not an opponent could
    then reach it there. ``data`` goes into the refusal.
    """
    if targets & search(lengths):
        return IllegalMove("unreachable_ball", **data)
    direct = targets & RINGS[kicker][lengths] & ~(NEVER[kicker] & NEVER[kicker] >> SQUARES)
    if not direct and targets & search(_ANY_LENGTH):
        open_ = [n + 1 for n in range(LONGEST_KICK) if lengths >> n & 1]
        return IllegalMove("wrong_distance", part="kick", lengths=open_, **data)
    return IllegalMove("no_kick_path", **data)
