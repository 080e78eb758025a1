"""Where the moves of one die lead: squares of the mover's players, and of the ball."""

from collections.abc import Iterator

from golem.games.golden_goal.oracle import (
    Board,
    kicks,
    known_way,
    paced,
    restart_ends,
    walk_ends,
)
from golem.play.pitch.lookahead import GOAL, Players
from golem.play.pitch.squares import FIELD, KEEPER_SQUARES, all_squares_of, squares_of

Ends = tuple[Players, int]
"""Where the mover's players stand after a move, and the ball's square or ``GOAL``."""


def after_turn(board: Board) -> list[Ends]:
    """Return where each legal move of a turn leads; goals first."""
    way, ball = known_way(board), board.ball.bit_length() - 1
    goals: list[Ends] = []
    quiet: list[Ends] = []
    for number, start in enumerate(board.own):
        squares, lengths = paced(board, start)
        before, after = board.own[:number], board.own[number + 1 :]
        ends = all_squares_of(walk_ends(board, start, squares, way))
        quiet += [((*before, end, *after), ball) for end in ends]
        for aside, kicked in kicks(board, start, lengths):
            players = (*before, ball if aside is None else aside, *after)
            quiet += [(players, end) for end in squares_of(kicked & FIELD)]
            if kicked & ~FIELD:
                goals.append((players, GOAL))
    return goals + quiet


def after_restart(board: Board) -> Iterator[Ends]:
    """Yield where each legal restart leads."""
    for keeper in KEEPER_SQUARES[board.seat]:
        players = (keeper, *board.own[1:])
        ends = restart_ends(board, keeper)
        if ends & ~FIELD:
            yield players, GOAL
        for ball in squares_of(ends & FIELD):
            yield players, ball
