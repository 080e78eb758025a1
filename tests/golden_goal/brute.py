"""The rules a second time, as literally as can be: every walk and every kick, step by step.

Shares no code with the engine: squares are (column, row) pairs, sets are sets, and a ball is
followed from one space to the next, pip by pip. Slow on purpose.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

Place = tuple[int, int]

COLUMNS, ROWS = "zabcdefg", "abcdefghijkl"
FIELD = frozenset((x, y) for x in range(1, 7) for y in range(1, 11))
NETS = frozenset({(3, 0), (4, 0), (3, 11), (4, 11)})
EVERYWHERE = frozenset((x, y) for x in range(8) for y in range(12)) - NETS
FRONT = {"yellow": frozenset({(3, 10), (4, 10)}), "red": frozenset({(3, 1), (4, 1)})}
FRONTS = FRONT["yellow"] | FRONT["red"]
BOX = {
    "yellow": frozenset((x, y) for x in range(2, 6) for y in (9, 10)),
    "red": frozenset((x, y) for x in range(2, 6) for y in (1, 2)),
}
CIRCLE = {"yellow": frozenset({(3, 6), (4, 6)}), "red": frozenset({(3, 5), (4, 5)})}
UP = {"yellow": -1, "red": 1}
OTHER = {"yellow": "red", "red": "yellow"}
ORTHOGONAL = ((0, -1), (1, 0), (0, 1), (-1, 0))
COMPASS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def place(name: str) -> Place:
    return COLUMNS.index(name[0]), ROWS.index(name[1])


def name(at: Place) -> str:
    return COLUMNS[at[0]] + ROWS[at[1]]


def plus(at: Place, step: Place) -> Place:
    return at[0] + step[0], at[1] + step[1]


class Side(NamedTuple):
    """Who moves, where the pawns stand (the own keeper first), and what a goal would mean."""

    seat: str
    own: tuple[Place, ...]
    others: frozenset[Place]
    golden: bool = True
    last: bool = True


class End(NamedTuple):
    """Where a chain of kicks ended (``None``: in the goal), who went aside where, and the pawns."""

    ball: Place | None
    aside: Place | None
    own: tuple[Place, ...]


def legal(fields: dict[str, Any]) -> list[str]:
    """Return every legal move of a position that is given as the vectors give it, sorted."""
    seat, die = fields["to_move"], fields["die"]
    golden = fields["variant"] == "golden_goal"
    side = Side(
        seat,
        tuple(map(place, fields[seat])),
        frozenset(map(place, fields[OTHER[seat]])),
        golden,
        golden or goal_is_last(fields),
    )
    if fields["phase"] == "kickoff":
        return sorted(set(_kickoffs(side, die)))
    if fields["phase"] == "restart":
        return sorted(set(_restarts(side, die)))
    return sorted(set(_turns(side, die, place(fields["ball"]))))


def goal_is_last(fields: dict[str, Any]) -> bool:
    """Return whether a goal of the side to move would end a longer match."""
    seat, turn = fields["to_move"], fields.get("turn", 1)
    score = fields.get("score") or {"yellow": 0, "red": 0}
    mine, theirs = score[seat] + 1, score[OTHER[seat]]
    if fields["variant"] == "first_to_3":
        return bool(mine == 3 or turn == 240)
    if fields["variant"] == "time_limit":
        return bool(turn >= 50 and mine != theirs)
    late = mine < theirs and fields["last_chance"] == turn
    return bool(late or turn == 240)


def _kickoffs(side: Side, distance: int) -> Iterator[str]:
    kicker = next(n for n, at in enumerate(side.own) if n and at in CIRCLE[side.seat])
    for end in kick(side, kicker, side.own, distance, False, False):
        if end.ball is not None and may_end(side, end.own, end.ball):
            yield f"B{name(end.ball)}"


def _restarts(side: Side, distance: int) -> Iterator[str]:
    for front in FRONT[side.seat]:
        own = (front, *side.own[1:])
        for end in kick(side, 0, own, distance, False, False):
            if end.ball is None:
                yield f"P{name(front)}|G"
            elif may_end(side, own, end.ball):
                yield f"P{name(front)}|B{name(end.ball)}"


def _turns(side: Side, die: int, ball: Place) -> Iterator[str]:
    for number, start in enumerate(side.own):
        blocked = side.others | set(side.own) - {start}
        for end, pips in walks(start, die, frozenset(blocked), ball):
            own = (*side.own[:number], end, *side.own[number + 1 :])
            if end != ball:
                if may_end(side, own, ball):
                    yield f"M{name(start)}{name(end)}"
                continue
            aside = end in FRONTS and not (number == 0 and end in FRONT[side.seat])
            for done in kick(side, number, own, pips, True, aside):
                if done.ball is None or may_end(side, done.own, done.ball):
                    target = "G" if done.ball is None else f"B{name(done.ball)}"
                    after = f"|R{name(done.aside)}" if done.aside else ""
                    if done.ball is None and side.golden:
                        after = ""
                    yield f"M{name(start)}{name(end)}|{target}{after}"


def walks(start: Place, die: int, blocked: frozenset[Place], ball: Place) -> set[tuple[Place, int]]:
    """Return the ends of all walks, each with the pips that are left: none, or some on the ball."""
    ends: set[tuple[Place, int]] = set()

    @cache
    def go(at: Place, left: int) -> None:
        if at == ball or left == 0:
            ends.add((at, left))
            return
        for step in ORTHOGONAL:
            to = plus(at, step)
            if to in EVERYWHERE and to not in blocked:
                go(to, left - 1)

    go(start, die)
    return ends


def kick(
    side: Side, kicker: int, own: tuple[Place, ...], pips: int, free: bool, aside: bool
) -> set[End]:
    """Return the ends of all chains of kicks that begin with pawn number ``kicker``.

    ``free``: its first space costs nothing. ``aside``: it has to leave its space after its kick.
    """
    found: set[End] = set()
    kicked: set[tuple[int, tuple[Place, ...], int, Place | None]] = set()

    def begin(
        player: int, own: tuple[Place, ...], pips: int, free: bool, aside: bool, gone: Place | None
    ) -> None:
        if (player, own, pips, gone) in kicked:
            return
        kicked.add((player, own, pips, gone))

        def leave(ball: Place | None) -> list[tuple[tuple[Place, ...], Place | None]]:
            """Return the pawns after the kick of ``player``, and where it went aside."""
            if not aside:
                return [(own, gone)]
            return [
                ((*own[:player], to, *own[player + 1 :]), to)
                for step in ORTHOGONAL
                if (to := plus(own[player], step)) in FIELD - FRONTS - side.others - set(own)
                and to != ball
            ]

        def roll(at: Place, direction: int, pips: int, free: bool, spaces: int, bent: bool) -> None:
            if not free and pips == 0:
                return
            left = pips if free else pips - 1
            to = plus(at, COMPASS[direction])
            if crosses(side.seat, at, to):
                ways = leave(None)
                if side.golden or (side.last and not ways):
                    found.add(End(None, None if aside else gone, own))
                found.update(End(None, where, after) for after, where in ways)
                return
            if to not in FIELD or to in side.others:
                return
            if to in own and to != own[player]:
                for after, where in leave(to):
                    begin(own.index(to), after, left, True, False, where)
                return
            found.update(End(to, where, after) for after, where in leave(to))
            roll(to, direction, left, False, spaces + 1, bent)
            if not bent:
                roll_bent(to, direction, left, spaces + 1)

        def roll_bent(at: Place, direction: int, pips: int, spaces: int) -> None:
            for turned in (direction + 1, direction - 1):
                roll(at, turned % 8, pips, False, spaces, True)

        for direction in range(8):
            roll(own[player], direction, pips, free, 0, False)

    begin(kicker, own, pips, free, aside, None)
    return found


def crosses(seat: str, at: Place, to: Place) -> bool:
    """Return whether a step leads over the end line from a space in front of the other net."""
    return at in FRONT[OTHER[seat]] and to[1] == at[1] + UP[seat]


def may_end(side: Side, own: tuple[Place, ...], ball: Place) -> bool:
    """Return whether a turn may end so: the three rules of its end."""
    keeper, *outfielders = own
    if set(outfielders) & FRONTS or keeper in FRONT[OTHER[side.seat]]:
        return False
    if len(set(outfielders) & BOX[side.seat]) > 1:
        return False
    return ball not in own and can_reach(ball, own, side.others)


def can_reach(ball: Place, own: tuple[Place, ...], others: frozenset[Place]) -> bool:
    """Return whether one of ``others`` has a path over free field spaces to ``ball``."""
    seen, edge = set(others), list(others)
    while edge:
        at = edge.pop()
        for step in ORTHOGONAL:
            to = plus(at, step)
            if to == ball:
                return True
            if to in FIELD and to not in own and to not in seen:
                seen.add(to)
                edge.append(to)
    return False
