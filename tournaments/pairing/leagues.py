"""The championship: who plays in which league and group of the next edition, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tournaments.pairing.entries import check
from tournaments.pairing.groups import snake

FEWEST: Final = 3
SMALLEST: Final = 7
USUAL: Final = 9
LARGEST: Final = 11
PROMOTED: Final = 2
STAYING: Final = 5
"""Places up to this one that are not relegated."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who plays in the next edition, with what the last one says of them.

    ``league`` counts from 1, ``None`` for a newcomer. ``place`` is that in the group, shared
    places as they are; who was left out of the table stands behind all in it. ``average`` are
    points per match in that group: it compares equal places of different groups.
    """

    player: int
    rating: float
    league: int | None = None
    place: int = 0
    average: Fraction = Fraction(0)


class Reason(StrEnum):
    """Why somebody plays in their league.

    By result: ``promoted``, ``stays``, ``relegated``. ``vacancy``: higher than by result, into a
    free seat. ``no_seat``: lower than by result, as the league has fewer seats than claims.
    ``merged``: the league is gone, those above took it in. ``bottom``: was to go down, but no
    league is below. ``newcomer``: filled in from the bottom by rating.
    """

    PROMOTED = "promoted"
    STAYS = "stays"
    RELEGATED = "relegated"
    VACANCY = "vacancy"
    NO_SEAT = "no_seat"
    MERGED = "merged"
    BOTTOM = "bottom"
    NEWCOMER = "newcomer"


@dataclass(frozen=True, slots=True)
class LeagueGroup:
    """A group: ``number`` counts from 1 within its league; players best rating first."""

    league: int
    number: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Where a player was (``None``: nowhere), where they are now, and the reason."""

    player: int
    before: int | None
    league: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Edition:
    """The groups from the top, and one move for each entrant. Both empty: no edition."""

    groups: tuple[LeagueGroup, ...]
    moves: tuple[Move, ...]


def edition(entrants: Sequence[Entrant]) -> Edition:
    """Return the groups of the next edition; none with fewer than three entrants.

    The seats of each league follow from how many enter (``league_sizes``). They are filled from
    the top in one order, so that nobody is put below somebody from the same league who had a
    worse place: league by league those whom their result puts there, first those who stay (by
    place), then those relegated into it, then those promoted into it. So a free seat goes to the
    next best of the league below, and beyond its places 3 to 5 to the best of those who were to
    be relegated. Equal places of different groups are compared by points per match, then rating,
    then number. The groups of a league are dealt by rating.

    Depends on the entrants, not on their order. Raises ``PairingError`` ``twice_entered``.
    """
    check([entrant.player for entrant in entrants], 0, len(entrants))
    sizes = league_sizes(len(entrants))
    in_order = iter(sorted(entrants, key=_order))
    groups: list[LeagueGroup] = []
    moves: list[Move] = []
    for league, size in enumerate(sizes, 1):
        members = [next(in_order) for _ in range(size)]
        groups += _groups(league, members)
        moves += [_move(entrant, league, len(sizes)) for entrant in members]
    return Edition(tuple(groups), tuple(moves))


def league_sizes(entrants: int) -> tuple[int, ...]:
    """Return how many play in each league, from the top; empty with fewer than three.

    League k has at most 2^(k-1) groups. Where there is a league below, groups have 9: with two
    up and all from the sixth place down that is the size which repeats itself from edition to
    edition. The last league takes the rest. If that is under 7, the rest joins the league above
    while groups there stay within 11; else it is one group of 3 to 6. A rest of 12 or 13, too
    many for one group and too few for two, gives one or two players to the league above.
    """
    sizes: list[int] = []
    rest = entrants if entrants >= FEWEST else 0
    while rest:
        most_groups = 1 << len(sizes)
        usual, largest = USUAL * most_groups, LARGEST * most_groups
        below = rest - usual
        if below <= 0 or (below < SMALLEST and rest <= largest):
            sizes.append(rest)
            rest = 0
        else:
            sizes.append(usual)
            rest = below
    return tuple(_lifted(sizes))


def _lifted(sizes: list[int]) -> list[int]:
    """Move one or two up if the last league is too many for one group and too few for two."""
    over = sizes[-1] - LARGEST if sizes else 0
    if len(sizes) > 1 and over > 0 and sizes[-1] < 2 * SMALLEST:
        return [*sizes[:-2], sizes[-2] + over, LARGEST]
    return sizes


def group_count(league: int, size: int) -> int:
    """Return how many groups a league has: as many as keep 7 in each, at most 2^(league-1)."""
    return max(1, min(1 << (league - 1), size // SMALLEST))


def target(entrant: Entrant) -> int | None:
    """Return the league that the last result gives: two up, to the fifth stay, the rest down."""
    if entrant.league is None:
        return None
    if entrant.place <= PROMOTED:
        return max(1, entrant.league - 1)
    return entrant.league if entrant.place <= STAYING else entrant.league + 1


def _order(entrant: Entrant) -> tuple[bool, int, int, int, Fraction, float, int]:
    """Return the key of the one order: newcomers last, by rating."""
    league = target(entrant)
    claim = 0
    if league is not None and entrant.league is not None:
        claim = 0 if league == entrant.league else 1 if league > entrant.league else 2
    place = entrant.place if league is not None else 0
    average = entrant.average if league is not None else Fraction(0)
    return (
        *(league is None, league or 0, claim, place, -average),
        *(-entrant.rating, entrant.player),
    )


def _groups(league: int, members: Sequence[Entrant]) -> list[LeagueGroup]:
    best_first = sorted(members, key=lambda entrant: (-entrant.rating, entrant.player))
    dealt = snake([one.player for one in best_first], group_count(league, len(members)))
    return [LeagueGroup(league, number, players) for number, players in enumerate(dealt, 1)]


def _move(entrant: Entrant, league: int, leagues: int) -> Move:
    wanted = target(entrant)
    if wanted is None or entrant.league is None:
        reason = Reason.NEWCOMER
    elif league == wanted:
        reason = _by_result(entrant.league, league)
    elif league > wanted:
        reason = Reason.NO_SEAT
    elif wanted > leagues:
        reason = Reason.BOTTOM if league == entrant.league else Reason.MERGED
    else:
        reason = Reason.VACANCY
    return Move(entrant.player, entrant.league, league, reason)


def _by_result(before: int, league: int) -> Reason:
    if league == before:
        return Reason.STAYS
    return Reason.PROMOTED if league < before else Reason.RELEGATED


def reasons(moves: Sequence[Move]) -> Mapping[int, Reason]:
    """Return the reason of each player."""
    return {move.player: move.reason for move in moves}
