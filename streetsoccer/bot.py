"""The computer player."""

from random import Random

from golem.play.errors import IllegalMove
from golem.play.pitch.asking import check_turn
from golem.play.pitch.lookahead import Search
from golem.play.protocol import Seat
from golem.play.thinking import Spent, within
from streetsoccer import moves, opening
from streetsoccer.guide import guide
from streetsoccer.notation import Move
from streetsoccer.position import Phase, Position


def bot(view: Position, seat: Seat, rng: Random, seconds: float) -> Move:
    """Return a legal move of ``seat``, found within about ``seconds`` of processor time."""
    return choose(view, seat, rng, within(seconds))


def choose(position: Position, seat: Seat, rng: Random, spent: Spent) -> Move:
    """Return the move that seems best when ``spent`` says that thinking is over.

    Raises ``IllegalMove`` if ``seat`` has no move to choose in ``position``.
    """
    check_turn(position, seat)
    if position.phase is Phase.SETUP:
        return opening.choose(position, rng, spent)
    listed = moves.legal(position)
    if not listed:
        raise IllegalMove("no_move")
    return listed[0] if len(listed) == 1 else Search(guide, spent).best(position, listed, rng)
