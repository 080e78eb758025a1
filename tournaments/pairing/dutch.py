"""The library's Dutch engine, asked in its own words.

It wants a tournament report: starting numbers from 1, one result a round for each player. It
counts points by result words (win, draw, loss); ours are of more kinds. So every result there is
worth nothing, and the real points go in as what it calls acceleration, round by round.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from typing import Final

from py4swiss.engines.common import PairingError as NoPairing
from py4swiss.engines.dutch import Engine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem
from py4swiss.trf.sections import PlayerSection, XSection

from tournaments.pairing.pairs import Pairs
from tournaments.standings.scores import Kind, Score

NO_LAST_ROUND: Final = 10_000
"""FIDE relaxes the sides of leaders in the last round; we do not, so the last never comes."""
WORTH_NOTHING: Final = ScoringPointSystem(
    score_dict=dict.fromkeys(ScoringPointSystem().score_dict, 0)
)
ABSENT: Final = RoundResult(
    id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE
)
BYE: Final = RoundResult(
    id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE
)
FIRST, SECOND = ColorToken.WHITE, ColorToken.BLACK


def pairs(
    players: Sequence[int],
    present: Collection[int],
    rounds: Sequence[Sequence[Score]],
    strict: bool,
) -> Pairs | None:
    """Return the pairs of the next round as (first, second), ``None`` for the bye's opponent.

    ``None`` instead of pairs: the rules leave no round. If not ``strict``, what was played counts
    for points and rematches only, and a win by forfeit does not stand against a bye.
    Other arguments as in ``swiss.pair_round``.
    """
    numbers = {one: number for number, one in enumerate(players, 1)}
    report = ParsedTrf(
        player_sections=[
            _section(numbers[one], [_result(one, scores, numbers, strict) for scores in rounds])
            for one in players
        ],
        x_section=XSection(
            number_of_rounds=NO_LAST_ROUND,
            zeroed_ids={numbers[one] for one in players if one not in present},
            scoring_point_system=WORTH_NOTHING,
            accelerations={numbers[one]: _points(one, rounds) for one in players},
            forbidden_pairs=_met(rounds, numbers),
        ),
    )
    for section in report.player_sections:
        section.points_times_ten = report.x_section.accelerations[section.starting_number][-1]
    try:
        found = Engine.generate_pairings(report)
    except NoPairing:
        return None
    back = dict(enumerate(players, 1))
    made = [(back[pair.white], back.get(pair.black)) for pair in found]
    return tuple(sorted(made, key=lambda pair: pair[1] is None))


def _section(number: int, results: list[RoundResult]) -> PlayerSection:
    return PlayerSection(
        code=PlayerCode.PLAYER, starting_number=number, points_times_ten=0, rank=0, results=results
    )


def _result(
    one: int, scores: Sequence[Score], numbers: Mapping[int, int], strict: bool
) -> RoundResult:
    """Return a player's result of one round; what was not played has neither side nor opponent."""
    score = _score_of(one, scores)
    if score is None:
        return ABSENT
    if score.kind is Kind.BYE or (strict and score.kind is Kind.FORFEIT and score.winner == one):
        return BYE
    if score.kind is not Kind.PLAYED or score.second is None or not strict:
        return ABSENT
    first = score.first == one
    return RoundResult(
        id=numbers[score.second if first else score.first],
        color=FIRST if first else SECOND,
        result=ResultToken.DRAW,
    )


def _points(one: int, rounds: Sequence[Sequence[Score]]) -> list[int]:
    """Return a player's points before each round, and now."""
    gained = []
    for scores in rounds:
        score = _score_of(one, scores)
        gained.append(0 if score is None else score.points[int(score.first != one)])
    return list(accumulate(gained, initial=0))


def _score_of(one: int, scores: Sequence[Score]) -> Score | None:
    return next((score for score in scores if one in (score.first, score.second)), None)


def _met(rounds: Sequence[Sequence[Score]], numbers: Mapping[int, int]) -> set[tuple[int, int]]:
    """Return all who were paired with each other, played or not."""
    return {
        (numbers[score.first], numbers[score.second])
        for scores in rounds
        for score in scores
        if score.second is not None
    }
