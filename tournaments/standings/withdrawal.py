"""Who withdraws: whether results stay, and what becomes of the matches that were open."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tournaments import scoring
from tournaments.pairing.pairs import Pairing
from tournaments.scoring import ScoringTable
from tournaments.standings.scores import Kind, Score, score_of


@dataclass(frozen=True, slots=True)
class Counted:
    """``scores`` make the table; ``left_out`` are those whose results left it."""

    scores: tuple[Score, ...]
    left_out: frozenset[int]


def counted(
    finished: Iterable[Score],
    unfinished: Iterable[Pairing],
    withdrawn: Collection[int],
    table: ScoringTable,
    rounds_to_pair: int = 0,
) -> Counted:
    """Apply the half rule to all who withdrew.

    ``finished`` are the matches that came to an end otherwise than by a withdrawal, and byes;
    ``unfinished`` are all others of the event: those still open and those that a withdrawal
    ended. ``rounds_to_pair`` are rounds that nobody has paired yet (Swiss): they count as matches
    to come. Who finished under half of their matches is left out with all results. Who finished
    half or more keeps them and loses the rest. Between two who withdrew it is 0 : 0, whoever was
    first. The answer depends on who withdrew with how much finished, never on the order.
    """
    scores, rest = tuple(finished), tuple(unfinished)
    left_out = frozenset(one for one in withdrawn if under_half(one, scores, rest, rounds_to_pair))
    kept = [score for score in scores if not left_out.intersection(score.competitors)]
    lost = [
        _lost(pairing, withdrawn, table)
        for pairing in rest
        if not left_out.intersection(_both(pairing)) and set(withdrawn) & set(_both(pairing))
    ]
    return Counted((*kept, *lost), left_out)


def under_half(
    one: int, finished: Iterable[Score], unfinished: Iterable[Pairing], rounds_to_pair: int = 0
) -> bool:
    """Say whether less than half of one's matches are finished; byes are no matches.

    Arguments as in :func:`counted`. Who has no match at all is under half.
    """
    done = Counter(c for s in finished if s.kind is not Kind.BYE for c in s.competitors)[one]
    open_ = Counter(c for pairing in unfinished for c in _both(pairing))[one]
    return done == 0 or done < open_ + rounds_to_pair


def _both(pairing: Pairing) -> tuple[int, ...]:
    return () if pairing.second is None else (pairing.first, pairing.second)


def _lost(pairing: Pairing, withdrawn: Collection[int], table: ScoringTable) -> Score:
    stays = [one for one in _both(pairing) if one not in withdrawn]
    if stays:
        return score_of(pairing, table, scoring.FORFEIT, stays[0])
    return score_of(pairing, table, scoring.DOUBLE_FORFEIT, None)
