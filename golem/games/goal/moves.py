"""Legal cards: listed, checked, and forced ones."""

from golem.games.goal.cards import RANKS, ranks_of
from golem.games.goal.notation import Card
from golem.games.goal.rules import is_over
from golem.games.goal.state import HEARTS, SEATS, SPADES, State
from golem.play.errors import IllegalMove
from golem.play.protocol import Seat


def to_move(state: State) -> tuple[Seat, ...]:
    """Return both seats, or none after the end: both choose at once."""
    return () if is_over(state) else SEATS


def legal(state: State, seat: Seat) -> list[Card]:
    """Return the cards of ``seat`` in the order of their texts; none after the end."""
    if seat not in to_move(state):
        return []
    cards = [Card(rank) for rank in ranks_of(state.hand(seat))]
    return sorted(cards, key=lambda card: RANKS[card.rank])


def resolve(state: State, seat: Seat, intent: Card) -> Card:
    """Return ``intent`` as a legal move of ``seat``; raise ``IllegalMove``."""
    check_seat(state, seat)
    if not state.hand(seat) >> intent.rank & 1:
        raise IllegalMove("not_in_hand", card=RANKS[intent.rank])
    return intent


def check_seat(state: State, seat: Seat) -> None:
    """Raise ``IllegalMove`` unless ``seat`` owes a card."""
    if is_over(state):
        raise IllegalMove("match_over")
    if seat not in SEATS:
        raise IllegalMove("wrong_seat", to_move=list(SEATS))


def forced(state: State) -> dict[Seat, Card]:
    """Return the last cards of a round, which both sides know; else nothing."""
    if is_over(state) or state.left != 1:
        return {}
    return {seat: Card(ranks_of(state.hand(seat))[0]) for seat in (HEARTS, SPADES)}
