"""A game of the pitch as the house knows it: its parts, behind the questions of the protocol.

Such a game has one seat to move at a time, goals, and a die.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Generic, Protocol, TypeVar

from golem.play.pitch.squares import RED, SEATS, YELLOW
from golem.play.protocol import (
    Description,
    Draft,
    Drawing,
    Example,
    GameInfo,
    Json,
    Options,
    Outcome,
    Seat,
    Want,
)

KICKOFF_THROWERS: Final[Mapping[str, tuple[Seat, ...]]] = {"kickoff": SEATS}
"""Of each pair of the kick-off's dice the first one is yellow's, the second one red's."""


class Standing(Protocol):
    """What is asked of a position here."""

    @property
    def idle(self) -> bool:
        """Whether nobody is to move: a draw is owed, or the match is over."""

    @property
    def to_move(self) -> Seat:
        """The seat whose ply it is."""

    @property
    def yellow_goals(self) -> int:
        """Yellow's goals."""

    @property
    def red_goals(self) -> int:
        """Red's goals."""


P = TypeVar("P", bound=Standing)
I = TypeVar("I")  # noqa: E741
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Parts(Generic[P, I, M]):
    """The functions of a game that answer :class:`golem.play.protocol.Game` and its optional
    questions; ``forced`` and ``play`` know of one move, the seat's that is to move."""

    start: Callable[[Options], P]
    wants: Callable[[P], Want | None]
    supply: Callable[[P, Sequence[int]], P]
    forced: Callable[[P], M | None]
    parse: Callable[[object], I]
    resolve: Callable[[P, Seat, I], M]
    play: Callable[[P, M], P]
    write: Callable[[M], str]
    outcome: Callable[[P], Outcome | None]
    fields: Callable[[P], Mapping[str, Json]]
    text: Callable[[P], str]
    read: Callable[[object], P]
    draw: Callable[[P, Seat], Drawing]
    legal: Callable[[P], Sequence[M] | None]
    click: Callable[[P, Seat, str, str | None], Draft]
    examples: Callable[[], Mapping[str, Example]]
    bot: Callable[[P, Seat, Random, float], M]


class PitchGame(Generic[P, I, M]):
    """The answers to :class:`golem.play.protocol.Game` and its optional questions."""

    info: GameInfo
    ops: Mapping[str, Callable[[Mapping[str, Json]], dict[str, Json]]]

    def __init__(self, parts: Parts[P, I, M]) -> None:
        self._parts = parts

    def start(self, options: Options) -> P:
        """Return the first position."""
        return self._parts.start(options)

    def wants(self, state: P) -> Want | None:
        """Return the draw that is owed, or ``None``."""
        return self._parts.wants(state)

    def supply(self, state: P, values: Sequence[int]) -> P:
        """Return ``state`` with the die of ``values``; raise ``BadDraw``."""
        return self._parts.supply(state, values)

    def to_move(self, state: P) -> tuple[Seat, ...]:
        """Return the seat to move, if any."""
        return () if state.idle else (state.to_move,)

    def forced(self, state: P) -> Mapping[Seat, M]:
        """Return the empty ply of a side without a legal move, if it is so."""
        move = self._parts.forced(state)
        return {} if move is None else {state.to_move: move}

    def parse(self, text: str) -> I:
        """Return what ``text`` says; raise ``NotationError``."""
        return self._parts.parse(text)

    def resolve(self, state: P, seat: Seat, intent: I) -> M:
        """Return the legal move that ``intent`` is; raise ``IllegalMove``."""
        return self._parts.resolve(state, seat, intent)

    def play(self, state: P, moves: Mapping[Seat, M]) -> P:
        """Return the position after the one move in ``moves``."""
        return self._parts.play(state, moves[state.to_move])

    def write(self, move: M) -> str:
        """Return the text of ``move``."""
        return self._parts.write(move)

    def outcome(self, state: P) -> Outcome | None:
        """Return how the match ended, or ``None``."""
        return self._parts.outcome(state)

    def describe(self, state: P) -> Description:
        """Return ``state`` as fields, one line of text, and the score."""
        score = {YELLOW: state.yellow_goals, RED: state.red_goals}
        return Description(self._parts.fields(state), self._parts.text(state), score)

    def read(self, text: object) -> P:
        """Return the position of ``text``; raise ``BadPosition``."""
        return self._parts.read(text)

    def draw(self, state: P, seat: Seat) -> Drawing:
        """Return the pitch as ``seat`` sees it."""
        return self._parts.draw(state, seat)

    def legal(self, state: P, seat: Seat) -> Sequence[M] | None:
        """Return the legal moves of ``seat`` in order, ``None`` if they are too many; none if it
        is not to move."""
        return [] if state.idle or seat != state.to_move else self._parts.legal(state)

    def click(self, state: P, seat: Seat, draft: str, square: str | None) -> Draft:
        """Return the draft after a click."""
        return self._parts.click(state, seat, draft, square)

    def examples(self) -> Mapping[str, Example]:
        """Return the pictures of the rules page."""
        return self._parts.examples()

    def bot(self, view: P, seat: Seat, rng: Random, seconds: float) -> M:
        """Return a legal move of ``seat``, found within about ``seconds`` of processor time."""
        return self._parts.bot(view, seat, rng, seconds)
