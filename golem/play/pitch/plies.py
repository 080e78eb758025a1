"""Moves that all games of the pitch have.

``Walk`` is a named tuple, as lists of legal moves hold it by the dozen, and a tuple is made three
times as fast as a dataclass.
"""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class KickOff:
    """The ball kicked from the centre circle to ``ball``."""

    ball: int


class Walk(NamedTuple):
    """The player on ``start`` walks to ``end``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NoMove:
    """A ply without a legal move, written by the server."""
