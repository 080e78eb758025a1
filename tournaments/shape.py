"""What the stages of a well-formed document come to for so many players. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, log2
from typing import Any

from tournaments import bounds


@dataclass(frozen=True, slots=True)
class StageShape:
    """A stage for ``players`` (in a team cup: teams).

    ``groups``: how many are in each group, the largest first (one number where all are together).
    ``rounds``: of a round robin those of its pairing table, though all may be started at once.
    ``matches``: all of the stage, in a knock-out without those that a level tie may need further.
    ``at_once``: the most that one player has at a time. ``together``: the most that one group or
    one round starts. ``goes_on``: how many reach the next stage. ``in_a_row``: how many matches may
    come one after the other, those that a level tie may need further with them.
    """

    kind: str
    players: int
    groups: tuple[int, ...]
    rounds: int
    matches: int
    at_once: int
    together: int
    goes_on: int
    in_a_row: int


def group_count(stage: Mapping[str, Any], players: int) -> int:
    """Return into how many groups a round robin stage divides its players.

    Groups of ``group_size`` at most, unless one of them would have fewer than three.
    """
    if "groups" in stage:
        return int(stage["groups"])
    count: int = max(1, ceil(players / int(stage["group_size"])))
    while count > 1 and players // count < bounds.SMALLEST_GROUP:
        count -= 1
    return count


def group_sizes(stage: Mapping[str, Any], players: int) -> tuple[int, ...]:
    """Return the sizes of the groups of a round robin stage, which differ by one at most."""
    count = group_count(stage, players)
    small, larger = divmod(players, count)
    return (small + 1,) * larger + (small,) * (count - larger)


def boards_of(document: Mapping[str, Any]) -> int:
    """Return how many boards a meeting has: one, or one for each player of a team."""
    return int(document["teams"]["players"]) if document["kind"] == "team_cup" else 1


def stage_shapes(document: Mapping[str, Any], players: int) -> tuple[StageShape, ...]:
    """Return the stages of a full document for so many players, in order."""
    found, boards = [], boards_of(document)
    for stage in document["stages"]:
        found.append(_SHAPES[stage["kind"]](stage, players, boards))
        players = found[-1].goes_on
    return tuple(found)


def _round_robin(stage: Mapping[str, Any], players: int, boards: int) -> StageShape:
    sizes, legs = group_sizes(stage, players), stage["legs"]
    matches = [size * (size - 1) // 2 * legs * boards for size in sizes]
    largest = sizes[0]
    rounds = (largest - 1 + largest % 2) * legs
    by_round = stage.get("pace") == "by_round"
    return StageShape(
        kind="round_robin",
        players=players,
        groups=sizes,
        rounds=rounds,
        matches=sum(matches),
        at_once=1 if by_round else (largest - 1) * legs,
        together=largest // 2 * boards if by_round else max(matches),
        goes_on=stage.get("advance", 0) * len(sizes),
        in_a_row=rounds if by_round else 1,
    )


def _swiss(stage: Mapping[str, Any], players: int, boards: int) -> StageShape:
    each, rounds = players // 2 * boards, stage["rounds"]
    advance = stage.get("advance", 0)
    matches = each * rounds
    return StageShape("swiss", players, (players,), rounds, matches, 1, each, advance, rounds)


def _knock_out(stage: Mapping[str, Any], players: int, boards: int) -> StageShape:
    rounds = ceil(log2(players)) if players > 1 else 0
    tie = stage["matches"] * boards
    matches = max(0, players - 1) * tie
    together = (players - 2 ** (rounds - 1)) * tie if rounds else 0
    together = max(together, 2 ** (rounds - 2) * tie if rounds > 1 else 0)
    return StageShape(
        kind="knock_out",
        players=players,
        groups=(players,),
        rounds=rounds,
        matches=matches,
        at_once=stage["matches"],
        together=together,
        goes_on=0,
        in_a_row=rounds * stage["matches"],  # teams play one, and never a further pair
    )


_SHAPES = {"round_robin": _round_robin, "swiss": _swiss, "knock_out": _knock_out}
