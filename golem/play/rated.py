"""Which finished matches are rated, and why the others are not."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from golem.play.endings import ADJUDICATED, ANNULLED, BOTH_TIMED_OUT, BOTH_WITHDREW


class Unrated(StrEnum):
    """Why a finished match is not rated. The codes are stable; words for them stand elsewhere."""

    ANNULLED = "annulled"
    BOT = "bot"
    REPLACED = "replaced"
    AGREED = "unrated"
    BYE = "bye"
    DOUBLE_FORFEIT = "double_forfeit"
    BOTH_TIMED_OUT = "both_timed_out"
    NO_MOVE = "no_move"
    NOT_TWO = "not_two"


@dataclass(frozen=True, slots=True)
class Finished:
    """What must be known of a finished match.

    ``agreed``: it was to be rated. ``movers`` are the seats that made a move of their own; one
    that rules or chance forced was made by the server, and a sealed one that was never played
    was not made. ``winner`` is a seat, or empty for nobody. ``replaced``: a player took over the
    seat of another. ``bots``: at least one seat is a bot's. ``pointless``: nobody got a point.
    """

    seats: tuple[str, ...]
    how: str
    winner: str
    agreed: bool
    annulled: bool = False
    bots: bool = False
    replaced: bool = False
    pointless: bool = False
    movers: frozenset[str] = field(default_factory=frozenset)


OF_ENDINGS: Final = {
    ANNULLED: Unrated.ANNULLED,
    BOTH_TIMED_OUT: Unrated.BOTH_TIMED_OUT,
    BOTH_WITHDREW: Unrated.DOUBLE_FORFEIT,
    "double_forfeit": Unrated.DOUBLE_FORFEIT,
    "bye": Unrated.BYE,
}
"""The endings after which nothing is rated."""


def why_unrated(match: Finished) -> Unrated | None:
    """Return why ``match`` is not rated, ``None`` if it is; of several reasons the first counts.

    A match that nobody won, and that did not end in one of ``OF_ENDINGS``, has no loser: it is
    rated whoever moved. If organisers decided that nobody gets a point, both have forfeited.
    """
    reasons = (
        (match.annulled, Unrated.ANNULLED),
        (match.bots, Unrated.BOT),
        (match.replaced, Unrated.REPLACED),
        (not match.agreed, Unrated.AGREED),
        (match.how in OF_ENDINGS, OF_ENDINGS.get(match.how, Unrated.AGREED)),
        (match.how == ADJUDICATED and match.pointless, Unrated.DOUBLE_FORFEIT),
        (len(match.seats) != 2, Unrated.NOT_TWO),
        (_lost_without_a_move(match), Unrated.NO_MOVE),
    )
    return next((reason for holds, reason in reasons if holds), None)


def _lost_without_a_move(match: Finished) -> bool:
    losers = [seat for seat in match.seats if seat != match.winner] if match.winner else []
    return any(seat not in match.movers for seat in losers)
