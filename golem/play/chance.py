"""Seeded, unbiased, replayable draws, with commitment and reveal.

A match has a secret seed of 32 bytes. Virtual die ``n`` (n = 1, 2, ...) is made from
HMAC-SHA256 as ``docs/dice.md`` describes, so that anyone who knows the seed can check every
die of a match. Draws use virtual dice up in order.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from golem.play.errors import BadDraw
from golem.play.protocol import DrawKind

SEED_BYTES = 32
FACES = 6
FIRST_REJECTED_BYTE = 252  # the largest multiple of 6 in a byte: from here on a byte is biased


def commitment(seed: bytes) -> str:
    """Return SHA-256 of ``seed`` in lower-case hexadecimal, published when the match starts."""
    return hashlib.sha256(seed).hexdigest()


def virtual_die(seed: bytes, n: int) -> int:
    """Return virtual die ``n`` (from 1) of ``seed``: 1 to 6, each equally likely."""
    for k in count():
        byte = hmac.digest(seed, f"die:{n}:{k}".encode("ascii"), "sha256")[0]
        if byte < FIRST_REJECTED_BYTE:
            return byte % FACES + 1
    raise AssertionError("unreachable: count() does not end")


def dice(seed: bytes, used: int = 0) -> Iterator[int]:
    """Yield the virtual dice of ``seed`` without end, after the first ``used`` ones."""
    return (virtual_die(seed, n) for n in count(used + 1))


def draw(kind: DrawKind, source: Iterator[int]) -> tuple[int, ...]:
    """Return all the virtual dice that one draw of ``kind`` takes from ``source``, in order."""
    size, done = _PROCEDURES[kind]
    values: list[int] = []
    while True:
        group = [next(source) for _ in range(size)]
        values += group
        if done(group):
            return tuple(values)


def check(kind: DrawKind, values: Sequence[int]) -> tuple[int, ...]:
    """Return the last group of ``values``, the one that counts; raise ``BadDraw`` if a draw of
    ``kind`` cannot have given exactly these values."""
    size, done = _PROCEDURES[kind]
    if not values or len(values) % size or not all(_is_die(value) for value in values):
        raise BadDraw("bad_draw", kind=str(kind))
    *rejected, last = (tuple(values[i : i + size]) for i in range(0, len(values), size))
    if not done(last) or any(done(group) for group in rejected):
        raise BadDraw("bad_draw", kind=str(kind))
    return last


def _is_die(value: object) -> bool:
    return type(value) is int and 1 <= value <= FACES


_PROCEDURES: dict[DrawKind, tuple[int, Callable[[Sequence[int]], bool]]] = {
    DrawKind.DIE: (1, lambda group: True),
    DrawKind.DIE_FROM_TWO: (1, lambda group: group[0] >= 2),
    DrawKind.UNEQUAL_PAIR: (2, lambda group: group[0] != group[1]),
}
