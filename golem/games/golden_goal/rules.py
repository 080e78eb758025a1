"""The course of a match: what chance owes, and what a move does. How it ends is in ``ends``."""

from collections.abc import Sequence
from typing import Final

from golem.games.golden_goal import ends, placing
from golem.games.golden_goal.notation import Kick, KickOff, Move, NoMove, Restart, Setup, Walk
from golem.games.golden_goal.position import (
    ABSENT,
    KICKOFF_PLY,
    SETUP,
    VARIANT,
    Phase,
    Placing,
    Position,
    Variant,
    team,
)
from golem.play import chance
from golem.play.errors import BadDraw
from golem.play.pitch.squares import RED, YELLOW
from golem.play.protocol import DrawKind, Options, Want

_WANTS: Final = {
    # (decided) The dice of the kick-off come after the setup: nobody places with a look at them.
    Phase.KICKOFF: Want("kickoff", DrawKind.UNEQUAL_PAIR),
    Phase.TURN: Want("turn", DrawKind.DIE),
    Phase.RESTART: Want("restart", DrawKind.DIE_FROM_TWO),
}


def start(options: Options) -> Position:
    """Return the position before anything happened: the field is empty."""
    variant, placing = Variant(str(options[VARIANT.key])), Placing(str(options[SETUP.key]))
    return Position(variant, placing, Phase.SETUP, 1, None, None, (ABSENT,), (ABSENT,))


def wants(position: Position) -> Want | None:
    """Return the draw that is owed now, or ``None``."""
    return _WANTS.get(position.phase) if position.die is None else None


def supply(position: Position, values: Sequence[int]) -> Position:
    """Return ``position`` with its die from ``values``; raise ``BadDraw`` if they do not fit.

    Of the two dice of the kick-off the first is yellow's and the second red's.
    """
    want = wants(position)
    if want is None:
        raise BadDraw("no_draw_owed")
    last = chance.check(want.kind, values)
    if position.phase is not Phase.KICKOFF:
        return position._replace(die=last[0])
    yellows, reds = last
    kicker = YELLOW if yellows > reds else RED
    return position._replace(die=abs(yellows - reds), kicker=kicker)


def play(position: Position, move: Move) -> Position:
    """Return the position after ``move``, which must be legal in ``position``."""
    match move:
        case Kick(begin, end, ball, aside):
            return _ball_to(_walked(position, begin, end if aside is None else aside), ball)
        case Walk(begin, end):
            return _next_ply(_walked(position, begin, end), Phase.TURN)
        case Restart(keeper, ball):
            return _ball_to(_walked(position, position.players(position.to_move)[0], keeper), ball)
        case KickOff(ball):
            return _ball_to(position, ball)
        case Setup(puts):
            for put in puts:
                position = placing.placed(position, put)
            ply = position.ply + 1
            phase = Phase.KICKOFF if ply == KICKOFF_PLY[position.placing] else Phase.SETUP
            return position._replace(phase=phase, ply=ply)
        case NoMove():
            # (decided) An empty kick-off or restart is followed by a restart of the other side.
            stays = position.phase is Phase.TURN
            return _next_ply(position, Phase.TURN if stays else Phase.RESTART)


def _walked(position: Position, begin: int, end: int) -> Position:
    seat = position.to_move
    keeper, *others = position.players(seat)
    if begin == keeper:
        return position.with_players(seat, (end, *others))
    others[others.index(begin)] = end
    return position.with_players(seat, team(keeper, others))


def _ball_to(position: Position, ball: int | None) -> Position:
    if ball is None:
        return _next_ply(ends.after_goal(position), Phase.RESTART)
    return _next_ply(position._replace(ball=ball), Phase.TURN)


def _next_ply(position: Position, phase: Phase) -> Position:
    after = position._replace(ply=position.ply + 1, die=None, phase=phase)
    return after if ends.verdict(after) is None else after._replace(phase=Phase.OVER)
