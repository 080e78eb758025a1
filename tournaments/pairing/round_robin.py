"""Round robin by the Berger tables (FIDE Handbook C.05, annex 1): everybody meets everybody."""

from collections.abc import Iterator, Sequence
from typing import Final

from tournaments.pairing.entries import check
from tournaments.pairing.pairs import Pairing

FEWEST: Final = 2
MOST: Final = 64


def round_robin(
    players: Sequence[int], double: bool = False, with_byes: bool = False
) -> tuple[Pairing, ...]:
    """Return all pairings, round by round; ``players`` are in the order of their numbers.

    With an odd number of them each has one free round a leg: the highest number of the table is
    nobody. Such a round gives no points; it is told as a bye only ``with_byes``. On how many
    first and second sides one plays differs by at most one, in a double event not at all: its
    second leg repeats the first with the sides swapped. The last two rounds of the first leg are
    then exchanged, as FIDE recommends, so that nobody has one side three times in a row.
    Raises ``PairingError`` ``too_few``, ``too_many`` or ``twice_entered``.
    """
    check(players, FEWEST, MOST)
    rounds = [list(_round(players, number)) for number in range(_even(players) - 1)]
    if double:
        rounds[-2:] = rounds[-2:][::-1]
        rounds += [[(second, first) for first, second in pairs] for pairs in rounds]
    return tuple(
        pairing
        for number, pairs in enumerate(rounds, 1)
        for pairing in (_pairing(pair, number) for pair in pairs)
        if with_byes or not pairing.is_bye
    )


def _even(players: Sequence[int]) -> int:
    return len(players) + len(players) % 2


def _round(players: Sequence[int], number: int) -> Iterator[tuple[int | None, int | None]]:
    """Yield the pairs of one round, counted from 0: the highest number's first.

    All but the highest number stand on a ring. Each round the place opposite the highest number
    moves on by half of the field, and the others meet across that place.
    """
    size = _even(players)
    seats: list[int | None] = [*players, None][:size]
    place, ring = number * (size // 2) % (size - 1), size - 1
    met = (seats[place], seats[-1])
    yield met if number % 2 == 0 else met[::-1]
    for step in range(1, size // 2):
        yield seats[(place + step) % ring], seats[(place - step) % ring]


def _pairing(pair: tuple[int | None, int | None], number: int) -> Pairing:
    first, second = pair
    if first is None:
        first, second = second, None
    assert first is not None
    return Pairing(first, second, number)
