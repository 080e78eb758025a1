"""The matches of an event that run: whose turn it is, and who has how much time."""

from datetime import datetime

from django.db.models import Exists, Min, OuterRef, QuerySet

from accounts.models import User
from golem.matches import reads, selectors
from golem.matches.models import Match, Seat
from tournaments.models import Event


def running(event: Event, reader: User | None) -> QuerySet[Match]:
    """Return the running matches of an event, seats and players at hand (two more queries): the
    reader's own first, then the least time left."""
    own = Seat.objects.filter(match=OuterRef("pk"), user=reader) if reader else Seat.objects.none()
    found = selectors.matches().filter(
        board__pairing__group__event=event, status=Match.Status.RUNNING
    )
    marked = found.annotate(own=Exists(own), zero=Min("seats__zero_at"))
    return marked.order_by("-own", "zero", "pk")


def settled(rows: QuerySet[Match], first: int, number: int, now: datetime) -> list[Match]:
    """Return a slice of :func:`running`, with what is due in it settled."""
    return reads.settled(lambda: list(rows.all()[first : first + number]), now)
