"""The mini cup: groups of three, and the right to a group of the next level."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.scoring import ScoringTable

GROUP: Final = 3


def qualified(points: Mapping[int, int], table: ScoringTable) -> tuple[int, ...]:
    """Return who earned the right to the next level in a finished group.

    ``points`` are those of all who are in its table: whoever withdrew with under half of their
    matches is not, and the matches against them are not. It takes more than half of the points
    that one player can take there; exactly half is not enough. Several can manage it.
    """
    matches = 2 * (len(points) - 1)
    return tuple(one for one, own in points.items() if 2 * own > matches * table.most)


@dataclass(frozen=True, slots=True)
class Queue:
    """Who waits for a group of one level, the first in front, each once.

    ``held`` are further rights of those who wait already, in the order in which they were earned.
    """

    waiting: tuple[int, ...] = ()
    held: tuple[int, ...] = ()


def entered(queue: Queue, player: int) -> Queue:
    """Return the queue with one more right (or entry) of a player.

    Of several of one player only one waits; the others are held until that group has started.
    """
    if player in queue.waiting:
        return Queue(queue.waiting, (*queue.held, player))
    return Queue((*queue.waiting, player), queue.held)


def start(queue: Queue) -> tuple[tuple[int, ...] | None, Queue]:
    """Return the group that starts now, or ``None``, and the queue behind it.

    A group starts as soon as three different people wait. Those of the three who hold a further
    right begin to wait anew then, at the end. Call it until it returns no group.
    """
    if len(queue.waiting) < GROUP:
        return None, queue
    group, rest = queue.waiting[:GROUP], Queue(queue.waiting[GROUP:])
    return group, _all_entered(rest, queue.held)


def without(queue: Queue, player: int) -> Queue:
    """Return the queue without all rights of a player who left."""
    return Queue(
        tuple(one for one in queue.waiting if one != player),
        tuple(one for one in queue.held if one != player),
    )


def _all_entered(queue: Queue, players: Iterable[int]) -> Queue:
    for player in players:
        queue = entered(queue, player)
    return queue
