"""How much of everything a simulated year has."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """``lead``: days from the beginning to the first edition of the championship. ``rounds``: how
    often each kind of tournament is held. Of the rest the names say it; shares are of all people.
    """

    players: int
    days: int
    lead: int
    entrants: int
    mini_cup_a_day: float
    climbers: int
    asks_a_day: float
    rounds: int
    withdrawals: int
    deletions: int
    outages: int = 2
    leagues: int = 1
    editions: int = 1
    mini_cup_level: int = 1


def year(players: int, days: int) -> Size:
    """Return a whole year: four leagues, two editions, mini cups up to the third level."""
    return Size(
        players=players,
        days=days,
        lead=60,
        entrants=players * 9 // 25,
        mini_cup_a_day=0.7,
        climbers=players // 8,
        asks_a_day=0.6,
        rounds=1,
        withdrawals=players // 10,
        deletions=players // 25,
        leagues=4,
        editions=2,
        mini_cup_level=3,
    )


def small(players: int, days: int) -> Size:
    """Return some weeks in which each kind is held once, for a test."""
    return Size(
        players=players,
        days=days,
        lead=6,
        entrants=players // 3,
        mini_cup_a_day=0.25,
        climbers=players // 4,
        asks_a_day=0.2,
        rounds=1,
        withdrawals=6,
        deletions=2,
    )
