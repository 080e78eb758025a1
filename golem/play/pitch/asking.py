"""Who may be asked for a move: what all doors of a game of the pitch refuse alike."""

from typing import Protocol

from golem.play.errors import IllegalMove
from golem.play.protocol import Seat


class Standing(Protocol):
    """A position, as far as it is looked at here."""

    @property
    def phase(self) -> str:
        """What the ply to be made now is; ``over`` when there is none."""

    @property
    def idle(self) -> bool:
        """Whether nobody is to move: a draw is owed, or the match is over."""

    @property
    def to_move(self) -> Seat:
        """The seat whose ply it is."""


def check_turn(position: Standing, seat: Seat) -> None:
    """Raise ``IllegalMove`` unless ``seat`` is to make a move in ``position``: with the code
    ``match_over``, ``draw_owed``, or ``wrong_seat`` and who is to move."""
    if position.phase == "over":
        raise IllegalMove("match_over")
    if position.idle:
        raise IllegalMove("draw_owed")
    if seat != position.to_move:
        raise IllegalMove("wrong_seat", to_move=[position.to_move])
