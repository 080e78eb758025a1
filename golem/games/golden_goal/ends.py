"""How a match ends: by goals, by the number of turns, by a last chance that was not used."""

from typing import Final

from golem.games.golden_goal.position import KICKOFF_PLY, Phase, Placing, Position, Variant
from golem.play.pitch.squares import RED, SEATS, YELLOW
from golem.play.protocol import Outcome, Seat

# (decided) Without a goal the match ends some time: a turn counts for the side that makes it.
MOST_TURNS: Final[dict[Variant, int]] = {
    Variant.GOLDEN_GOAL: 120,
    Variant.TIME_LIMIT: 70,
    Variant.FIRST_TO_3: 240,
    Variant.LAST_CHANCE: 240,
}
MOST_PLIES: Final = max(KICKOFF_PLY.values()) + max(MOST_TURNS.values())
"""The plies of the longest match there can be."""
TIMED_TURNS: Final = 50
"""The turns of the 25 rounds of a match against time; further ones are sudden death (decided)."""
GOALS_TO_WIN: Final = 3
CHANCE_TURNS: Final = 5
"""From a goal that makes or widens a lead to the last of three turns of the side behind."""
POINTS: Final[dict[str, tuple[int, int]]] = {
    "golden_goal": (5, 0),
    "first_to_3": (5, 0),
    "last_chance": (5, 0),
    "time": (5, 0),
    "sudden_death": (4, 1),
    "last_goal": (3, 2),
    "scoreless": (2, 2),
    "draw": (2, 2),
}
"""(decided) Points of the winner and of the other side, by how a match ended."""
OFF_BOARD_POINTS: Final = (5, 0)

Verdict = tuple[str, Seat | None]
"""How a match ended, and who won."""


def longest(placing: Placing, variant: Variant) -> int:
    """Return the plies of the longest match of a variant, its players placed like that."""
    return KICKOFF_PLY[placing] + MOST_TURNS[variant]


def verdict(position: Position) -> Verdict | None:
    """Return how the match ended with the ply before ``position``; ``None`` if it goes on."""
    played, leader = position.turn - 1, position.leader
    ends = played >= MOST_TURNS[position.variant]
    match position.variant:
        case Variant.TIME_LIMIT:
            return _against_time(position, played, leader)
        case Variant.GOLDEN_GOAL:
            won = leader is not None
        case Variant.FIRST_TO_3:
            won = max(position.yellow_goals, position.red_goals) >= GOALS_TO_WIN
        case Variant.LAST_CHANCE:
            won = position.last_chance is not None and played >= position.last_chance
    if not (won or ends):
        return None
    # (decided) Who leads when a match is long enough has won it like any other of its variant.
    return ("draw", None) if leader is None else (str(position.variant), leader)


def _against_time(position: Position, played: int, leader: Seat | None) -> Verdict | None:
    if played < TIMED_TURNS:
        return None
    if leader is not None:
        return ("time" if played == TIMED_TURNS else "sudden_death"), leader
    if played < MOST_TURNS[Variant.TIME_LIMIT]:
        return None
    # (decided) No goal in sudden death: whoever scored last has won, by less.
    return ("last_goal", position.last_scorer) if position.last_scorer else ("scoreless", None)


def after_goal(position: Position) -> Position:
    """Return ``position`` with a goal of the side to move; its ply is not over yet."""
    scorer = position.to_move
    scored = position._replace(
        ball=None,
        yellow_goals=position.yellow_goals + (scorer == YELLOW),
        red_goals=position.red_goals + (scorer == RED),
        last_scorer=scorer,
    )
    if position.variant is not Variant.LAST_CHANCE:
        return scored
    return scored._replace(last_chance=_last_chance(scored))


def _last_chance(scored: Position) -> int | None:
    # (decided) A goal that does not level the score is no new chance for who scored it.
    if scored.leader != scored.last_scorer:
        return scored.last_chance if scored.leader else None
    return scored.turn + CHANCE_TURNS


def goal_ends(position: Position) -> bool:
    """Return whether a goal of the side to move would end the match with this ply."""
    scored = after_goal(position)
    return verdict(scored._replace(ply=scored.ply + 1)) is not None


def outcome(position: Position) -> Outcome | None:
    """Return how the match ended, or ``None`` while it goes on."""
    ended = verdict(position) if position.phase is Phase.OVER else None
    if ended is None:
        return None
    how, winner = ended
    high, low = POINTS[how]
    points = {seat: high if winner in (None, seat) else low for seat in SEATS}
    return Outcome(how, winner, points)
