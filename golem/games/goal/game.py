"""Goal as the house knows it: the registered value."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from golem.games.goal import bot as player
from golem.games.goal import (
    clicks,
    draw,
    engine,
    examples,
    fields,
    moves,
    notation,
    record,
    rules,
)
from golem.games.goal import text as position_text
from golem.games.goal.notation import Card
from golem.games.goal.state import (
    DISTANCE,
    HEARTS,
    LAST_PLY,
    NORMAL_PLIES,
    OPTIONS,
    SEATS,
    SPADES,
    STOP_WHEN_DECIDED,
    State,
    Trick,
)
from golem.play.errors import BadDraw
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


class Goal:
    """The answers to :class:`golem.play.protocol.Game` and its optional questions.

    There is no ``view``: a state holds nothing secret. What is secret is a card that was chosen
    and not yet shown, and that is with the house.
    """

    info = GameInfo(
        key="goal",
        title="Goal",
        seats=SEATS,
        revision=REVISION,
        win_points=rules.WIN_POINTS,
        options=OPTIONS,
        plies=NORMAL_PLIES,
        most_plies=LAST_PLY,
        chance=False,
    )
    ops: Mapping[str, Callable[[Mapping[str, Json]], dict[str, Json]]]

    def __init__(self) -> None:
        self.ops = engine.ops_of(self)

    def start(self, options: Options) -> State:
        """Return the first state; options that are not given have their defaults."""
        return State(
            distance=int(options.get(DISTANCE.key, DISTANCE.default)),
            stop_when_decided=bool(options.get(STOP_WHEN_DECIDED.key, STOP_WHEN_DECIDED.default)),
        )

    def wants(self, state: State) -> Want | None:
        """Return ``None``: there is no chance in this game."""
        return None

    def supply(self, state: State, values: Sequence[int]) -> State:
        """Raise ``BadDraw``: no draw is ever owed."""
        raise BadDraw("no_draw_owed")

    def to_move(self, state: State) -> tuple[Seat, ...]:
        """Return both seats, or none after the end."""
        return moves.to_move(state)

    def forced(self, state: State) -> Mapping[Seat, Card]:
        """Return the last cards of a round, which nobody chooses; else nothing."""
        return moves.forced(state)

    def parse(self, text: str) -> Card:
        """Return the card that ``text`` names; raise ``NotationError``."""
        return notation.parse(text)

    def resolve(self, state: State, seat: Seat, intent: Card) -> Card:
        """Return ``intent`` as a legal move; raise ``IllegalMove``."""
        return moves.resolve(state, seat, intent)

    def play(self, state: State, moves: Mapping[Seat, Card]) -> State:
        """Return the state after both cards are shown."""
        return rules.play(state, moves[HEARTS].rank, moves[SPADES].rank)

    def write(self, move: Card) -> str:
        """Return the text of ``move``."""
        return notation.write(move)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or ``None``."""
        return rules.outcome(state)

    def describe(self, state: State) -> Description:
        """Return ``state`` as fields, one line of text, and the score."""
        score = {HEARTS: state.hearts_goals, SPADES: state.spades_goals}
        return Description(fields.to_fields(state), position_text.write(state), score)

    def read(self, text: object) -> State:
        """Return the state of ``text``; raise ``BadPosition``."""
        return position_text.read(text)

    def draw(self, state: State, seat: Seat) -> Drawing:
        """Return hands and track as ``seat`` sees them."""
        return draw.draw(state, seat)

    def record(self, options: Options, plies: Sequence[Mapping[Seat, str]]) -> str:
        """Return the record of the match after ``plies``, which must be legal."""
        state, tricks = self.start(options), list[Trick]()
        for texts in plies:
            hearts, spades = (notation.parse(texts[seat]).rank for seat in SEATS)
            state, trick = rules.trick(state, hearts, spades)
            tricks.append(trick)
        return record.write(tricks)

    def legal(self, state: State, seat: Seat) -> Sequence[Card] | None:
        """Return the cards that ``seat`` may play, in the order of their texts."""
        return moves.legal(state, seat)

    def click(self, state: State, seat: Seat, draft: str, square: str | None) -> Draft:
        """Return the draft after a click on a card."""
        return clicks.click(state, seat, draft, square)

    def examples(self) -> Mapping[str, Example]:
        """Return the pictures of the rules page."""
        return examples.examples()

    def bot(self, view: State, seat: Seat, rng: Random, seconds: float) -> Card:
        """Return a card of ``seat``, drawn from a mixed strategy, within about ``seconds`` of
        processor time."""
        return player.bot(view, seat, rng, seconds)


game: Final = Goal()
