"""Where the moves of one die lead: squares of the mover's players, and of the ball."""

from collections.abc import Iterable

from golem.play.pitch.lookahead import GOAL, Players
from golem.play.pitch.squares import BIT, FIELD, beside, mask_of, squares_of
from golem.play.protocol import Seat
from streetsoccer.oracle import (
    Board,
    ball_ends,
    known_way,
    paced,
    restart_ends,
    restart_squares,
    walk_ends,
)


def turn_board(seat: Seat, die: int, own: Players, others: Players, ball: int | None) -> Board:
    """Return the board as ``seat`` sees it; ``ball`` is ``None`` before a restart."""
    opponents = mask_of(others)
    occupied = opponents | mask_of(own)
    place = 0 if ball is None else BIT[ball]
    return Board(seat, die, place, own, others, occupied, beside(opponents))


def after_turn(board: Board) -> Iterable[tuple[Players, int]]:
    """Yield where each legal move of a turn leads; ``GOAL`` at most once, and first."""
    way, own, kicker = known_way(board), board.own, board.ball.bit_length() - 1
    quiet: list[tuple[Players, int]] = []
    scored = False
    for number, start in enumerate(own):
        ends, lengths = paced(board, start)
        before, after = own[:number], own[number + 1 :]
        quiet += [
            ((*before, end, *after), kicker)
            for end in squares_of(walk_ends(board, start, ends, way))
        ]
        kicks = ball_ends(board, start, lengths)
        if kicks:
            players = (*before, kicker, *after)
            quiet += [(players, ball) for ball in squares_of(kicks & FIELD)]
            if kicks & ~FIELD and not scored:
                scored = True
                quiet.insert(0, (players, GOAL))
    return quiet


def after_restart(board: Board) -> Iterable[tuple[Players, int]]:
    """Yield where each legal restart leads."""
    for keeper in restart_squares(board):
        players = (keeper, *board.own[1:])
        ends = restart_ends(board, keeper)
        if ends & ~FIELD:
            yield players, GOAL
        for ball in squares_of(ends & FIELD):
            yield players, ball
