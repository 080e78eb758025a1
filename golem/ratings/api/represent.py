"""How ratings look in the API."""

from typing import Any

from accounts.models import Strength
from accounts.strengths import rank_words
from golem.matches.models import Match
from golem.play.rating import POINT
from golem.ratings import records
from golem.ratings.models import Change
from golem.ratings.selectors import Verdict
from golem.ratings.wording import why


def strength_view(row: Strength) -> dict[str, Any]:
    """Return how strong a player (at hand) is at a game."""
    return {
        "player": row.user.username,
        "game": row.game,
        "rating": row.rating / POINT,
        "rank": rank_view(row.rank),
        "peak": row.peak / POINT,
        "matches": row.matches,
        "wins": row.wins,
        "last_at": row.last_at,
    }


def rank_view(rank: int) -> dict[str, Any]:
    """Return a rank in words, and as the steps above 20 kyu."""
    return {"words": rank_words(rank), "steps": rank}


def change_view(row: Change) -> dict[str, Any]:
    """Return what a match changed; player and opponent must be at hand."""
    return {
        "match": row.match_id,
        "player": row.player.username,
        "opponent": row.opponent.username,
        "at": row.at,
        "number": row.number,
        "result": row.result / 2,
        "k": row.k,
        "before": row.before / POINT,
        "after": row.after / POINT,
        "opponent_before": row.opponent_before / POINT,
        "rank": rank_view(row.rank),
    }


def verdict_view(match: Match, verdict: Verdict | None) -> dict[str, Any]:
    """Return whether a match is rated, why not, and what it changed."""
    if verdict is None:
        return {"state": "running", "reason": None, "detail": "", "changes": []}
    reason = verdict.reason
    state = "unrated" if reason else "follows" if verdict.follows else "rated"
    return {
        "state": state,
        "reason": str(reason) if reason else None,
        "detail": why(reason) if reason else "",
        "changes": [change_view(row) for row in verdict.changes],
    }


def tally_view(record: records.Record) -> dict[str, Any]:
    """Return a line of a player's record."""
    return {
        "key": record.key,
        "played": record.played,
        "won": record.won,
        "lost": record.lost,
        "undecided": record.undecided,
    }
