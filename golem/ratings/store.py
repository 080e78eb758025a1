"""Reading and writing the rows of a fold, many at a time."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import OuterRef, Subquery

from accounts.models import Strength, User
from golem.play import rating
from golem.ratings.facts import CHUNK, Key, after, from_on
from golem.ratings.models import Change

COLUMNS: Final = (
    *("match_id", "player_id", "game", "at", "number", "before", "after", "k", "result"),
    *("opponent_id", "opponent_before", "wins", "rank", "peak"),
)


class Held(NamedTuple):
    """What a player is at a point of the fold, and the end of the last match; ``None``: of none."""

    strength: rating.Strength = rating.NEW
    last_at: datetime | None = None


Row = tuple[int | str | datetime, ...]
"""A change, in the order of ``COLUMNS``."""


def last_key(game: str) -> Key | None:
    """Return the place of the newest match that is folded."""
    found = Change.objects.filter(game=game).order_by("-at", "-match").values_list("at", "match")
    row = found.first()
    return None if row is None else Key(*row)


def take_back(game: str, since: Key | None) -> set[int]:
    """Delete all changes from ``since`` on; return whose they were."""
    rows = Change.objects.filter(game=game)
    rows = rows if since is None else rows.filter(from_on(since, "at", "match"))
    whose = set(rows.order_by().values_list("player", flat=True).distinct())
    if whose:
        rows.delete()
    return whose


def nobody(players: Iterable[int]) -> dict[int, Held]:
    """Return what these players are before their first match."""
    return dict.fromkeys(players, Held())


def held_by(game: str, players: Collection[int]) -> dict[int, Held]:
    """Return what these players are after their newest change (two queries)."""
    own = Change.objects.filter(player=OuterRef("pk"), game=game).order_by("-number")
    users = User.objects.filter(pk__in=players).annotate(newest=Subquery(own.values("pk")[:1]))
    ids = [pk for pk in users.values_list("newest", flat=True) if pk is not None]
    rows = Change.objects.filter(pk__in=ids)
    found = dict.fromkeys(players, Held())
    return found | {row.player_id: Held(row.strength, row.at) for row in rows}


def add(rows: Sequence[Row]) -> None:
    """Insert changes; on PostgreSQL as a stream, which is many times as fast."""
    if not rows:
        return
    if connection.vendor != "postgresql":
        made = (Change(**dict(zip(COLUMNS, row, strict=True))) for row in rows)
        Change.objects.bulk_create(made, batch_size=CHUNK)
        return
    columns = ", ".join(f'"{name}"' for name in COLUMNS)
    statement = f"COPY {Change._meta.db_table} ({columns}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(statement) as stream:
        for row in rows:
            stream.write_row(row)


def project(game: str, players: dict[int, Held]) -> None:
    """Write what these players are now; who has no rated match left loses the row."""
    gone = [user_id for user_id, held in players.items() if held.last_at is None]
    if gone:
        Strength.objects.filter(game=game, user__in=gone).delete()
    rows = [
        _strength(game, user_id, held.strength, held.last_at)
        for user_id, held in players.items()
        if held.last_at is not None
    ]
    Strength.objects.bulk_create(
        sorted(rows, key=lambda row: row.user_id),
        batch_size=CHUNK,
        update_conflicts=True,
        unique_fields=["game", "user"],
        update_fields=["rating", "matches", "wins", "rank", "peak", "last_at"],
    )


def _strength(game: str, user_id: int, now: rating.Strength, last_at: datetime) -> Strength:
    return Strength(
        user_id=user_id,
        game=game,
        rating=now.rating,
        matches=now.matches,
        wins=now.wins,
        rank=now.rank,
        peak=now.peak,
        last_at=last_at,
    )


def stored(game: str) -> Iterator[Row]:
    """Yield all changes of ``game`` in order, those of one match by player, as ``add`` does."""
    rows = Change.objects.filter(game=game).order_by("at", "match", "player")
    found = rows
    while True:
        chunk = list(found.values_list(*COLUMNS)[: 2 * CHUNK])
        yield from chunk
        if len(chunk) < 2 * CHUNK:
            return
        found = rows.filter(after(Key(chunk[-1][3], chunk[-1][0]), "at", "match"))


def rows_of(matches: Iterable[int]) -> dict[int, list[Change]]:
    """Return the changes of each of these matches that has any (one query)."""
    found: dict[int, list[Change]] = {}
    for row in Change.objects.filter(match__in=list(matches)).order_by("match", "player"):
        found.setdefault(row.match_id, []).append(row)
    return found
