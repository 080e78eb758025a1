"""Bringing stored ratings up to what the finished matches say.

The matches of a game are folded in the order of (end, number), up to the oldest deadline that has
come and is not settled. What arrives behind the newest folded match, or goes, has all changes from
there on worked out anew. Each step is one transaction under the game's lock, so a process may die
anywhere, and two may fold at once; doing it again changes nothing.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from django.db.models import Exists, OuterRef, Q

from accounts.models import Strength
from golem.ratings import facts, messages, store
from golem.ratings.facts import Ended, Key
from golem.ratings.models import Change, Due, Refold
from golem.ratings.turns import alone
from golem.ratings.working import Fold

AT_ONCE: Final = 2000
"""So many matches that are due are looked at in one transaction."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Folded:
    """What a fold did: matches that it looked at, matches folded (again, too), players told."""

    seen: int = 0
    matches: int = 0
    told: int = 0

    def __add__(self, other: "Folded") -> "Folded":
        return Folded(self.seen + other.seen, self.matches + other.matches, self.told + other.told)


def games_due() -> list[str]:
    """Return the games of which there is something to look at."""
    return list(Due.objects.order_by("game").values_list("game", flat=True).distinct())


def fold(game: str, now: datetime, *, wait: bool = True) -> Folded:
    """Fold what has become of matches of ``game`` since the last time, if it is ready.

    Without ``wait``, raises ``Busy`` if somebody else folds this game.
    """
    done, whole = Folded(), False
    while not whole:
        step = alone(game, partial(_step, game, now), wait=wait)
        done += step
        whole = step.seen < AT_ONCE
    return done


def recompute(game: str, now: datetime, progress: Progress = lambda _: None) -> Folded:
    """Work out all changes of ``game`` anew, from the matches alone."""
    return alone(game, partial(_recompute, game, now, progress), wait=True)


def _recompute(game: str, now: datetime, progress: Progress) -> Folded:
    newest, frontier = store.last_key(game), facts.frontier(game, now)
    until = None
    if frontier is not None:  # what ends at that very instant waits, too
        until = max(newest or Key(frontier, 0), Key(frontier, 0))
    return _from(game, None, until, newest, now, progress)


# --- a step ---


def _step(game: str, now: datetime) -> Folded:
    frontier = facts.frontier(game, now)
    due = _ready(game, frontier)
    if not due:
        return Folded()
    ended = facts.of_matches({row.match_id for row in due})
    changes = store.rows_of({row.match_id for row in due})
    places = [
        key
        for row in due
        for key in _wrong(ended.get(row.match_id), changes.get(row.match_id, []), frontier)
    ]
    done = Folded(matches=0)
    if places:
        newest = store.last_key(game)
        done = _from(game, min(places), max(newest or places[0], *places), newest, now)
    Due.objects.filter(pk__in=[row.pk for row in due if not _waits(row, ended, frontier)]).delete()
    return done + Folded(seen=len(due))


def _ready(game: str, frontier: datetime | None) -> list[Due]:
    """Return what can be looked at now: the results before the frontier, in order, and all that
    went, as they have changes or will never have any."""
    rows = Due.objects.filter(game=game)
    if frontier is not None:
        folded = Exists(Change.objects.filter(match=OuterRef("match")))
        rows = rows.filter(
            Q(match__ended_at__lt=frontier)
            | Q(match__ended_at=None)
            | Q(match__annulled_at__isnull=False)
            | folded
        )
    return list(rows.order_by("match__ended_at", "match", "pk")[:AT_ONCE])


def _waits(row: Due, ended: dict[int, Ended], frontier: datetime | None) -> bool:
    match = ended.get(row.match_id)
    rated = match is not None and match.reason is None
    return rated and match is not None and not _is_before(match.key, frontier)


def _is_before(key: Key, frontier: datetime | None) -> bool:
    return frontier is None or key.at < frontier


def _wrong(match: Ended | None, changes: list[Change], frontier: datetime | None) -> list[Key]:
    """Return the places from which the changes are not what they must be: none, if all is well;
    where a match must go, and where it has gone before."""
    wanted = match if match is not None and match.reason is None else None
    if wanted is not None and changes and _says(changes, wanted):
        return []
    places = [Key(row.at, row.match_id) for row in changes[:1]]
    if wanted is not None and _is_before(wanted.key, frontier):
        places.append(wanted.key)
    return places


def _says(changes: list[Change], match: Ended) -> bool:
    stored = {(row.player_id, row.result, row.at) for row in changes}
    pairs = zip(match.players, match.results, strict=True)
    return stored == {(player, result, match.key.at) for player, result in pairs}


# --- from a place on ---


def _from(
    game: str,
    since: Key | None,
    until: Key | None,
    newest: Key | None,
    now: datetime,
    progress: Progress = lambda _: None,
) -> Folded:
    """Fold the matches from ``since`` to ``until``; what stood there before is taken back.

    ``newest`` is the newest match that was folded before: whoever had a change taken back, and is
    not what they were as of that match, is told.
    """
    touched = store.take_back(game, since)
    before = _ratings(game, touched)
    # From the first match on, nobody is anything yet; else rows would be looked for in vain.
    working = Fold(game, partial(store.held_by, game) if since else store.nobody)
    changed: set[int] = set()
    matches, compared = 0, False
    for chunk in facts.in_order(game, since, until):
        old = [match for match in chunk if newest is not None and match.key <= newest]
        store.add(working.add(old))
        if touched and not compared and len(old) < len(chunk):
            changed, compared = _differing(working, before), True
        store.add(working.add(chunk[len(old) :]))
        matches += len(chunk)
        progress(matches)
    if touched and not compared:
        changed = _differing(working, before)
    working.know(touched)
    store.project(game, working.players)
    if touched:
        _tell(game, since, changed, now)
    return Folded(matches=matches, told=len(changed))


def _ratings(game: str, players: Iterable[int]) -> dict[int, int]:
    rows = Strength.objects.filter(game=game, user__in=list(players))
    return dict(rows.values_list("user", "rating"))


def _differing(working: Fold, before: dict[int, int]) -> set[int]:
    working.know(before)
    players = working.players
    return {user for user, rating in before.items() if players[user].strength.rating != rating}


def _tell(game: str, since: Key | None, changed: set[int], now: datetime) -> None:
    """Store that changes were worked out anew, and note whom to tell."""
    refold = Refold.objects.create(
        game=game,
        at=now,
        since=since.at if since else None,
        match_id=since.match if since else None,
        told=len(changed),
    )
    messages.changed(refold, changed, now)
