"""The toy game of the countdown with options of each kind, to see how they are told to people.

Its words are in ``tests/games/templates``; the option ``open_hand`` has none.
"""

from golem.play.protocol import GameInfo, Option
from tests.play.countdown import SEATS, Countdown

OPTIONS = (
    Option("most", (2, 3), 2),
    Option("variant", ("one_heap", "first_to_three"), "one_heap"),
    Option("open_hand", (False, True), False),
)


class Stones(Countdown):
    """Played as the countdown; only ``most`` changes anything."""

    info = GameInfo("stones", "Stones", SEATS, 1, (1, 0), OPTIONS)


game = Stones()
