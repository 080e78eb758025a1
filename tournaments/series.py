"""The events that the server holds by itself: for each game a championship, a ladder, a mini cup,
and a mini cup for bots."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from golem import registry
from golem.matches.transactions import in_transaction
from golem.play.protocol import Stage
from tournaments import log
from tournaments.championship.dates import next_date
from tournaments.document import complete
from tournaments.models import Entry, Event, EventAct, Group

CHAMPIONSHIP, MINI_CUP, LADDER = Event.Kind.CHAMPIONSHIP, Event.Kind.MINI_CUP, Event.Kind.LADDER


@dataclass(frozen=True, slots=True)
class Series:
    """A row of events of one kind and game, each edition following the one before."""

    kind: Event.Kind
    game: str
    bots: bool = False

    @property
    def key(self) -> str:
        """What ``Event.series`` says."""
        return f"{self.kind}:{self.game}" + (":bots" if self.bots else "")


_TITLES: Final = {
    (CHAMPIONSHIP, False): "{title} championship {edition}",
    (MINI_CUP, False): "{title} mini cup",
    (MINI_CUP, True): "{title} mini cup for bots",
    (LADDER, False): "{title} ladder",
}


def of_event(event: Event) -> Series:
    """Return the series to which an event of the server belongs."""
    return Series(Event.Kind(event.kind), event.game, event.bots)


def all_series() -> Iterator[Series]:
    """Yield the series that this server holds: those of every game whose rules are settled."""
    for key in registry.game_keys():
        if registry.load(key).info.stage == Stage.STABLE:
            for kind, bots in _TITLES:
                yield Series(kind, key, bots)


def ensure(now: datetime) -> list[Event]:
    """Make the first edition of every series that has none; return those made.

    Done every minute, by several at once, it makes nothing twice. A series whose only edition was
    cancelled by hand stays closed.
    """
    known = set(Event.objects.exclude(series="").values_list("series", flat=True).distinct())
    missing = [series for series in all_series() if series.key not in known]
    found = (in_transaction(partial(open_edition, series, 1, now)) for series in missing)
    return [event for event in found if event is not None]


def open_edition(
    series: Series, edition: int, now: datetime, entries: Iterable[Entry] = ()
) -> Event | None:
    """Make an edition, entry open, with those who are entered in ``entries`` (of another edition)
    in that order; inside a transaction. Return it, or nothing if it is there already."""
    event, made = Event.objects.get_or_create(
        series=series.key, edition=edition, defaults=_columns(series, edition, now)
    )
    if not made:
        return None
    carried = [
        Entry(event=event, user_id=old.user_id, number=number, entered_at=old.entered_at)
        for number, old in enumerate(entries, start=1)
    ]
    Entry.objects.bulk_create(carried, batch_size=1000)
    if series.kind == LADDER:
        kind = Group.Kind.LADDER
        Group.objects.create(event=event, kind=kind, round=1, created_at=now, started_at=now)
    log.note(event, EventAct.Kind.CREATED, now)
    return event


def _columns(series: Series, edition: int, now: datetime) -> dict[str, object]:
    info = registry.load(series.game).info
    name = _TITLES[series.kind, series.bots].format(title=info.title, edition=edition)
    form = {"version": 1, "kind": series.kind.value, "name": name, "game": series.game}
    columns: dict[str, object] = {
        "kind": series.kind,
        "game": series.game,
        "bots": series.bots,
        "name": name,
        "document": complete({**form, "bots": series.bots}),
        "created_at": now,
    }
    if series.kind == CHAMPIONSHIP:
        date = next_date(info.season, now)
        return {**columns, "starts_at": date, "due_at": date}
    return {**columns, "status": Event.Status.RUNNING, "started_at": now}
