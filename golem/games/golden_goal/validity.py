"""Which positions from outside are taken."""

from typing import Final

from golem.games.golden_goal import placing
from golem.games.golden_goal.ends import (
    CHANCE_TURNS,
    GOALS_TO_WIN,
    MOST_TURNS,
    verdict,
)
from golem.games.golden_goal.field import (
    BOX,
    MOST_IN_BOX,
    OPEN_TO_KEEPER,
    OPEN_TO_OUTFIELDERS,
    OWN_CIRCLE,
    WALKABLE,
)
from golem.games.golden_goal.position import (
    ABSENT,
    HANDOVERS,
    KICKOFF_PLY,
    PLAYERS,
    Phase,
    Position,
    Variant,
)
from golem.play.errors import BadPosition
from golem.play.pitch.reading import check_apart, check_ball, refuse
from golem.play.pitch.squares import (
    BIT,
    FIELD,
    KEEPER_FIELDS,
    NAMES,
    OTHER,
    RED,
    SEATS,
    YELLOW,
    mask_of,
)
from golem.play.protocol import Seat

DICE: Final[dict[Phase, tuple[int, int]]] = {
    Phase.KICKOFF: (1, 5),
    Phase.TURN: (1, 6),
    Phase.RESTART: (2, 6),
}
"""The least and the greatest die of a phase."""


def checked(position: Position) -> Position:
    """Return ``position`` if a match could show it; raise ``BadPosition``.

    What is asked: players and ball where they may be and apart, as many as the phase has, and die,
    ply and score that go with it. Not asked: whether plies could really have led there.
    """
    _check_ply(position)
    _check_die(position)
    _check_kicker(position)
    _check_players(position)
    check_ball(position.ball, position.phase, position.yellow + position.red, FIELD)
    _check_score(position)
    _check_last_chance(position)
    _check_end(position)
    return position


def plies_of(position: Position) -> tuple[int, int]:
    """Return the first and the last ply of the position's phase."""
    kickoff = KICKOFF_PLY[position.placing]
    last = kickoff + MOST_TURNS[position.variant]
    match position.phase:
        case Phase.SETUP:
            return 1, kickoff - 1
        case Phase.KICKOFF:
            return kickoff, kickoff
        case Phase.OVER:
            return kickoff + 2, last + 1
        case _:
            return kickoff + 1, last


def _check_ply(position: Position) -> None:
    first, last = plies_of(position)
    if not first <= position.ply <= last:
        refuse("ply", f"{first} to {last}")


def _check_die(position: Position) -> None:
    if position.die is None:
        return
    if position.phase not in DICE:
        refuse("die", "none")
    least, greatest = DICE[position.phase]
    if not least <= position.die <= greatest:
        refuse("die", f"{least} to {greatest}")


def _check_kicker(position: Position) -> None:
    undecided = position.phase is Phase.SETUP or (
        position.phase is Phase.KICKOFF and position.die is None
    )
    if undecided and position.kicker is not None:
        refuse("kicker", "none before the dice of the kick-off")
    if not undecided and position.kicker is None:
        refuse("kicker", "yellow or red")


def _check_players(position: Position) -> None:
    players = tuple(player for player in position.yellow + position.red if player != ABSENT)
    check_apart(players, WALKABLE)
    for seat in SEATS:
        if position.phase is Phase.SETUP:
            _check_setup(position, seat)
        elif len(position.players(seat)) != PLAYERS or ABSENT in position.players(seat):
            refuse(seat, f"{PLAYERS} squares")
        elif position.phase is not Phase.OVER:  # a goal may end a match with the scorer there
            _check_fronts(position, seat)
    if position.phase is Phase.KICKOFF:
        _check_circle(position)


def _check_setup(position: Position, seat: Seat) -> None:
    """Refuse a side that the setup so far cannot have brought forth."""
    placed = HANDOVERS[position.placing][: position.ply - 1]
    due = sum(placed[SEATS.index(seat) :: 2])
    keeper, *others = position.players(seat)
    if len(others) + (keeper != ABSENT) != due:
        refuse(seat, f"{due} squares")
    if keeper != ABSENT and not BIT[keeper] & KEEPER_FIELDS[seat]:
        raise BadPosition("keeper_start", square=NAMES[keeper])
    outfielders = mask_of(others)
    counts = placing.counted(seat, outfielders)
    boxed = (outfielders & BOX[seat]).bit_count()
    legal = placing.completable(counts) and sum(counts.values()) == len(others)
    if not legal or boxed > MOST_IN_BOX:
        refuse(seat, "a setup by the rules")


def _check_fronts(position: Position, seat: Seat) -> None:
    keeper, *others = position.players(seat)
    for player in others:
        if not BIT[player] & OPEN_TO_OUTFIELDERS:
            raise BadPosition("front_of_net", square=NAMES[player])
    if not BIT[keeper] & OPEN_TO_KEEPER[seat]:
        raise BadPosition("front_of_net", square=NAMES[keeper])


def _check_circle(position: Position) -> None:
    for seat in SEATS if position.kicker is None else (position.kicker,):
        outfielders = mask_of(position.players(seat)[1:])
        if (outfielders & OWN_CIRCLE[seat]).bit_count() != 1:
            refuse(seat, "one outfielder in the own half of the centre circle")


def _check_score(position: Position) -> None:
    goals = {YELLOW: position.yellow_goals, RED: position.red_goals}
    most = max(0, position.turn - 1)
    if position.variant is Variant.GOLDEN_GOAL:
        most = min(most, 1)
    if min(goals.values()) < 0 or sum(goals.values()) > most:
        refuse("score", f"at most {most} in all")
    if position.variant is Variant.FIRST_TO_3 and max(goals.values()) > GOALS_TO_WIN:
        refuse("score", f"at most {GOALS_TO_WIN} goals of a side")
    last = position.last_scorer
    if (last is None) != (sum(goals.values()) == 0) or (last is not None and not goals[last]):
        refuse("last_scorer", "a side that scored")


def _check_last_chance(position: Position) -> None:
    """Refuse a window that no goal can have opened: it ends with a turn of the side behind."""
    last, leader = position.last_chance, position.leader
    if position.variant is not Variant.LAST_CHANCE or leader is None:
        if last is not None:
            refuse("last_chance", "none")
        return
    newest = position.turn - 1 + CHANCE_TURNS
    oldest = max(position.turn - (position.phase is Phase.OVER), CHANCE_TURNS + 1)
    if last is None or not oldest <= last <= newest or mover(position, last) == leader:
        refuse("last_chance", f"a turn of the side behind, {oldest} to {newest}")


def mover(position: Position, turn: int) -> Seat:
    """Return the seat that makes ``turn``; the kick-off must be decided."""
    kicker = position.kicker or YELLOW
    return OTHER[kicker] if turn % 2 else kicker


def _check_end(position: Position) -> None:
    if (position.phase is Phase.OVER) != (verdict(position) is not None):
        refuse("phase", "over exactly when the match is decided")
