"""Which positions from outside are taken."""

from typing import Final

from golem.play.errors import BadPosition, IllegalMove
from golem.play.pitch.reading import check_apart, check_ball, refuse
from golem.play.pitch.squares import FIELD, NAMES, RED, YELLOW
from streetsoccer import placing
from streetsoccer.position import (
    KICKOFF_PLY,
    KICKOFF_SPOT,
    LAST_PLY,
    NORMAL_PLIES,
    PLAYERS,
    START,
    Phase,
    Position,
    team,
)

DICE: Final[dict[Phase, tuple[int, int]]] = {
    Phase.SETUP: (1, 5),
    Phase.KICKOFF: (1, 5),
    Phase.TURN: (1, 6),
    Phase.RESTART: (2, 6),
}
"""The least and the greatest die of a phase."""
PLIES: Final[dict[Phase, tuple[int, int]]] = {
    Phase.SETUP: (1, KICKOFF_PLY - 1),
    Phase.KICKOFF: (KICKOFF_PLY, KICKOFF_PLY),
    Phase.TURN: (KICKOFF_PLY + 1, LAST_PLY),
    Phase.RESTART: (KICKOFF_PLY + 1, LAST_PLY),
    Phase.OVER: (NORMAL_PLIES + 1, LAST_PLY + 1),
}
"""The first and the last ply of a phase."""


def checked(position: Position) -> Position:
    """Return ``position`` if a match could show it; raise ``BadPosition``.

    What is asked: pieces and ball on the field and apart, as many as the phase has, and die,
    ply and score that go with it. Not asked: whether plies could really have led there.
    """
    _check_ply(position)
    _check_die(position)
    _check_pieces(position)
    check_ball(position.ball, position.phase, position.yellow + position.red, FIELD)
    _check_score(position)
    return position


def _check_ply(position: Position) -> None:
    first, last = PLIES[position.phase]
    if not first <= position.ply <= last:
        refuse("ply", f"{first} to {last}")


def _check_die(position: Position) -> None:
    if position.die is None:
        if position.phase is Phase.KICKOFF:
            refuse("die", "1 to 5")
        if position.phase is Phase.SETUP and position.ply > 1:
            refuse("die", "1 to 5")
        return
    if position.phase is Phase.OVER:
        refuse("die", "none")
    least, greatest = DICE[position.phase]
    if not least <= position.die <= greatest:
        refuse("die", f"{least} to {greatest}")


def _check_pieces(position: Position) -> None:
    check_apart(position.yellow + position.red, FIELD)
    for seat in (YELLOW, RED):
        players = position.players(seat)
        placed = position.phase is not Phase.SETUP or (seat == YELLOW and position.ply > 1)
        if len(players) != (PLAYERS if placed else len(START[seat])):
            refuse(seat, f"{PLAYERS if placed else len(START[seat])} squares")
        if position.phase is Phase.SETUP:
            _check_start(position, seat)
    if position.phase is Phase.KICKOFF and KICKOFF_SPOT not in position.yellow:
        refuse("yellow", f"a player on {NAMES[KICKOFF_SPOT]}")


def _check_start(position: Position, seat: str) -> None:
    keeper, centre = START[seat]
    players = position.players(seat)
    if players[0] != keeper or centre not in players:
        refuse(seat, f"keeper on {NAMES[keeper]}, player on {NAMES[centre]}")
    places = tuple(player for player in players if player not in START[seat])
    if places:
        before = position._replace(ply=1, yellow=team(keeper, (centre,)))
        try:
            placing.check(before, places)
        except IllegalMove as illegal:
            raise BadPosition(illegal.code, **illegal.data) from illegal


def _check_score(position: Position) -> None:
    goals = {YELLOW: position.yellow_goals, RED: position.red_goals}
    most = max(0, position.ply - KICKOFF_PLY - 1)
    if min(goals.values()) < 0 or sum(goals.values()) > most:
        refuse("score", f"at most {most} in all")
    last = position.last_scorer
    if (last is None) != (sum(goals.values()) == 0) or (last is not None and not goals[last]):
        refuse("last_scorer", "a side that scored")
    if position.phase is Phase.OVER:
        if position.tied and position.ply <= LAST_PLY:
            refuse("score", "not tied")
    elif position.ply > NORMAL_PLIES and not position.tied:
        refuse("score", "tied")
