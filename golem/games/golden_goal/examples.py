"""Positions for the page of the rules, each with the squares that a move in the making leads to."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from golem.games.golden_goal import clicks
from golem.games.golden_goal.draw import draw
from golem.games.golden_goal.position import (
    KICKOFF_PLY,
    Phase,
    Placing,
    Position,
    Variant,
    team,
)
from golem.play.pitch.squares import ANY_SQUARE, RED, YELLOW
from golem.play.protocol import Example, Seat

_MIDDLE: Final = 8
"""The turn of the pictures: any one in the middle of a match that yellow kicked off."""


class _Scene(NamedTuple):
    """A picture: players (the keeper's first), ball, die, whose turn, and the draft, if any."""

    yellow: str
    red: str
    ball: str | None = None
    die: int | None = None
    phase: Phase = Phase.TURN
    seat: Seat = YELLOW
    draft: str | None = ""


SCENES: Final[Mapping[str, _Scene]] = {
    "setup": _Scene("ck dg bi", "cb cf ed", phase=Phase.SETUP),
    "kickoff": _Scene("ck dg ee bi ei", "db cf bd ed bh", None, 2, Phase.KICKOFF),
    "walk": _Scene("ck dh bi ff fj", "db cf bd eh ci", "eg", 3, draft="Mdh"),
    "outside": _Scene("ck ah dg ei de", "db ag bg ed cc", "cf", 4, draft="Mah"),
    "kick": _Scene("ck dg ai ek fj", "db ee be ah fh", "df", 2, draft="Mdgdf"),
    "pass": _Scene("ck cg cd bi ei", "db be ag eh dh", "cf", 1, draft="Mcgcf"),
    "goal": _Scene("ck ce ai fj ei", "db bf cg eh fi", "cc", 3, draft="Mcecc"),
    "post": _Scene("ck bd ai fj ei", "db bf cg eh fi", "bb", 2, draft="Mbdbb"),
    "aside": _Scene("dj fg ci ai fh", "cb bg fe fd ad", "ck", 3, draft="Mcick|Bbj"),
    "shut_in": _Scene("dk bk ai fi fh", "cb zj fb fc fd", "ak", 1, draft="Mai"),
    "box": _Scene("ck bj di fe ae", "db cf bd ed eh", "dg", 1, draft="Mdi"),
    "restart": _Scene(
        "ck fc ff bj fk", "db be fg ah di", None, 3, Phase.RESTART, seat=RED, draft="Pdb"
    ),
}
"""Name -> the picture, as yellow sees it."""


def examples() -> dict[str, Example]:
    """Return the examples by name."""
    return {name: _example(scene) for name, scene in SCENES.items()}


def _example(scene: _Scene) -> Example:
    position = position_of(scene)
    drawing = draw(position, YELLOW)
    if scene.draft is None:
        return Example(drawing)
    squares = clicks.click(position, position.to_move, scene.draft, None).squares
    return Example(drawing, squares, clicks.chosen_names(scene.draft))


def position_of(scene: _Scene) -> Position:
    """Return the position of ``scene``: a longer match, so that it may have any phase."""
    first_turn = KICKOFF_PLY[Placing.SINGLE] + 1
    ply = {Phase.SETUP: 7, Phase.KICKOFF: first_turn - 1}.get(scene.phase, first_turn + _MIDDLE)
    conceded = scene.phase is Phase.RESTART
    position = Position(
        variant=Variant.TIME_LIMIT,
        placing=Placing.SINGLE,
        phase=scene.phase,
        ply=ply,
        die=scene.die,
        ball=None if scene.ball is None else ANY_SQUARE[scene.ball],
        yellow=_team(scene.yellow),
        red=_team(scene.red),
        kicker=None if scene.phase is Phase.SETUP else YELLOW,
        yellow_goals=int(conceded),
        last_scorer=YELLOW if conceded else None,
    )
    return position if position.to_move == scene.seat else position._replace(ply=ply + 1)


def _team(names: str) -> tuple[int, ...]:
    keeper, *others = (ANY_SQUARE[name] for name in names.split())
    return team(keeper, others)
