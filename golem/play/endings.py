"""How a match may end other than by the rules of its game."""

from collections.abc import Mapping
from typing import Final

from golem.play.protocol import GameInfo, Json, Seat

RESIGNATION: Final = "resignation"
TIMEOUT: Final = "timeout"
BOTH_TIMED_OUT: Final = "both_timed_out"
WITHDRAWAL: Final = "withdrawal"
"""The loser left the event, or the server: the opponent takes the full win."""
BOTH_WITHDREW: Final = "both_withdrew"
ADJUDICATED: Final = "adjudicated"
"""The organiser decided: the winner, or nobody, and the points of each seat."""
ANNULLED: Final = "annulled"
"""The operators ended it while it ran; it counts nowhere."""
NOBODYS: Final = (BOTH_TIMED_OUT, BOTH_WITHDREW, ANNULLED)
"""The endings that nobody wins, and that give nobody a point."""
OFF_THE_BOARD: Final = (RESIGNATION, TIMEOUT, WITHDRAWAL, ADJUDICATED, *NOBODYS)


def off_board_points(info: GameInfo, winner: Seat) -> dict[Seat, int]:
    """Return the points by seat of a match that was won by ``winner`` off the board.

    Nobody won if ``winner`` is empty: then all lost. An adjudication has points of its own.
    """
    win, loss = info.win_points
    return {seat: win if seat == winner else loss for seat in info.seats}


def can_be_adjudged(info: GameInfo, winner: Seat, points: Mapping[str, Json]) -> bool:
    """Tell whether an organiser can decide a match so: whole points for each seat, from none to
    those of a full win; the most for ``winner`` alone, or as many for all if it is empty."""
    if set(points) != set(info.seats) or any(type(number) is not int for number in points.values()):
        return False
    given = [int(points[seat]) for seat in info.seats]
    if not all(0 <= number <= info.win_points[0] for number in given):
        return False
    if not winner:
        return len(set(given)) == 1
    others = [points[seat] for seat in info.seats if seat != winner]
    return winner in info.seats and all(points[winner] > number for number in others)
