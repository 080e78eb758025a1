"""The course of a match: what chance owes, what a move does, and how it ends."""

from collections.abc import Sequence
from typing import Final

from golem.play import chance
from golem.play.errors import BadDraw
from golem.play.pitch.squares import BIT, FIELD, OTHER, RED, SEATS, YELLOW
from golem.play.protocol import DrawKind, Outcome, Seat, Want
from streetsoccer.notation import Kick, KickOff, Move, NoMove, Restart, Setup, Walk
from streetsoccer.position import (
    KICKOFF_PLY,
    LAST_PLY,
    NORMAL_PLIES,
    START,
    Phase,
    Position,
    team,
)

_WANTS: Final = {
    Phase.SETUP: Want("kickoff", DrawKind.UNEQUAL_PAIR),
    Phase.TURN: Want("turn", DrawKind.DIE),
    Phase.RESTART: Want("restart", DrawKind.DIE_FROM_TWO),
}
POINTS: Final[dict[str, tuple[int, int]]] = {
    "normal_time": (5, 0),
    "sudden_death": (4, 1),
    "last_goal": (3, 2),
    "scoreless": (2, 2),
}
"""Tournament points of the winner and of the other side, by how a match ended."""
# (decided) A match that ends off the board counts as one won in normal time.
OFF_BOARD_POINTS: Final = POINTS["normal_time"]


def start() -> Position:
    """Return the position before anything happened: the die of the kick-off is owed."""
    return Position(Phase.SETUP, 1, None, None, START[YELLOW], START[RED])


def wants(position: Position) -> Want | None:
    """Return the draw that is owed now, or ``None``."""
    return _WANTS.get(position.phase) if position.die is None else None


def supply(position: Position, values: Sequence[int]) -> Position:
    """Return ``position`` with its die from ``values``; raise ``BadDraw`` if they do not fit."""
    want = wants(position)
    if want is None:
        raise BadDraw("no_draw_owed")
    last = chance.check(want.kind, values)
    return position._replace(die=last[0] if len(last) == 1 else abs(last[0] - last[1]))


def play(position: Position, move: Move) -> Position:
    """Return the position after ``move``, which must be legal in ``position``."""
    match move:
        case Kick(begin, end, ball):
            return _ball_to(_walked(position, begin, end), ball)
        case Walk(begin, end):
            return _next_ply(_walked(position, begin, end), Phase.TURN)
        case Restart(keeper, ball):
            return _ball_to(_walked(position, position.players(position.to_move)[0], keeper), ball)
        case KickOff(ball):
            return _ball_to(position, ball)
        case Setup(places):
            return _placed(position, places)
        case NoMove():
            # (decided) An empty kick-off or restart is followed by a restart of the other side.
            stays = position.phase is Phase.TURN
            return _next_ply(position, Phase.TURN if stays else Phase.RESTART)


def _placed(position: Position, places: Sequence[int]) -> Position:
    keeper, *others = position.players(position.to_move)
    placed = _with_players(position, team(keeper, [*others, *places]))
    ply = position.ply + 1
    return placed._replace(phase=Phase.KICKOFF if ply == KICKOFF_PLY else Phase.SETUP, ply=ply)


def _walked(position: Position, begin: int, end: int) -> Position:
    keeper, *others = position.players(position.to_move)
    if begin == keeper:
        return _with_players(position, (end, *others))
    others[others.index(begin)] = end
    return _with_players(position, team(keeper, others))


def _with_players(position: Position, players: tuple[int, ...]) -> Position:
    if position.to_move == YELLOW:
        return position._replace(yellow=players)
    return position._replace(red=players)


def _ball_to(position: Position, ball: int) -> Position:
    if BIT[ball] & FIELD:
        return _next_ply(position._replace(ball=ball), Phase.TURN)
    return _next_ply(_scored(position), Phase.RESTART)


def _scored(position: Position) -> Position:
    scorer = position.to_move
    return position._replace(
        ball=None,
        yellow_goals=position.yellow_goals + (scorer == YELLOW),
        red_goals=position.red_goals + (scorer == RED),
        last_scorer=scorer,
    )


def _next_ply(position: Position, phase: Phase) -> Position:
    played = position.ply
    decided = played >= NORMAL_PLIES and not position.tied
    over = decided or played == LAST_PLY
    return position._replace(phase=Phase.OVER if over else phase, ply=played + 1, die=None)


def outcome(position: Position) -> Outcome | None:
    """Return how the match ended, or ``None`` while it goes on."""
    if position.phase is not Phase.OVER:
        return None
    if position.tied:
        winner, how = position.last_scorer, "last_goal" if position.last_scorer else "scoreless"
    else:
        winner = YELLOW if position.yellow_goals > position.red_goals else RED
        how = "normal_time" if position.ply == NORMAL_PLIES + 1 else "sudden_death"
    return Outcome(how, winner, _points(winner, how))


def _points(winner: Seat | None, how: str) -> dict[Seat, int]:
    high, low = POINTS[how]
    if winner is None:
        return dict.fromkeys(SEATS, high)
    points = {winner: high, OTHER[winner]: low}
    return {seat: points[seat] for seat in SEATS}
