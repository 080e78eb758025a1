"""Swiss rounds by FIDE's Dutch system: like scores meet, nobody meets twice.

The pairing itself is the library's (py4swiss, rules C.04.3 of FIDE's Handbook until 2026, the
matching of bbpPairings). What is ours: points of our tables instead of 1, 1/2 and 0; no rematch
after a forfeit either; and what happens when the rules leave no round.
"""

from collections.abc import Callable, Collection, Sequence
from importlib.util import find_spec
from typing import Final

from tournaments.errors import CannotPair, PairingError
from tournaments.pairing.entries import check
from tournaments.pairing.pairs import Pairing, Pairs
from tournaments.pairing.sides import with_sides
from tournaments.standings.scores import Kind, Score

FEWEST: Final = 2
MOST: Final = 200


def pair_round(
    players: Sequence[int], present: Collection[int], rounds: Sequence[Sequence[Score]]
) -> tuple[Pairing, ...]:
    """Return the pairings of the next round, best scores first, a bye last.

    ``players`` are all who ever entered, in the order of their seeds (late entrants where their
    rating puts them, or at the end); ``present`` those to be paired now: who withdrew, or enters
    later, is not among them and gets no points for the round. ``rounds`` are all earlier rounds,
    finished, byes included. The same facts always give the same round.

    Nobody meets an opponent twice. With an odd number the lowest possible score gets the bye; who
    had one, or won by forfeit, gets none. No side three times in a row, and never more than two
    more of one side than of the other. If no round keeps all that, this round gives up the rules
    on sides, which then go to whoever is owed them, and that on forfeits and byes; never those on
    rematches and second byes. If even so no round is possible,
    ``CannotPair`` (``all_have_met``, ``too_few_present``) says so, and the event ends with the
    rounds that it has. Raises ``PairingError`` ``too_few``, ``too_many``, ``twice_entered`` or
    ``swiss_unavailable`` (on machines for which the library is not made).
    """
    check(players, FEWEST, MOST)
    if len(set(present) & set(players)) < FEWEST:
        raise CannotPair("too_few_present", present=len(present), limit=FEWEST)
    number = len(rounds) + 1
    pairs = _engine()(players, present, rounds, strict=True)
    if pairs is None:
        pairs = _engine()(players, present, rounds, strict=False)
        if pairs is None:
            raise CannotPair("all_have_met", round=number)
        pairs = with_sides(pairs, players, rounds)
    return tuple(Pairing(first, second, number) for first, second in pairs)


def available() -> bool:
    """Say whether Swiss rounds can be paired on this machine."""
    return find_spec("py4swiss") is not None


def _engine() -> Callable[..., Pairs | None]:
    """Return the library's pairing, loaded only when a round is paired: it is slow to load."""
    if not available():
        raise PairingError("swiss_unavailable")
    from tournaments.pairing import dutch

    return dutch.pairs


def rounds_possible(players: int) -> int:
    """Return how many rounds there can be at most before somebody must meet twice."""
    return players - 1 if players % 2 == 0 else players


def rounds_assured(players: int) -> int:
    """Return how many rounds can be paired for certain while nobody leaves.

    Half of the field, rounded up: as long as everybody has at least half of the others left, all
    can be paired (Dirac's theorem). Later rounds mostly can be, but the results decide.
    """
    return (players + 1) // 2


def had_bye(rounds: Sequence[Sequence[Score]]) -> frozenset[int]:
    """Return all who had a bye in these rounds."""
    return frozenset(s.first for scores in rounds for s in scores if s.kind is Kind.BYE)
