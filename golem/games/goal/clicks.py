"""A card chosen by a click on it; another click on another card chooses that one instead."""

from golem.games.goal.cards import ranks_of
from golem.games.goal.draw import card_name
from golem.games.goal.moves import check_seat, resolve
from golem.games.goal.notation import Card, parse, write
from golem.games.goal.state import State
from golem.play.errors import IllegalMove, NotationError
from golem.play.protocol import Draft, Seat


def click(state: State, seat: Seat, draft: str, square: str | None) -> Draft:
    """Return the draft after a click on ``square``; see :class:`golem.play.protocol.Clicks`."""
    check_seat(state, seat)
    chosen = resolve(state, seat, parse(draft)) if draft else None
    if square is None:
        return _stand(state, seat, chosen)
    if not isinstance(square, str):
        raise NotationError("unexpected", 1, "a card")
    held = {card_name(seat, rank): Card(rank) for rank in ranks_of(state.hand(seat))}
    if square not in held:
        raise IllegalMove("not_own_card")
    return _stand(state, seat, held[square])


def _stand(state: State, seat: Seat, chosen: Card | None) -> Draft:
    """Return the draft of the card ``chosen``; all others of the hand can be clicked."""
    others = [rank for rank in ranks_of(state.hand(seat)) if chosen != Card(rank)]
    squares = tuple(card_name(seat, rank) for rank in others)
    if chosen is None:
        return Draft("", complete=False, squares=squares, ask="card")
    return Draft(write(chosen), complete=True, squares=squares, ask="done")
