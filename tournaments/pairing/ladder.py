"""The ladder: who may play whom, and what a result moves. Positions count from 1, the top."""

from collections.abc import Collection, Sequence
from math import isqrt
from typing import Final

from tournaments.errors import PairingError

OUT_AT_A_TIME: Final = 1
IN_AT_A_TIME: Final = 2
SAME_PAIR_AFTER_DAYS: Final = 14

Ladder = tuple[int, ...]
"""The players from the top down; no player twice."""


def reach(position: int) -> int:
    """Return how many places above one may play from a position: its square root, rounded up."""
    root = isqrt(position)
    return root if root * root == position else root + 1


def within_reach(ladder: Sequence[int], player: int) -> tuple[int, ...]:
    """Return whom a player may play by position, highest first; raise as ``opponent_of``."""
    position = _position(ladder, player)
    return tuple(ladder[max(0, position - 1 - reach(position)) : position - 1])


def opponent_of(
    ladder: Sequence[int],
    player: int,
    running: Collection[tuple[int, int]],
    rested: Collection[int] = (),
) -> int:
    """Return the highest player whom ``player`` can play now.

    ``running`` are the matches under way as (challenger, challenged); ``rested`` are those who
    cannot be had now for other reasons: the same pair met less than 14 days ago, blocked, away.
    Raises ``PairingError``: ``not_on_ladder``, ``top_of_ladder``, ``challenge_out`` (one's own is
    under way), ``nobody_available``.
    """
    candidates = within_reach(ladder, player)
    if not candidates:
        raise PairingError("top_of_ladder", player=player)
    if sum(one == player for one, _ in running) >= OUT_AT_A_TIME:
        raise PairingError("challenge_out", player=player)
    for one in candidates:
        if one not in rested and _free(one, player, running):
            return one
    raise PairingError("nobody_available", player=player, tried=list(candidates))


def _free(one: int, player: int, running: Collection[tuple[int, int]]) -> bool:
    """Say whether a player can take one more; a pair never plays two matches at a time."""
    taken = sum(challenged == one for _, challenged in running)
    return taken < IN_AT_A_TIME and not {(one, player), (player, one)} & set(running)


def after_match(ladder: Sequence[int], winner: int | None, loser: int | None) -> Ladder:
    """Return the ladder after a match, by the places of the moment when it ends.

    A winner who stands lower takes the loser's place, and those between move down one; else
    nothing changes, nor if nobody won, nor if one of the two has left.
    """
    if winner is None or loser is None or not {winner, loser} <= set(ladder):
        return tuple(ladder)
    up, down = ladder.index(loser), ladder.index(winner)
    if down < up:
        return tuple(ladder)
    return (*ladder[:up], winner, *ladder[up:down], *ladder[down + 1 :])


def joined(ladder: Sequence[int], player: int) -> Ladder:
    """Return the ladder with a new player last; who is on it stays where they are."""
    return tuple(ladder) if player in ladder else (*ladder, player)


def left(ladder: Sequence[int], players: Collection[int]) -> Ladder:
    """Return the ladder without some players; those below close the gaps."""
    return tuple(one for one in ladder if one not in players)


def _position(ladder: Sequence[int], player: int) -> int:
    if player not in ladder:
        raise PairingError("not_on_ladder", player=player)
    return ladder.index(player) + 1
