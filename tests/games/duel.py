"""A tiny game for the tests: both seats name a number in secret, the higher one scores.

Three steps; ties score nothing; naming the same number twice is illegal, so the third step is
without a choice and the server plays it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from golem.play.errors import BadDraw, IllegalMove, NotationError
from golem.play.protocol import Description, Drawing, GameInfo, Options, Outcome, Want

SEATS = ("left", "right")
NUMBERS = frozenset({1, 2, 3})


@dataclass(frozen=True)
class State:
    """What each seat has named so far, in order."""

    left: tuple[int, ...] = ()
    right: tuple[int, ...] = ()

    def score(self) -> dict[str, int]:
        """Return the points by seat."""
        pairs = list(zip(self.left, self.right, strict=True))
        return {"left": sum(a > b for a, b in pairs), "right": sum(b > a for a, b in pairs)}


class Duel:
    """The game as a value."""

    info = GameInfo("duel", "Duel", SEATS, revision=1, win_points=(2, 0), plies=3, chance=False)

    def start(self, options: Options) -> State:
        return State()

    def wants(self, state: State) -> Want | None:
        return None

    def supply(self, state: State, values: Sequence[int]) -> State:
        raise BadDraw("bad_draw")

    def to_move(self, state: State) -> tuple[str, ...]:
        return SEATS if len(state.left) < len(NUMBERS) else ()

    def forced(self, state: State) -> Mapping[str, int]:
        if len(state.left) != len(NUMBERS) - 1:
            return {}
        return {seat: min(NUMBERS - set(getattr(state, seat))) for seat in SEATS}

    def parse(self, text: str) -> int:
        if not (len(text) == 2 and text[0] == "N" and text[1] in "123"):
            raise NotationError("bad_number", 1, "N1, N2 or N3")
        return int(text[1])

    def resolve(self, state: State, seat: str, intent: int) -> int:
        if intent in getattr(state, seat):
            raise IllegalMove("named_before")
        return intent

    def play(self, state: State, moves: Mapping[str, int]) -> State:
        return State((*state.left, moves["left"]), (*state.right, moves["right"]))

    def write(self, move: int) -> str:
        return f"N{move}"

    def outcome(self, state: State) -> Outcome | None:
        if len(state.left) < len(NUMBERS):
            return None
        score = state.score()
        best = max(SEATS, key=score.__getitem__)
        if score["left"] == score["right"]:
            return Outcome("level", None, {"left": 1, "right": 1})
        return Outcome("higher", best, {seat: 2 if seat == best else 0 for seat in SEATS})

    def describe(self, state: State) -> Description:
        fields = {"left": list(state.left), "right": list(state.right)}
        return Description(fields, f"{fields}", state.score())

    def draw(self, state: State, seat: str) -> Drawing:
        return Drawing(1, 1, ())


game = Duel()
