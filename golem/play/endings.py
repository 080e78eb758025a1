"""How a match may end other than by the rules of its game."""

from typing import Final

from golem.play.protocol import GameInfo, Seat

RESIGNATION: Final = "resignation"
TIMEOUT: Final = "timeout"
BOTH_TIMED_OUT: Final = "both_timed_out"
ANNULLED: Final = "annulled"
"""The operators ended it while it ran; it counts nowhere."""
NOBODYS: Final = (BOTH_TIMED_OUT, ANNULLED)
"""The endings that nobody wins."""
OFF_THE_BOARD: Final = (RESIGNATION, TIMEOUT, *NOBODYS)


def off_board_points(info: GameInfo, winner: Seat) -> dict[Seat, int]:
    """Return the points by seat of a match that was won by ``winner`` off the board.

    Nobody won if ``winner`` is empty: then all lost.
    """
    win, loss = info.win_points
    return {seat: win if seat == winner else loss for seat in info.seats}
