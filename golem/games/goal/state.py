"""The state of a match as a frozen value, and the numbers that the rules leave open."""

from dataclasses import dataclass
from typing import Final

from golem.games.goal.cards import CARDS, FULL_HAND, Hand
from golem.play.protocol import Option, Seat

HEARTS: Final = "hearts"
SPADES: Final = "spades"
# (decided) The first seat has the hearts and moves the chip towards +, the other towards -.
SEATS: Final = (HEARTS, SPADES)
OTHER: Final = {HEARTS: SPADES, SPADES: HEARTS}
DIRECTION: Final = {HEARTS: 1, SPADES: -1}

# (decided) How many steps lead from the start into a goal: no source says how long the track is.
DISTANCE: Final = Option("distance", (2, 3, 4), 3)
# (decided) Whether a match ends as soon as the side behind cannot catch up any more.
STOP_WHEN_DECIDED: Final = Option("stop_when_decided", (False, True), False)
OPTIONS: Final = (DISTANCE, STOP_WHEN_DECIDED)

START_SPACE: Final = 0
NORMAL_ROUNDS: Final = 2
# (decided) A level score is followed by whole rounds in which the first goal wins; after so many
# of them without a goal the match is a draw.
TIE_BREAK_ROUNDS: Final = 5
LAST_ROUND: Final = NORMAL_ROUNDS + TIE_BREAK_ROUNDS
NORMAL_PLIES: Final = NORMAL_ROUNDS * CARDS
LAST_PLY: Final = LAST_ROUND * CARDS


@dataclass(frozen=True, slots=True)
class Trick:
    """A pair of cards that was played.

    ``round`` and ``number`` count from 1. ``chip`` is where the chip came to, ``goal`` the seat
    that scored so; what puts the chip back, a goal or the end of a round, comes afterwards.
    """

    round: int
    number: int
    hearts: int
    spades: int
    chip: int
    goal: Seat | None = None

    @property
    def forced(self) -> bool:
        """Whether nobody had a choice: it was the last card of a round."""
        return self.number == CARDS


@dataclass(frozen=True, slots=True)
class State:
    """All that matters for the rest of the match, and the last trick.

    ``round`` counts from 1, tie-break rounds included. Hands are what is left to play in this
    round; they are empty only when the match ended with its round. ``chip`` is positive on the
    side of the spades' goal.
    """

    distance: int = 3
    stop_when_decided: bool = False
    round: int = 1
    hearts: Hand = FULL_HAND
    spades: Hand = FULL_HAND
    chip: int = START_SPACE
    hearts_goals: int = 0
    spades_goals: int = 0
    last: Trick | None = None

    @property
    def left(self) -> int:
        """How many cards each side has left in this round."""
        return self.hearts.bit_count()

    @property
    def trick(self) -> int:
        """The number of the trick to be played now, 1 to 13; 14 after the end of a round."""
        return CARDS - self.left + 1

    @property
    def lead(self) -> int:
        """By how many goals hearts lead; negative if spades do."""
        return self.hearts_goals - self.spades_goals

    @property
    def tie_break(self) -> bool:
        """Whether this is a round in which the first goal wins."""
        return self.round > NORMAL_ROUNDS

    def hand(self, seat: Seat) -> Hand:
        """Return the hand of ``seat``."""
        return self.hearts if seat == HEARTS else self.spades


def round_mark(number: int) -> str:
    """Return what a round is called: R1, R2, then X1 to X5."""
    return f"R{number}" if number <= NORMAL_ROUNDS else f"X{number - NORMAL_ROUNDS}"


ROUND_OF_MARK: Final = {round_mark(number): number for number in range(1, LAST_ROUND + 1)}
