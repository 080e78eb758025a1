"""Comparing stored ratings with what the matches come to, without changing anything."""

from collections.abc import Iterator
from itertools import chain, zip_longest

from accounts.models import Strength
from golem.play import rating
from golem.ratings import facts, store
from golem.ratings.facts import Key
from golem.ratings.models import Change, Due
from golem.ratings.store import Held, Row
from golem.ratings.working import Fold
from golem.rest.snapshots import one_snapshot


def waits(game: str) -> bool:
    """Tell whether a result behind the newest folded match is still to be looked at: then the
    stored changes are not yet what they must be, and no contradiction."""
    newest = store.last_key(game)
    if newest is None:
        return False
    rows = Due.objects.filter(game=game)
    behind = rows.filter(facts.before_or_at(newest, "match__ended_at", "match"))
    folded = Change.objects.filter(match__in=rows.values("match"))
    return behind.exists() or folded.exists()


@one_snapshot()
def differences(game: str) -> Iterator[str]:
    """Return a line for each change, and each player, that is not what the matches come to."""
    return iter([] if waits(game) else list(_differences(game)))


def _differences(game: str) -> Iterator[str]:
    newest = store.last_key(game)
    working = Fold(game, store.nobody)
    if newest is not None:
        yield from _changes(working, newest)
    yield from _strengths(working)


def _changes(working: Fold, newest: Key) -> Iterator[str]:
    chunks = facts.in_order(working.game, None, newest)
    right: Iterator[Row] = chain.from_iterable(map(working.add, chunks))
    for made, found in zip_longest(right, store.stored(working.game)):
        if made == found:
            continue
        if made is None or found is None or made[:2] != found[:2]:
            yield f"{working.game}: {_spoken(found)} is stored, and {_spoken(made)} comes next"
            return  # from here on everything is shifted
        names = [
            name
            for name, one, other in zip(store.COLUMNS, made, found, strict=True)
            if one != other
        ]
        yield f"{working.game}: {_spoken(found)}: {', '.join(names)} differ from the matches"


def _spoken(row: Row | None) -> str:
    return "nothing" if row is None else f"the change of player {row[1]} by match {row[0]}"


def _strengths(working: Fold) -> Iterator[str]:
    rows = Strength.objects.filter(game=working.game).order_by("user")
    found = {row.user_id: row for row in rows.iterator()}
    right = {user: held for user, held in working.players.items() if held.last_at}
    for user_id in sorted(found.keys() | right.keys()):
        row, held = found.get(user_id), right.get(user_id)
        if row is None or held is None:
            yield f"{working.game}: player {user_id}: a strength without matches, or none with them"
        elif _held(row) != held:
            yield f"{working.game}: player {user_id}: the strength is not what the matches come to"


def _held(row: Strength) -> Held:
    now = rating.Strength(row.rating, row.matches, row.wins, row.rank, row.peak)
    return Held(now, row.last_at)
