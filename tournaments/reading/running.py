"""The matches of an event that run: whose turn it is, and who has how much time."""

from datetime import datetime
from typing import Final

from django.db.models import (
    Case,
    Count,
    DateTimeField,
    Exists,
    ExpressionWrapper,
    F,
    Min,
    OuterRef,
    Q,
    QuerySet,
    When,
)

from accounts.models import User
from golem.matches import reads, selectors
from golem.matches.models import Match, Seat
from tournaments.models import Event

_CLOCKS: Final = Count("seats", filter=Q(seats__runs_since__isnull=False))
_ALONE: Final = Min("seats__zero_at")
_TOGETHER: Final = Min(
    ExpressionWrapper(F("seats__runs_since") + F("seats__left"), output_field=DateTimeField())
)


def running(event: Event, reader: User | None) -> QuerySet[Match]:
    """Return the running matches of an event, seats and players at hand (two more queries): the
    reader's own first, then the least time left, as everybody may know it.

    Where several clocks run side by side a move may wait sealed, and then its seat's ``zero_at`` is
    empty, which the place in a list must not tell. There the least time is reckoned from the start
    of the step, pauses left out: the same whether anybody has sealed or not.
    """
    own = Seat.objects.filter(match=OuterRef("pk"), user=reader) if reader else Seat.objects.none()
    found = selectors.matches().filter(
        board__pairing__group__event=event, status=Match.Status.RUNNING
    )
    counted = found.annotate(own=Exists(own), clocks=_CLOCKS, alone=_ALONE, together=_TOGETHER)
    marked = counted.annotate(zero=Case(When(clocks__gt=1, then="together"), default="alone"))
    return marked.order_by("-own", "zero", "pk")


def settled(rows: QuerySet[Match], first: int, number: int, now: datetime) -> list[Match]:
    """Return a slice of :func:`running`, with what is due in it settled."""
    return reads.settled(lambda: list(rows.all()[first : first + number]), now)
