"""A tiny game without an end for the tests: the seats pass a token to and fro."""

from collections.abc import Mapping, Sequence

from golem.play.errors import BadDraw, NotationError
from golem.play.protocol import Description, Drawing, GameInfo, Options, Outcome, Want

SEATS = ("here", "there")


class Relay:
    """The game as a value; a state is how often the token was passed."""

    info = GameInfo("relay", "Relay", SEATS, revision=1, win_points=(2, 0), chance=False)

    def start(self, options: Options) -> int:
        return 0

    def wants(self, state: int) -> Want | None:
        return None

    def supply(self, state: int, values: Sequence[int]) -> int:
        raise BadDraw("bad_draw")

    def to_move(self, state: int) -> tuple[str, ...]:
        return (SEATS[state % 2],)

    def forced(self, state: int) -> Mapping[str, int]:
        return {}

    def parse(self, text: str) -> int:
        if text != "P":
            raise NotationError("bad_pass", 1, "P")
        return 1

    def resolve(self, state: int, seat: str, intent: int) -> int:
        return intent

    def play(self, state: int, moves: Mapping[str, int]) -> int:
        return state + 1

    def write(self, move: int) -> str:
        return "P"

    def outcome(self, state: int) -> Outcome | None:
        return None

    def describe(self, state: int) -> Description:
        return Description({"passed": state}, f"{state}", None)

    def draw(self, state: int, seat: str) -> Drawing:
        return Drawing(1, 1, ())


game = Relay()
