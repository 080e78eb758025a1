"""A tiny game with chance: a die says how much is on the table, the seats take turns.

Each takes 1 or 2 (``T1``, ``T2``), never more than there is; who takes the last one wins. With
one left there is no choice and the server writes ``T1``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from golem.play import chance
from golem.play.errors import BadDraw, IllegalMove, NotationError
from golem.play.protocol import (
    Description,
    Drawing,
    DrawKind,
    GameInfo,
    Option,
    Options,
    Outcome,
    Want,
)

SEATS = ("first", "second")


@dataclass(frozen=True)
class State:
    left: int | None = None
    taken: tuple[int, ...] = ()
    most: int = 2


class Countdown:
    info = GameInfo("countdown", "Countdown", SEATS, 1, (1, 0), (Option("most", (2, 3), 2),))

    def start(self, options: Options) -> State:
        return State(most=int(options.get("most", 2)))

    def wants(self, state: State) -> Want | None:
        return Want("table", DrawKind.DIE_FROM_TWO) if state.left is None else None

    def supply(self, state: State, values: Sequence[int]) -> State:
        if self.wants(state) is None:
            raise BadDraw("bad_draw")
        return replace(state, left=chance.check(DrawKind.DIE_FROM_TWO, values)[0])

    def to_move(self, state: State) -> tuple[str, ...]:
        return (SEATS[len(state.taken) % 2],) if state.left else ()

    def forced(self, state: State) -> Mapping[str, int]:
        return {self.to_move(state)[0]: 1} if state.left == 1 else {}

    def parse(self, text: str) -> int:
        if text not in ("T1", "T2", "T3"):
            raise NotationError("bad_take", 1, "T1 to T3")
        return int(text[1])

    def resolve(self, state: State, seat: str, intent: int) -> int:
        if intent > min(state.left or 0, state.most):
            raise IllegalMove("too_many")
        return intent

    def play(self, state: State, moves: Mapping[str, int]) -> State:
        (move,) = moves.values()
        assert state.left is not None
        return replace(state, left=state.left - move, taken=(*state.taken, move))

    def write(self, move: int) -> str:
        return f"T{move}"

    def outcome(self, state: State) -> Outcome | None:
        if state.left != 0:
            return None
        winner = SEATS[(len(state.taken) - 1) % 2]
        return Outcome("last", winner, {seat: int(seat == winner) for seat in SEATS})

    def describe(self, state: State) -> Description:
        text = f"{state.left} of {sum(state.taken)} {state.taken} by {state.most}"
        return Description({"left": state.left}, text, None)

    def draw(self, state: State, seat: str) -> Drawing:
        return Drawing(1, 1, ())


game = Countdown()
