"""Questions about ratings for pages, API and rooms above; each a fixed number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from accounts.models import Strength, User
from accounts.strengths import rating_of, ratings_of, strengths_of
from golem.matches.models import Match
from golem.play.rated import Unrated
from golem.ratings import facts
from golem.ratings.models import Change

__all__ = [
    "ACTIVE",
    "Verdict",
    "changes_of",
    "history_of",
    "rating_list",
    "rating_of",
    "ratings_of",
    "strengths_of",
    "verdict_of",
    "verdicts_of",
]

ACTIVE: Final = timedelta(days=90)
"""Who has had no rated match for so long is not active."""


def changes_of(match: Match) -> list[Change]:
    """Return what ``match`` changed, by the order of its seats, players at hand (one query).

    Nothing: it is not rated, runs, or waits to be folded; :func:`verdict_of` tells which.
    """
    rows = Change.objects.filter(match=match).select_related("player", "opponent")
    order = {seat.user_id: seat.number for seat in match.seats.all()}
    return sorted(rows, key=lambda row: (order.get(row.player_id, 0), row.player_id))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of the rating of a finished match: ``reason`` why it is not rated, else its
    ``changes``, or none of them yet: the rating ``follows``."""

    reason: Unrated | None
    changes: tuple[Change, ...] = ()

    @property
    def follows(self) -> bool:
        """Whether the match is rated and waits until those before it have ended."""
        return self.reason is None and not self.changes


def verdict_of(match: Match) -> Verdict | None:
    """Return what is known of the rating of ``match``; ``None`` while it runs (four queries)."""
    return verdicts_of([match]).get(match.pk)


def verdicts_of(matches: Iterable[Match]) -> dict[int, Verdict]:
    """Return the verdicts of those of these matches (seats at hand) that are finished, by number
    (three queries)."""
    known = {match.pk: match for match in matches}
    ended = facts.of_matches(known)
    changes: dict[int, list[Change]] = {pk: [] for pk in ended}
    rows = Change.objects.filter(match__in=ended).select_related("player", "opponent")
    for row in rows:
        changes[row.match_id].append(row)
    return {pk: _verdict(known[pk], one, changes[pk]) for pk, one in ended.items()}


def _verdict(match: Match, ended: facts.Ended, changes: list[Change]) -> Verdict:
    if ended.reason is not None:
        return Verdict(ended.reason)
    order = {player: number for number, player in enumerate(ended.players)}
    rows = [row for row in changes if row.player_id in order]
    return Verdict(None, tuple(sorted(rows, key=lambda row: order[row.player_id])))


def rating_list(game: str, now: datetime, *, active: bool) -> QuerySet[Strength]:
    """Return the players with a rated match of ``game``, the strongest first, users at hand."""
    rows = Strength.objects.filter(game=game).select_related("user")
    if active:
        rows = rows.filter(last_at__gte=now - ACTIVE, user__is_active=True)
    return rows.order_by("-rating", "user")


def history_of(user: User, game: str) -> QuerySet[Change]:
    """Return the changes of a player's rating at ``game``, the newest first, opponents at hand."""
    rows = Change.objects.filter(player=user, game=game)
    return rows.select_related("opponent").order_by("-number")
