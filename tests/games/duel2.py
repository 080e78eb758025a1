"""The toy game by a second revision of its rules: nobody may begin with the highest number."""

from golem.play.errors import IllegalMove
from golem.play.protocol import GameInfo
from tests.games.duel import NUMBERS, SEATS, Duel, State


class SecondDuel(Duel):
    """As before, but for one move that is forbidden now."""

    info = GameInfo("duel", "Duel", SEATS, revision=2, win_points=(2, 0), plies=3, chance=False)

    def resolve(self, state: State, seat: str, intent: int) -> int:
        if not getattr(state, seat) and intent == max(NUMBERS):
            raise IllegalMove("too_high")
        return super().resolve(state, seat, intent)


game = SecondDuel()
