"""Golden Goal as the house knows it: the registered value."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from golem.games.golden_goal import bot as player
from golem.games.golden_goal import (
    clicks,
    draw,
    ends,
    engine,
    examples,
    fields,
    moves,
    notation,
    rules,
    text,
)
from golem.games.golden_goal.notation import Intent, Move
from golem.games.golden_goal.position import OPTIONS, Phase, Position
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

REVISION: Final = 1


class GoldenGoal:
    """The answers to :class:`golem.play.protocol.Game` and its optional questions."""

    info = GameInfo(
        key="golden_goal",
        title="Golden Goal",
        seats=SEATS,
        revision=REVISION,
        win_points=ends.OFF_BOARD_POINTS,
        options=OPTIONS,
        most_plies=ends.MOST_PLIES,
    )
    ops: Mapping[str, Callable[[Mapping[str, Json]], dict[str, Json]]]

    def __init__(self) -> None:
        self.ops = engine.ops_of(self)

    def start(self, options: Options) -> Position:
        """Return the first position: an empty field."""
        return rules.start(options)

    def wants(self, state: Position) -> Want | None:
        """Return the die, or the dice of the kick-off, that are owed, or ``None``."""
        return rules.wants(state)

    def supply(self, state: Position, values: Sequence[int]) -> Position:
        """Return ``state`` with the die of ``values``; raise ``BadDraw``."""
        return rules.supply(state, values)

    def to_move(self, state: Position) -> tuple[Seat, ...]:
        """Return the seat to move, if any."""
        idle = state.phase is Phase.OVER or rules.wants(state) is not None
        return () if idle else (state.to_move,)

    def forced(self, state: Position) -> Mapping[Seat, Move]:
        """Return the empty ply of a side without a legal move, if it is so."""
        move = moves.forced(state)
        return {} if move is None else {state.to_move: move}

    def parse(self, text: str) -> Intent:
        """Return what ``text`` says; raise ``NotationError``."""
        return notation.parse(text)

    def resolve(self, state: Position, seat: Seat, intent: Intent) -> Move:
        """Return the legal move that ``intent`` is; raise ``IllegalMove``."""
        return moves.resolve(state, seat, intent)

    def play(self, state: Position, moves: Mapping[Seat, Move]) -> Position:
        """Return the position after the one move in ``moves``."""
        return rules.play(state, moves[state.to_move])

    def write(self, move: Move) -> str:
        """Return the text of ``move``."""
        return notation.write(move)

    def outcome(self, state: Position) -> Outcome | None:
        """Return how the match ended, or ``None``."""
        return ends.outcome(state)

    def describe(self, state: Position) -> Description:
        """Return ``state`` as fields, one line of text, and the score."""
        score = {YELLOW: state.yellow_goals, RED: state.red_goals}
        return Description(fields.to_fields(state), text.write(state), score)

    def draw(self, state: Position, seat: Seat) -> Drawing:
        """Return the pitch as ``seat`` sees it."""
        return draw.draw(state, seat)

    def legal(self, state: Position, seat: Seat) -> Sequence[Move] | None:
        """Return the legal moves of ``seat`` in order, ``None`` if they are too many; none if it
        is not to move."""
        if seat not in self.to_move(state):
            return []
        return moves.legal(state)

    def click(self, state: Position, seat: Seat, draft: str, square: str | None) -> Draft:
        """Return the draft after a click."""
        return clicks.click(state, seat, draft, square)

    def examples(self) -> Mapping[str, Example]:
        """Return the pictures of the rules page."""
        return examples.examples()

    def bot(self, view: Position, seat: Seat, rng: Random, seconds: float) -> Move:
        """Return a legal move of ``seat``, found within about ``seconds`` of processor time."""
        return player.bot(view, seat, rng, seconds)


game: Final = GoldenGoal()
