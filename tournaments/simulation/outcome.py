"""What came of a simulated year: what is wrong, and what is to be told."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count, Max, Q

from golem.matches.invariants.check import chosen, of_all, of_matches
from golem.matches.models import Match, Move, Pause
from golem.ratings import checks, invariants
from tournaments.models import Entry, Event, Group, Place
from tournaments.pairing.leagues import PROMOTED, STAYING, Reason
from tournaments.series import CHAMPIONSHIP, LADDER, MINI_CUP
from tournaments.simulation.size import Size
from tournaments.simulation.world import World

ENDLESS = (MINI_CUP, LADDER)


def goes_on() -> bool:
    """Tell whether something that has an end has not ended yet."""
    open_ones = Event.objects.filter(
        Q(status=Event.Status.RUNNING) | Q(status=Event.Status.ENTRY) & ~Q(kind=CHAMPIONSHIP)
    )
    if open_ones.exclude(kind__in=ENDLESS).exists():
        return True
    return Match.objects.filter(status=Match.Status.RUNNING).exists()


def wrong(size: Size) -> Iterator[str]:
    """Yield everything that is not as it must be at the end."""
    if goes_on():
        yield "something that has an end has not ended"
    for finding in (*of_matches(chosen([], None), lambda _: None), *of_all(_last_instant())):
        if not finding.warning:
            yield finding.line
    for game in invariants.games():
        yield from checks.differences(game)
    yield from _moves_between_leagues()
    yield from _reached(size)


def _last_instant() -> datetime:
    found = Match.objects.aggregate(last=Max("changed_at"))["last"]
    assert found is not None, "matches were played"
    last: datetime = found
    return last


def _moves_between_leagues() -> Iterator[str]:
    """Yield who was promoted or relegated against the table of the edition before."""
    for event in Event.objects.filter(kind=CHAMPIONSHIP, edition__gt=1, started_at__isnull=False):
        before = {
            place.entry.user_id: place
            for place in Place.objects.filter(
                group__event__series=event.series, group__event__edition=(event.edition or 0) - 1
            ).select_related("group", "entry")
        }
        for place in Place.objects.filter(group__event=event).select_related("group", "entry"):
            old = before.get(place.entry.user_id)
            reason = place.fate["reason"]
            if not _fits(reason, place, old):
                yield f"place {place.pk}: league {place.group.level}, {place.fate}, and was {old}"


def _fits(reason: str, place: Place, old: Place | None) -> bool:
    if old is None:
        return bool(reason == Reason.NEWCOMER)
    up, rank = old.group.level - place.group.level, old.rank or STAYING + 1
    if reason == Reason.PROMOTED:
        return up == 1 and rank <= PROMOTED
    if reason == Reason.RELEGATED:
        return up == -1 and rank > STAYING
    if reason == Reason.STAYS:
        return up == 0 and (rank <= STAYING)
    return reason in (Reason.VACANCY, Reason.NO_SEAT, Reason.MERGED, Reason.BOTTOM)


def _reached(size: Size) -> Iterator[str]:
    """Yield what the year was to come to, and did not."""
    editions = Event.objects.filter(kind=CHAMPIONSHIP, status=Event.Status.FINISHED)
    levels = editions.annotate(leagues=Max("groups__level")).values_list("leagues", flat=True)
    if len(levels) < size.editions or min(levels, default=0) < size.leagues:
        yield f"leagues by edition: {list(levels)}, wanted {size.leagues} in {size.editions}"
    cups = Group.objects.filter(event__kind=MINI_CUP, event__bots=False, ended_at__isnull=False)
    level = cups.aggregate(level=Max("level"))["level"] or 0
    if level < size.mini_cup_level:
        yield f"the mini cup ended groups up to level {level}, wanted {size.mini_cup_level}"
    for kind in Event.Kind:
        if not Group.objects.filter(event__kind=kind, pairings__boards__match__isnull=False):
            yield f"no match was played in a {kind.label}"
    cancelled = Event.objects.filter(status=Event.Status.CANCELLED).count()
    if cancelled < 2 * size.rounds:
        yield f"{cancelled} events were cancelled, wanted {2 * size.rounds}"
    if Pause.objects.count() != size.outages:
        yield f"{Pause.objects.count()} outages, wanted {size.outages}"


# --- what is told ---


def summary(world: World) -> Iterator[str]:
    """Yield the events, then the figures, in lines."""
    yield f"{'event':28} {'entrants':>8} {'matches':>7}  {'began':10}  {'ended':10}  winner"
    for event in Event.objects.order_by("started_at", "pk"):
        yield _line(event)
    yield ""
    yield from _leagues()
    yield from _figures(world)


def _line(event: Event) -> str:
    matches = Match.objects.filter(board__pairing__group__event=event).count()
    entrants = event.entries.exclude(status=Entry.Status.WAITING).count()
    began, ended = (
        at.strftime("%Y-%m-%d") if at else "-" for at in (event.started_at, event.ended_at)
    )
    shown = f"{event.name[:28]:28} {entrants:8} {matches:7}  {began:10}  {ended:10}"
    return f"{shown}  {_winner(event)}"


def _winner(event: Event) -> str:
    if event.status != Event.Status.FINISHED:
        return str(event.get_status_display())
    last = event.groups.aggregate(stage=Max("stage"))["stage"]
    best = Place.objects.filter(group__event=event, group__stage=last, group__level=1, rank=1)
    names = [str(place.entry) for place in best.select_related("entry__user").order_by("group")]
    return ", ".join(names) or "nobody"


def _leagues() -> Iterator[str]:
    for event in Event.objects.filter(kind=CHAMPIONSHIP, started_at__isnull=False):
        rows = event.groups.order_by("level").values("level")
        sizes = rows.annotate(players=Count("places"), groups=Count("pk", distinct=True))
        leagues = ", ".join(f"{row['players']} in {row['groups']}" for row in sizes)
        yield f"{event.name}: players in groups by league {leagues}"
        fates = Place.objects.filter(group__event=event).order_by()
        counted = fates.values_list("fate__reason").annotate(Count("pk")).order_by("fate__reason")
        yield "  " + ", ".join(f"{reason} {number}" for reason, number in counted)
    for bots in (False, True):
        cup = Group.objects.filter(event__kind=MINI_CUP, event__bots=bots)
        levels = cup.order_by("level").values_list("level").annotate(Count("pk"))
        if levels:
            shown = ", ".join(f"{number} of level {level}" for level, number in levels)
            yield f"mini cup{' for bots' if bots else ''}: groups {shown}"


def _figures(world: World) -> Iterator[str]:
    ends = Match.objects.order_by().values_list("how").annotate(Count("pk")).order_by("how")
    yield f"{Match.objects.count()} matches: " + ", ".join(f"{how} {n}" for how, n in ends)
    yield f"{Move.objects.count()} moves stored"
    for pause in Pause.objects.order_by("began_at"):
        yield f"outage from {pause.began_at:%Y-%m-%d %H:%M} to {pause.ended_at:%Y-%m-%d %H:%M}"
    for name, number in sorted(world.counts.items()):
        yield f"  {name}: {number}"
