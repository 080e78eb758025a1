"""The events that the server holds, brought forward by hand: people, time, results."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.test import override_settings

from accounts.models import User
from golem.matches.circles import due_seats
from golem.matches.models import Heartbeat, Match, Seat
from golem.matches.services import resign
from golem.matches.sweep import run as sweep
from tests.matches.conftest import person
from tournaments import entries, series
from tournaments.advance import advance_all
from tournaments.models import Board, Event, Group, Place

GAME = "streetsoccer"
START = datetime(2027, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def day(number: float) -> datetime:
    """Return the instant so many days after the beginning of these tests."""
    return START + number * DAY


def people(number: int, stem: str = "Player") -> list[User]:
    """Return so many new people."""
    return [person(f"{stem}_{index}") for index in range(1, number + 1)]


def held(kind: Event.Kind, bots: bool = False) -> Event:
    """Return the newest edition of the server's own event of that kind; it is made if need be."""
    series.ensure(START)
    key = series.Series(kind, GAME, bots).key
    return Event.objects.filter(series=key).latest("edition")


def enter(event: Event, users: Sequence[User], now: datetime = START) -> None:
    """Enter people in order."""
    for user in users:
        entries.enter(event.pk, user, clock=lambda: now)


def beat(now: datetime) -> None:
    """Let the server have been there until ``now``: no silence, no outage."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})


def go(now: datetime) -> None:
    """Do what the task of events does at ``now``, after a healthy time; nothing may fail."""
    beat(now)
    series.ensure(now)
    assert advance_all(lambda: now) == 0


def wins(winner: User, loser: User, now: datetime, event: Event | None = None) -> Match:
    """Let a running match between the two end with the winner's win; return it."""
    boards = Board.objects.filter(match__status=Match.Status.RUNNING, match__seats__user=winner)
    boards = boards.filter(pk__in=Board.objects.filter(match__seats__user=loser))
    if event is not None:
        boards = boards.filter(pairing__group__event=event)
    board = boards.order_by("pk").first()
    assert board is not None, f"{winner} does not play {loser}"
    assert board.match is not None
    resign(board.match.pk, loser, clock=lambda: now)
    return board.match


def best_first(event: Event, order: Sequence[User], now: datetime) -> None:
    """End all running matches of ``event``: whoever stands earlier in ``order`` wins."""
    ranks = {user.pk: number for number, user in enumerate(order)}
    running = Match.objects.filter(board__pairing__group__event=event, status="running")
    for match in running.order_by("pk").prefetch_related("seats__user"):
        loser = max(match.seats.all(), key=lambda seat: ranks[seat.user_id]).user
        resign(match.pk, loser, clock=lambda: now)


def time_passes(now: datetime) -> None:
    """Let all clocks be settled at ``now``, as if the server had been there all the time."""
    beat(now)
    with override_settings(BRAKE_ABOVE_MATCHES=10**6):
        while due_seats(now).exists():  # a sweep does so much at a time, and no more
            assert sweep(lambda: now) == 0


def names(group: Group) -> list[str]:
    """Return the names in a group by number, or by rung."""
    places = group.places.filter(number__lt=1_000_000).order_by("number")
    return list(places.values_list("entry__user__username", flat=True))


def table(group: Group) -> list[tuple[str, int | None, int]]:
    """Return name, rank and points of a group, the best first."""
    rows = Place.objects.filter(group=group).order_by("rank", "number")
    return [
        (place.entry.user.username, place.rank, place.points) for place in rows if place.entry.user
    ]


def playing(users: Sequence[User]) -> list[int]:
    """Return how many matches each of these has running."""
    running = Seat.objects.filter(match__status=Match.Status.RUNNING)
    return [running.filter(user=user).count() for user in users]
