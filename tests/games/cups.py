"""A tiny game with something hidden, for the tests: one seat sees a die, the other guesses it.

``high`` sees the die and says a number, true or not; ``low`` guesses. Who guesses right wins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from golem.play import chance
from golem.play.errors import BadDraw, NotationError
from golem.play.protocol import (
    Cell,
    Description,
    Drawing,
    DrawKind,
    GameInfo,
    Options,
    Outcome,
    Piece,
    Want,
)

SEATS = ("high", "low")


@dataclass(frozen=True)
class State:
    """The die (``None``: not thrown, 0: hidden from who looks), and the numbers said."""

    die: int | None = None
    said: tuple[int, ...] = ()


class Cups:
    """The game as a value."""

    info = GameInfo("cups", "Cups", SEATS, revision=1, win_points=(2, 0), most_plies=2)

    def start(self, options: Options) -> State:
        return State()

    def wants(self, state: State) -> Want | None:
        return Want("cup", DrawKind.DIE, "high") if state.die is None else None

    def supply(self, state: State, values: Sequence[int]) -> State:
        if self.wants(state) is None:
            raise BadDraw("bad_draw")
        return replace(state, die=chance.check(DrawKind.DIE, values)[0])

    def to_move(self, state: State) -> tuple[str, ...]:
        going_on = state.die is not None and len(state.said) < 2
        return (SEATS[len(state.said)],) if going_on else ()

    def forced(self, state: State) -> Mapping[str, int]:
        return {}

    def parse(self, text: str) -> int:
        if len(text) != 1 or text not in "123456":
            raise NotationError("bad_number", 1, "1 to 6")
        return int(text)

    def resolve(self, state: State, seat: str, intent: int) -> int:
        return intent

    def legal(self, state: State, seat: str) -> list[int]:
        return [1, 2, 3, 4, 5, 6] if seat in self.to_move(state) else []

    def play(self, state: State, moves: Mapping[str, int]) -> State:
        return replace(state, said=(*state.said, *moves.values()))

    def write(self, move: int) -> str:
        return str(move)

    def outcome(self, state: State) -> Outcome | None:
        if len(state.said) < 2:
            return None
        winner = SEATS[state.said[1] == state.die]
        return Outcome("guess", winner, {seat: 2 * (seat == winner) for seat in SEATS})

    def view(self, state: State, seat: str | None) -> State:
        open_now = seat == "high" or state.die is None or len(state.said) == 2
        return state if open_now else replace(state, die=0)

    def describe(self, state: State) -> Description:
        return Description({"cup": state.die}, f"{state.die} {state.said}", None)

    def draw(self, state: State, seat: str) -> Drawing:
        cup = Piece("cup", None, "cup", str(state.die or ""))
        return Drawing(1, 1, (Cell("cup", 0, 0),), pieces=(cup,))


game = Cups()
