"""The rules a second time, as literally as can be: every walk and every kick, step by step.

Shares no code with the engine: squares are (column, row) pairs, sets are sets, and a kick is
followed one step after the other. Slow on purpose.
"""

from collections.abc import Iterator
from typing import Any

Place = tuple[int, int]

COLUMNS, ROWS = "abcdef", "abcdefghijkl"
FIELD = {(x, y) for x in range(6) for y in range(1, 11)}
GOAL_LINE = {"yellow": 11, "red": 0}
KEEPER_ROW = {"yellow": 10, "red": 1}
KEEPER_FIELDS = {seat: {(2, row), (3, row)} for seat, row in KEEPER_ROW.items()}
ORTHOGONAL = ((0, -1), (1, 0), (0, 1), (-1, 0))
COMPASS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
CENTRE = (3, 6)


def place(name: str) -> Place:
    return COLUMNS.index(name[0]), ROWS.index(name[1])


def name(at: Place) -> str:
    return COLUMNS[at[0]] + ROWS[at[1]]


def legal(fields: dict[str, Any]) -> list[str]:
    """Return every legal move of a position that is given as the vectors give it, sorted."""
    return sorted(_moves(fields))


def _moves(fields: dict[str, Any]) -> set[str]:
    seat = fields["to_move"]
    own = [place(n) for n in fields[seat]]
    others = {place(n) for n in fields["red" if seat == "yellow" else "yellow"]}
    die = fields["die"]
    if fields["phase"] == "kickoff":
        ends = kick_ends(CENTRE, die, set(own), others, seat, scoring=False)
        return {f"B{name(end)}" for end in ends}
    if fields["phase"] == "restart":
        return set(_restarts(seat, die, own, others))
    return set(_turns(seat, die, own, others, place(fields["ball"])))


def _turns(seat: str, die: int, own: list[Place], others: set[Place], ball: Place) -> Iterator[str]:
    for number, start in enumerate(own):
        rest = set(own) - {start}
        blocked = rest | others
        closed = set().union(*KEEPER_FIELDS.values())
        if number == 0:
            closed -= KEEPER_FIELDS[seat]
        for end, left in walks(start, die, blocked, ball):
            if end == ball:
                for target in kick_ends(end, left + 1, rest | {end}, others, seat, scoring=True):
                    yield f"M{name(start)}{name(end)}|B{name(target)}"
            elif end not in closed and can_reach(ball, rest | {end}, others):
                yield f"M{name(start)}{name(end)}"


def _restarts(seat: str, die: int, own: list[Place], others: set[Place]) -> Iterator[str]:
    keeper, rest = own[0], set(own[1:])
    stands = [at for at in KEEPER_FIELDS[seat] if at not in rest | others] or [keeper]
    for stand in stands:
        for target in kick_ends(stand, die, rest | {stand}, others, seat, scoring=True):
            yield f"P{name(stand)}|B{name(target)}"


def walks(start: Place, die: int, blocked: set[Place], ball: Place) -> set[tuple[Place, int]]:
    """Return the ends of all walks, each with the steps that are left: 0, or more on the ball."""
    ends: set[tuple[Place, int]] = set()

    def go(at: Place, left: int) -> None:
        if at == ball or left == 0:
            ends.add((at, left))
            return
        for dx, dy in ORTHOGONAL:
            to = at[0] + dx, at[1] + dy
            if to in FIELD and to not in blocked:
                go(to, left - 1)

    go(start, die)
    return ends


def kick_ends(
    kicker: Place, length: int, own: set[Place], others: set[Place], seat: str, scoring: bool
) -> set[Place]:
    """Return where a kick can legally end, with all its passes."""
    ends: set[Place] = set()
    kicked: set[tuple[Place, int]] = set()

    def kick(player: Place, left: int) -> None:
        if (player, left) not in kicked:
            kicked.add((player, left))
            for direction in range(8):
                roll(player, direction, left, may_turn=True)

    def roll(at: Place, direction: int, left: int, may_turn: bool) -> None:
        """Roll one step in ``direction``; ``left`` steps are left before it."""
        dx, dy = COMPASS[direction]
        to = at[0] + dx, at[1] + dy
        if into_goal(at, to, seat):
            if scoring:
                ends.add(to)
        elif to in own:
            kick(to, left - 1 + 1)
        elif to in FIELD and to not in others:
            if left == 1:
                if can_reach(to, own, others):
                    ends.add(to)
                return
            roll(to, direction, left - 1, may_turn)
            if may_turn:
                roll(to, (direction + 1) % 8, left - 1, may_turn=False)
                roll(to, (direction - 1) % 8, left - 1, may_turn=False)

    kick(kicker, length)
    return ends


def into_goal(at: Place, to: Place, seat: str) -> bool:
    target = "red" if seat == "yellow" else "yellow"
    in_mouth = to[1] == GOAL_LINE[target] and 1 <= to[0] <= 4
    return in_mouth and at in KEEPER_FIELDS[target]


def can_reach(ball: Place, own: set[Place], others: set[Place]) -> bool:
    """Return whether one of ``others`` has a path over empty squares to ``ball``."""
    seen, edge = {ball}, [ball]
    while edge:
        x, y = edge.pop()
        for dx, dy in ORTHOGONAL:
            to = x + dx, y + dy
            if to in others:
                return True
            if to in FIELD and to not in own and to not in seen:
                seen.add(to)
                edge.append(to)
    return False
