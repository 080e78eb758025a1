"""Groups: their counts, and what has ended must have ended in all its parts."""

from collections.abc import Iterator

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from golem.matches.models import Match
from tournaments.models import Board, Entry, Event, Group, News, Place


def check() -> Iterator[str]:
    """Yield wrong counts, and what goes on in groups and events that are over."""
    yield from _counts()
    yield from _ended()
    yield from _over()
    yield from _left()


def _counts() -> Iterator[str]:
    come = Q(pairings__boards__result="", pairings__round__lte=F("round"))
    waiting = come & Q(pairings__boards__isnull=False, pairings__boards__match=None)
    playing = come & Q(pairings__boards__isnull=False)
    counted = Group.objects.annotate(
        is_open=Count("pairings__boards", filter=playing),
        is_waiting=Count("pairings__boards", filter=waiting),
    )
    wrong = counted.exclude(open=F("is_open"), to_start=F("is_waiting"))
    rows = wrong.order_by("pk").values_list("pk", "open", "is_open", "to_start", "is_waiting")
    for pk, is_open, right, to_start, right_too in rows.iterator():
        yield (
            f"group {pk}: open {is_open}, to start {to_start}; "
            f"by its boards {right} and {right_too}"
        )


def _ended() -> Iterator[str]:
    going = Board.objects.filter(pairing__group=OuterRef("pk"), result="")
    noted = News.objects.filter(event=OuterRef("event"))  # a match runs again
    ended = Group.objects.filter(Exists(going), ~Exists(noted), ended_at__isnull=False)
    for group in ended.order_by("pk").iterator():
        yield f"group {group.pk}: it ended at {group.ended_at}, and a board is open"


def _over() -> Iterator[str]:
    over = Event.objects.filter(status__in=(Event.Status.FINISHED, Event.Status.CANCELLED))
    going = Group.objects.filter(event=OuterRef("pk"), ended_at=None)
    for event in over.filter(Exists(going)).order_by("pk").iterator():
        yield f"event {event.pk}: it is {event.status}, and a group has not ended"
    running = Match.objects.filter(
        board__pairing__group__event=OuterRef("pk"), status=Match.Status.RUNNING
    )
    quiet = ~Exists(News.objects.filter(event=OuterRef("pk")))
    for event in over.filter(Exists(running), quiet).order_by("pk").iterator():
        yield f"event {event.pk}: it is {event.status}, and a match of it runs"
    early = Event.objects.filter(started_at=None).filter(Exists(_groups()))
    for event in early.order_by("pk").iterator():
        yield f"event {event.pk}: it has groups, and has not started"


def _groups() -> QuerySet[Group]:
    return Group.objects.filter(event=OuterRef("pk"))


def _left() -> Iterator[str]:
    """Yield places of those who left an event and still play in a group of it."""
    gone = (Entry.Status.WITHDRAWN, Entry.Status.REMOVED)
    rows = Place.objects.filter(entry__status__in=gone, withdrawn_at=None, group__ended_at=None)
    for place in rows.order_by("pk").iterator():
        yield f"place {place.pk}: entry {place.entry_id} has left, and plays in it"
