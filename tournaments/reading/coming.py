"""What happens next in an event, and when: as data, before any word is said of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from math import ceil, log2

from django.conf import settings
from django.db.models import Count, Max
from django.db.models.functions import Coalesce

from golem.matches.models import Match
from tournaments.document import most_of
from tournaments.models import Board, Event, Group
from tournaments.plan import ends_after
from tournaments.shape import StageShape, stage_shapes
from tournaments.stages.round_robin import BY_ROUND

STAGED = (Event.Kind.TOURNAMENT, Event.Kind.TEAM_CUP)
"""Kinds of events whose document says all of their stages."""


@dataclass(frozen=True, slots=True)
class Coming:
    """Something that will happen: ``code`` says what (:mod:`tournaments.coming_words`).

    ``at``: when, or at the latest when; ``number``: how many (places, matches) it waits for;
    ``stage``, ``round`` and ``rounds`` where it belongs.
    """

    code: str
    at: datetime | None = None
    number: int | None = None
    stage: int | None = None
    round: int | None = None
    rounds: int | None = None


def coming(event: Event) -> list[Coming]:
    """Return what happens next, the next first (two queries at most, one if it has no rounds).

    Of an event that is over there is nothing.
    """
    if event.status == Event.Status.ENTRY:
        return list(_before(event))
    return list(_while(event)) if event.status == Event.Status.RUNNING else []


def _before(event: Event) -> Iterator[Coming]:
    most = most_of(event.rules)
    if event.closes_at is not None and event.starts_at is not None:
        yield Coming("entry_closes", event.closes_at)
    if event.starts_at is not None:
        yield Coming("starts", event.starts_at, number=event.rules["entry"]["least"])
        return
    there: int = getattr(event, "players")  # noqa: B009  the selector counted them
    if most is not None:
        yield Coming("starts_when_full", number=max(0, most - there))
    if event.closes_at is not None:
        yield Coming("starts_or_cancelled", event.closes_at, number=event.rules["entry"]["least"])


# --- a running event ---


def _while(event: Event) -> Iterator[Coming]:
    going_on = list(_going_on(event))
    if not going_on:
        return
    latest = _last_start(event)
    for one in going_on:
        yield _next_end(event, one, latest)
    if event.kind in STAGED:
        yield _after(event, going_on[-1])
        if latest is not None:
            end = _event_ends(event, going_on[-1], latest)
            if end is not None:
                yield Coming("event_ends_by", end)


def _after(event: Event, now: "_Part") -> Coming:
    """Return what begins when the present round or stage has ended."""
    if now.rounds is not None and now.round < now.rounds:
        return Coming("next_round", round=now.round + 1, rounds=now.rounds)
    if now.stage < len(event.rules["stages"]):
        return Coming("next_stage", stage=now.stage + 1)
    return Coming("event_ends")


@dataclass(frozen=True, slots=True)
class _Part:
    """Groups of a stage, of one kind, that are at the same round."""

    stage: int
    kind: str
    round: int
    rounds: int | None
    open: int
    groups: int


def _going_on(event: Event) -> Iterator[_Part]:
    """Yield what goes on, by stage and round (one query)."""
    rows = event.groups.filter(ended_at=None).exclude(kind=Group.Kind.LADDER)
    rows = rows.annotate(players=Count("places"))
    counted: dict[tuple[int, str, int], list[Group]] = {}
    for group in rows.order_by("stage", "kind", "round"):
        key = (group.stage, group.kind, 0 if _rounds(group) is None else group.round)
        counted.setdefault(key, []).append(group)
    for (stage, kind, number), found in counted.items():
        still_open = sum(group.open for group in found)
        yield _Part(stage, kind, number, _rounds(found[0]), still_open, len(found))


def _rounds(group: Group) -> int | None:
    """Return how many rounds follow one after the other; nothing if all starts at once."""
    players: int = getattr(group, "players")  # noqa: B009  counted above
    if group.kind == Group.Kind.SWISS:
        return int(group.rules["rounds"])
    if group.kind == Group.Kind.KNOCK_OUT:
        return max(1, ceil(log2(max(1, players))))
    if group.rules.get("pace") == BY_ROUND:
        return (players - 1 + players % 2) * int(group.rules["legs"])
    return None


def _next_end(event: Event, part: _Part, latest: datetime | None) -> Coming:
    if part.rounds is None:
        code = "groups_end" if part.groups > 1 else "group_ends"
    else:
        code = "round_ends"
    at = _ends_after(event, latest, 1) if latest and part.open else None
    return Coming(
        code,
        at,
        number=part.open,
        stage=part.stage,
        round=part.round or None,
        rounds=part.rounds,
    )


def _last_start(event: Event) -> datetime | None:
    """Return when the last of the matches that run was started, or reopened (one query)."""
    running = Board.objects.filter(
        pairing__group__event=event, match__status=Match.Status.RUNNING
    ).aggregate(last=Max(Coalesce("match__reopened_at", "match__started_at")))
    last: datetime | None = running["last"]
    return last


def _ends_after(event: Event, begins: datetime, in_a_row: int) -> datetime | None:
    year = (event.started_at or event.created_at).year
    return ends_after(event.rules, begins, in_a_row, year, settings.VACATION_DAYS)


def _event_ends(event: Event, now: _Part, latest: datetime) -> datetime | None:
    """Return the last instant at which the event can end by its clocks (one query)."""
    players = event.groups.filter(stage=1).aggregate(number=Count("places"))["number"]
    shapes = stage_shapes(event.rules, players)
    in_a_row = _left(shapes[now.stage - 1], now) + sum(
        shape.in_a_row for shape in shapes[now.stage :]
    )
    return _ends_after(event, latest, in_a_row)


def _left(shape: StageShape, now: _Part) -> int:
    """Return how many matches of the present stage may still come one after the other, that which
    runs included; a tie of a knock-out may need a further pair."""
    if now.rounds is None:
        return 1
    each = max(1, shape.in_a_row // max(1, shape.rounds))
    return each * max(1, now.rounds - now.round + 1)
