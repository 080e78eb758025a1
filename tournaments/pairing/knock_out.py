"""Knock-out: the bracket, and how a tie of two players is decided."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.errors import PairingError
from tournaments.pairing.entries import check
from tournaments.pairing.pairs import Pairing
from tournaments.standings.scores import Score

MOST: Final = 1024
PAIRS_OF_MATCHES: Final = 2
"""A tie has one pair of matches and, if that decides nothing, one more."""
MOST_MATCHES: Final = 2 * PAIRS_OF_MATCHES


@dataclass(frozen=True, slots=True)
class Tie:
    """Two players of a round, the better seed named ``better``; ``number`` counts from 0.

    ``None`` is an empty place: a bye, or left by two who both withdrew.
    """

    round: int
    number: int
    better: int | None
    other: int | None

    @property
    def walkover(self) -> bool:
        """Say whether nothing is played; who is there, if anybody, goes on."""
        return self.better is None or self.other is None

    @property
    def alone(self) -> int | None:
        """Who goes on from a walkover."""
        return self.other if self.better is None else self.better


def rounds_of(players: int) -> int:
    """Return how many rounds lead from that many players to one."""
    return (players - 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds, from 1, down the bracket; ``size`` is a power of two.

    Best meets worst in each round if the better ones win: 1 and 2 can meet in the final only.
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return tuple(order)


def first_round(players: Sequence[int]) -> tuple[Tie, ...]:
    """Return the ties of round 1; ``players`` are in the order of seeds.

    Where they are no power of two the best seeds have a bye. Raises ``PairingError`` ``too_few``,
    ``too_many`` or ``twice_entered``.
    """
    check(players, 2, MOST)
    size = 1 << rounds_of(len(players))
    places = [players[seed - 1] if seed <= len(players) else None for seed in seed_order(size)]
    return _ties(places, 1, players)


def next_round(
    ties: Sequence[Tie], winners: Sequence[int | None], players: Sequence[int]
) -> tuple[Tie, ...]:
    """Return the ties of the round behind ``ties``; empty if that was the final.

    ``winners`` belong to ``ties`` one by one; ``None`` where both withdrew: then the one who
    would have met the winner has a bye. ``players`` are all, in the order of seeds.
    Raises ``PairingError`` ``wrong_winner`` (``tie``) for a winner who was not there.
    """
    for tie, winner in zip(ties, winners, strict=True):
        if winner is not None and winner not in (tie.better, tie.other):
            raise PairingError("wrong_winner", tie=tie.number)
    return _ties(winners, ties[0].round + 1, players) if len(ties) > 1 else ()


def _ties(places: Sequence[int | None], number: int, players: Sequence[int]) -> tuple[Tie, ...]:
    seeds = {one: seed for seed, one in enumerate(players)}
    pairs = (
        sorted(pair, key=lambda one: len(seeds) if one is None else seeds[one])
        for pair in zip(places[::2], places[1::2], strict=True)
    )
    return tuple(Tie(number, index, *pair) for index, pair in enumerate(pairs))


def matches_of(tie: Tie) -> tuple[Pairing, Pairing]:
    """Return one pair of matches, the sides swapped; a walkover has none: ``ValueError``."""
    if tie.better is None or tie.other is None:
        raise ValueError("a walkover is not played")
    there = Pairing(tie.better, tie.other, tie.round)
    return there, Pairing(tie.other, tie.better, tie.round)


class Verdict(StrEnum):
    """What decided a tie, or what it waits for (``open``, ``one_more_pair``)."""

    OPEN = "open"
    ONE_MORE_PAIR = "one_more_pair"
    WALKOVER = "walkover"
    WITHDRAWN = "withdrawn"
    BOTH_WITHDREW = "both_withdrew"
    POINTS = "points"
    GOAL_DIFFERENCE = "goal_difference"
    BETTER_SEED = "better_seed"


@dataclass(frozen=True, slots=True)
class Decided:
    """``winner`` is ``None`` while the tie waits, and for ever where both withdrew."""

    verdict: Verdict
    winner: int | None = None

    @property
    def over(self) -> bool:
        """Say whether nothing more is played in this tie."""
        return self.verdict not in (Verdict.OPEN, Verdict.ONE_MORE_PAIR)


def decide(
    tie: Tie,
    scores: Sequence[Score],
    still_open: int = 0,
    withdrawn: Collection[int] = (),
    *,
    most: int = MOST_MATCHES,
) -> Decided:
    """Return how a tie stands after its finished matches, given as their scores.

    Order of the steps: points, goal difference, one more pair of matches, the better seed; all
    matches of the tie count together. (Between two players more goals scored and a better
    difference are the same thing, so goals need no step of their own.) ``still_open`` are matches
    begun and not finished: the tie waits for all of them. ``withdrawn`` are those who withdrew
    while this tie was to be decided: the other goes on; if both did, nobody does. ``most``: with
    so many scores there is no further pair; between teams there is none at all.
    """
    if tie.walkover:
        return Decided(Verdict.WALKOVER, tie.alone)
    stays = [one for one in (tie.better, tie.other) if one not in withdrawn]
    if len(stays) < 2:
        return Decided(Verdict.WITHDRAWN, stays[0]) if stays else Decided(Verdict.BOTH_WITHDREW)
    if still_open or not scores:
        return Decided(Verdict.OPEN)
    return _by_results(tie, scores, most)


def _by_results(tie: Tie, scores: Sequence[Score], most: int) -> Decided:
    leads = {
        Verdict.POINTS: sum(_lead(tie, score, score.points) for score in scores),
        Verdict.GOAL_DIFFERENCE: sum(_lead(tie, score, score.goals or (0, 0)) for score in scores),
    }
    for verdict, lead in leads.items():
        if lead:
            return Decided(verdict, tie.better if lead > 0 else tie.other)
    if len(scores) < most:
        return Decided(Verdict.ONE_MORE_PAIR)
    return Decided(Verdict.BETTER_SEED, tie.better)


def _lead(tie: Tie, score: Score, pair: tuple[int, int]) -> int:
    return pair[0] - pair[1] if score.first == tie.better else pair[1] - pair[0]
