"""The list of legal moves beside the check of single ones, in any game of the pitch."""

from collections.abc import Sequence
from typing import Any, Protocol

from golem.play.errors import IllegalMove
from tests.pitch.notations import Notation


class Moves(Protocol):
    """The module of a game that knows its legal moves."""

    def legal(self, position: Any, /) -> Sequence[Any] | None: ...

    def forced(self, position: Any, /) -> Any: ...

    def resolve(self, position: Any, seat: str, intent: Any, /) -> Any: ...


def is_taken(moves: Moves, position: Any, intent: Any) -> bool:
    """Return whether the seat to move may do what is meant."""
    try:
        moves.resolve(position, position.to_move, intent)
    except IllegalMove:
        return False
    return True


def check_list(moves: Moves, notation: Notation, position: Any, expected: list[str]) -> None:
    """Just these texts are listed, in order; without any, the empty ply is forced."""
    listed = moves.legal(position) or []
    assert [notation.write(move) for move in listed] == expected
    assert (moves.forced(position) is not None) == (listed == [])


def check_listed_are_taken(moves: Moves, notation: Notation, position: Any) -> None:
    """Each listed move is taken as it is written."""
    for move in moves.legal(position) or ():
        intent = notation.parse(notation.write(move))
        assert moves.resolve(position, position.to_move, intent) == move
