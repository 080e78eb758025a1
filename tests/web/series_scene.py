"""The events that the server holds, with people, results and all that their pages can show."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from tests.matches.conftest import person
from tests.tournaments.series.held import GAME, beat, best_first, wins
from tournaments import entries, series
from tournaments.advance import advance_all
from tournaments.ladder.asking import ask
from tournaments.models import Event

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Season:
    """Events of the server, seen by Anna.

    ``top`` stands at the top of the ladder, ``asker`` at its end and has asked.
    ``ladder``: she stands on a middle rung, matches run, others have ended. ``champions``: an
    edition that has ended. ``edition``: one that runs, with several leagues.
    ``upcoming`` takes entries. ``cup``: groups that play, one that has ended, levels 1 and 2.
    ``bots``: a mini cup that nobody has entered.
    """

    anna: User
    top: User
    asker: User
    ladder: Event
    champions: Event
    edition: Event
    upcoming: Event
    cup: Event
    bots: Event


def held(kind: Event.Kind, bots: bool = False) -> Event:
    """Return the newest edition of the server's own event of that kind."""
    return Event.objects.filter(series=series.Series(kind, GAME, bots).key).latest("edition")


def go(now: datetime) -> None:
    """Let the server have been there until ``now``, and do what is due with its events."""
    beat(now)
    series.ensure(now)
    assert advance_all(lambda: now) == 0


def season(climbers: int = 45, players: int = 16) -> Season:
    """Return a season, newly played: so many on the ladder, so many in the championship."""
    now = timezone.now()
    series.ensure(now - 400 * DAY)
    anna = person("Anna")
    crowd = [person(f"Player_{n}" if n > 1 else "A_name_of_20_letters") for n in range(1, climbers)]
    ladder = _ladder([*crowd[:36], anna, *crowd[36:]], now)
    first = held(Event.Kind.CHAMPIONSHIP)
    for user in (*crowd[: players - 1], anna):
        entries.enter(first.pk, user, clock=lambda: now - 399 * DAY)
    go(now - 200 * DAY)
    best_first(first, [anna, *crowd], now - 199 * DAY)
    go(now - 199 * DAY)
    second = held(Event.Kind.CHAMPIONSHIP)
    cup = _mini_cup([anna, *crowd[:7]], now)
    first.refresh_from_db()
    second.refresh_from_db()
    return Season(
        anna=anna,
        top=crowd[0],
        asker=crowd[-1],
        ladder=ladder,
        champions=first,
        edition=second,
        upcoming=held(Event.Kind.CHAMPIONSHIP),
        cup=cup,
        bots=held(Event.Kind.MINI_CUP, bots=True),
    )


def _ladder(order: list[User], now: datetime) -> Event:
    """Everybody enters in order; two matches have ended, two run."""
    ladder, then = held(Event.Kind.LADDER), now - 30 * DAY
    for user in order:
        entries.enter(ladder.pk, user, clock=lambda: then)
    for at in (20, 30):
        ask(ladder.pk, order[at], clock=lambda: then)
    wins(order[20], order[15], now - 29 * DAY, ladder)
    wins(order[24], order[30], now - 29 * DAY, ladder)
    for at in (40, len(order) - 1):
        ask(ladder.pk, order[at], clock=lambda: now)
    return ladder


def _mini_cup(users: list[User], now: datetime) -> Event:
    """Two groups of level 1, one of which has ended, and two who wait."""
    cup = held(Event.Kind.MINI_CUP)
    then = now - 10 * DAY
    for user in users[:3]:
        entries.enter(cup.pk, user, clock=lambda: then)
    go(then)
    best_first(cup, users, then + DAY)
    go(then + DAY)
    for user in users[3:]:
        entries.enter(cup.pk, user, clock=lambda: now)
    go(now)
    return cup
