"""Whether events go on: something is due, or a match runs; nothing waits for ever."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q

from golem.matches.models import Match
from tournaments.models import Board, Event, Group, News, Pairing

ENDLESS: Final = (Event.Kind.MINI_CUP, Event.Kind.LADDER)
LATE: Final = timedelta(hours=1)
"""The task comes each minute, and again after ten of them to an event that failed."""


def check() -> Iterator[str]:
    """Yield events, groups and meetings that nothing brings forward any more."""
    yield from _entry()
    yield from _running()
    yield from _ladder_matches()


def late(now: datetime) -> Iterator[str]:
    """Yield events that were due, and results that were there, some time ago."""
    for event in Event.objects.filter(due_at__lt=now - LATE).order_by("pk").iterator():
        yield f"event {event.pk}: it is due since {event.due_at}, and was not brought forward"
    old = News.objects.filter(match__changed_at__lt=now - LATE).order_by("pk")
    for news in old.select_related("match").iterator():
        yield (
            f"event {news.event_id}: match {news.match_id} changed at {news.match.changed_at}, "
            "and that was not taken over"
        )


def _entry() -> Iterator[str]:
    waiting = Event.objects.filter(status=Event.Status.ENTRY, due_at=None)
    for event in waiting.order_by("pk").iterator():
        yield f"event {event.pk}: it waits for its start, and no time is set for it"


def _running() -> Iterator[str]:
    """Yield groups that have not ended, of an event with nothing due and nothing to take over, in
    which no match runs; and events that run without a group."""
    quiet = ~Exists(News.objects.filter(event=OuterRef("pk")))
    resting = Event.objects.filter(quiet, status=Event.Status.RUNNING, due_at=None)
    playing = Match.objects.filter(
        board__pairing__group=OuterRef("pk"), status=Match.Status.RUNNING
    )
    groups = Group.objects.filter(event__in=resting, ended_at=None)
    still = groups.exclude(kind=Group.Kind.LADDER).filter(~Exists(playing))
    for group in still.order_by("pk").iterator():
        yield f"group {group.pk}: it has not ended, no match runs in it, and nothing is due"
    idle = ~Exists(Group.objects.filter(event=OuterRef("pk"), ended_at=None))
    done = resting.exclude(kind__in=ENDLESS).filter(idle)
    for event in done.order_by("pk").iterator():
        yield f"event {event.pk}: it runs, all its groups have ended, and nothing is due"


def _ladder_matches() -> Iterator[str]:
    """Yield meetings of a ladder whose match is over and moved nobody, with nothing due."""
    news = News.objects.filter(event=OuterRef("group__event"))
    over = Board.objects.filter(pairing=OuterRef("pk")).filter(~Q(result=""))
    undecided = Pairing.objects.filter(Exists(over), ~Exists(news), decided_at=None)
    forgotten = undecided.filter(group__kind=Group.Kind.LADDER, group__event__due_at=None)
    for pairing in forgotten.order_by("pk").iterator():
        yield f"pairing {pairing.pk}: its match is over, and the ladder did not hear of it"
