"""What a table is made of: one finished match, or one bye."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments import scoring
from tournaments.pairing.pairs import Pairing
from tournaments.scoring import Points, ScoringTable


class Kind(StrEnum):
    """How a score came about; all but ``played`` were settled away from the board.

    ``double_forfeit``: both lost (both withdrew, both out of time at once). ``bye``: no opponent.
    """

    PLAYED = "played"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Score:
    """One finished match of ``first`` and ``second``; ``second`` is ``None`` for a bye.

    ``goals`` are ``None`` where the game has none and for what was not played. ``round`` is
    needed for Buchholz only. ``key`` is the caller's own name of the match; it makes two scores
    the same match in :func:`tournaments.standings.assumed.what_if`.
    Raises ``ValueError`` for a score that cannot be.
    """

    first: int
    second: int | None
    points: Points
    goals: tuple[int, int] | None = None
    kind: Kind = Kind.PLAYED
    round: int | None = None
    key: int | None = None

    def __post_init__(self) -> None:
        if (self.second is None) is not (self.kind is Kind.BYE) or self.first == self.second:
            raise ValueError("two different competitors, or one and a bye")
        if self.goals is not None and self.kind is not Kind.PLAYED:
            raise ValueError("only what was played has goals")

    @property
    def winner(self) -> int | None:
        """Who won, if anybody did."""
        high, low = self.points
        if self.kind is Kind.BYE or high == low:
            return None
        return self.first if high > low else self.second

    @property
    def competitors(self) -> tuple[int, ...]:
        """The one or two whose score it is."""
        return (self.first,) if self.second is None else (self.first, self.second)


def score_of(
    pairing: Pairing,
    table: ScoringTable,
    how: str,
    winner: int | None,
    goals: tuple[int, int] | None = None,
) -> Score:
    """Return the score of a finished match.

    ``how`` is the outcome word, ``winner`` a competitor or ``None``. A forfeit counts no goals; a
    match that was resigned or lost on time keeps those on the board. Raises ``ScoringError``
    ``counts_nowhere`` for an annulled one, ``ValueError`` for a winner who did not play.
    """
    if winner not in (None, pairing.first, pairing.second):
        raise ValueError("the winner is one of the two")
    index = None if winner is None else int(winner == pairing.second)
    points = scoring.points(table, how, index)
    kind = _kind(how)
    kept = goals if kind is Kind.PLAYED else None
    return Score(
        pairing.first, pairing.second, points, kept, kind, round=pairing.round, key=pairing.key
    )


def _kind(how: str) -> Kind:
    if how in scoring.NOTHING_FOR_BOTH:
        return Kind.DOUBLE_FORFEIT
    return Kind.FORFEIT if how == scoring.FORFEIT else Kind.PLAYED


def bye(competitor: int, table: ScoringTable, round_number: int) -> Score:
    """Return the score of a bye with points; it exists in Swiss rounds only."""
    return Score(competitor, None, (table.bye, 0), kind=Kind.BYE, round=round_number)
