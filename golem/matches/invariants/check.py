"""All checks of this room, one after the other, over tables of any size."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import QuerySet

from golem.matches.invariants import columns, endings, logs, rooms, rows, sealed
from golem.matches.locks import lock_match
from golem.matches.models import Match
from golem.matches.transactions import in_transaction
from golem.outbox import invariants as outbox
from golem.rest.refusals import Unready

CHUNK = 200
ROWS = (
    *("seats__user", "moves", "draws", "seeds", "gifts", "sealed_moves"),
    *("vacation_days__player", "reopenings", "takeovers"),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A line that names the row and says what is wrong; a ``warning`` is no contradiction."""

    line: str
    warning: bool = False


def chosen(ids: Sequence[int], since: datetime | None) -> QuerySet[Match]:
    """Return the matches to look at: these, all if none; only what changed since then."""
    found = Match.objects.order_by("pk")
    found = found.filter(pk__in=ids) if ids else found
    return found.filter(changed_at__gte=since) if since else found


def of_matches(found: QuerySet[Match], progress: Callable[[int], None]) -> Iterator[Finding]:
    """Yield what is wrong with these matches; ``progress`` hears after each how many there were.

    A match that was changed while its rows were read looks wrong; it is looked at again, locked.
    """
    past = endings.Past()
    whole = found.prefetch_related(*ROWS)
    for number, match in enumerate(whole.iterator(chunk_size=CHUNK), start=1):
        if any(True for _ in _lines(match, past)):
            yield from _confirmed(match.pk)
        progress(number)


def _lines(match: Match, past: endings.Past) -> Iterator[str]:
    yield from logs.check(match)
    yield from columns.check(match)
    yield from endings.check(match, past)
    yield from sealed.check(match)


def _confirmed(match_id: int) -> Iterator[Finding]:
    try:
        lines = in_transaction(partial(_again, match_id))
    except Unready:
        lines = ["it is in use all the time and could not be looked at"]
    for line in lines:
        yield Finding(f"match {match_id}: {line}")


def _again(match_id: int) -> list[str]:
    lock_match(match_id)
    match = Match.objects.prefetch_related(*ROWS).get(pk=match_id)
    return list(_lines(match, endings.Past()))


def of_all(now: datetime) -> Iterator[Finding]:
    """Yield what is wrong with what is of no single match."""
    for lines in (
        rows.vacation(),
        rows.gone(),
        rows.pauses(),
        rows.takeovers(),
        rows.challenges(now),
        rows.answers(),
        rows.clock_rows(),
        outbox.check(now),
        *(check(now) for check in rooms.checks),
    ):
        for line in lines:
            yield Finding(line)
    for late in (rows.overdue, *rooms.warnings):
        for line in late(now):
            yield Finding(line, warning=True)
