"""Ways to make positions in tests."""

from typing import Any

from hypothesis import strategies as st

from golem.games.golden_goal.position import Variant

ALL = [column + row for column in "abcdefgz" for row in "abcdefghijkl"]
NETS = {"ca", "da", "cl", "dl"}
FRONTS = {"yellow": ["ck", "dk"], "red": ["cb", "db"]}
FIELD = [column + row for column in "abcdef" for row in "bcdefghijk"]
CIRCLE = {"yellow": ["cg", "dg"], "red": ["cf", "df"]}
DICE = {"kickoff": (1, 5), "turn": (1, 6), "restart": (2, 6)}
OTHER = {"yellow": "red", "red": "yellow"}
_ALL_FRONTS = {*FRONTS["yellow"], *FRONTS["red"]}


@st.composite
def any_fields(draw: st.DrawFn, phase: str | None = None) -> dict[str, Any]:
    """Draw a position as JSON fields: players all over field and ring, or crowded in a part of it;
    every third ball in front of a net."""
    phase = phase or draw(st.sampled_from(["turn", "turn", "turn", "restart", "kickoff"]))
    seat = draw(st.sampled_from(["yellow", "red"]))
    columns = draw(st.sampled_from(["abcdefgz", "abcdefgz", "zabc", "bcde", "defg"]))
    rows = draw(st.sampled_from(["abcdefghijkl", "abcdefghijkl", "abcdef", "defghi", "ghijkl"]))
    part = [s for s in ALL if s[0] in columns and s[1] in rows and s not in NETS | _ALL_FRONTS]
    players = draw(st.lists(st.sampled_from(part), min_size=10, max_size=10, unique=True))
    if phase == "kickoff":
        players = _with_kicker(players, draw(st.sampled_from(CIRCLE[seat])), seat)
    sides = {seat: players[:5], OTHER[seat]: players[5:]}
    for side, front in FRONTS.items():
        if draw(st.booleans()):
            sides[side][0] = draw(st.sampled_from(front))
    free = [s for s in FIELD if s in part or s in _ALL_FRONTS]
    places = [s for s in free if s not in sides["yellow"] + sides["red"]]
    fronts = [s for s in places if s in _ALL_FRONTS]
    ball = draw(st.sampled_from(fronts if fronts and draw(st.integers(0, 2)) == 0 else places))
    low, high = DICE[phase]
    fields = {
        "phase": phase,
        "to_move": seat,
        "die": draw(st.integers(low, high)),
        "ball": ball if phase == "turn" else None,
        **sides,
    }
    return fields | (_early() if phase == "kickoff" else draw(_stand(seat)))


def _with_kicker(players: list[str], kicker: str, seat: str) -> list[str]:
    """Return ``players`` with one outfielder of the kicking side, the first five, in its circle."""
    others = [s for s in ALL if s[0] in "ab" and s not in players]
    moved = [others.pop() if s in CIRCLE[seat] else s for s in players]
    moved[1] = kicker
    return moved


def _early() -> dict[str, Any]:
    return {"variant": "golden_goal"}


@st.composite
def _stand(draw: st.DrawFn, seat: str) -> dict[str, Any]:
    """Draw variant, score and ply: early, or such that a goal may be the last one."""
    variant = draw(st.sampled_from([str(variant) for variant in Variant]))
    score = {"yellow": 0, "red": 0}
    turn = draw(st.integers(1, 40))
    if variant == "first_to_3" and turn > 4:
        score = {side: draw(st.integers(0, 2)) for side in ("yellow", "red")}
    if variant == "time_limit" and turn > 20:
        turn = draw(st.integers(49, 70))
        score = dict.fromkeys(score, 1)
    if variant == "last_chance" and turn > 10:
        ahead = draw(st.integers(-2, 2))
        score = {seat: max(0, ahead), OTHER[seat]: max(0, -ahead)}
    stand: dict[str, Any] = {"variant": variant, "score": score, "turn": turn, "ply": 11 + turn}
    if variant == "last_chance" and score["yellow"] != score["red"]:
        behind = score[seat] < score[OTHER[seat]]
        stand["last_chance"] = turn + draw(st.sampled_from([0, 2, 4] if behind else [1, 3]))
    return stand
