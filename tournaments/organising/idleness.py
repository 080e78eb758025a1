"""Which matches of an event wait for whom."""

from golem.matches.idle import Idle, idle
from golem.matches.models import Match
from tournaments.models import Board, Event


def idle_in(event: Event) -> list[Idle]:
    """Return who is to move in the running matches of the event, the longest waiting first (a
    fixed number of queries)."""
    running = Board.objects.filter(pairing__group__event=event, match__status=Match.Status.RUNNING)
    return idle([pk for pk in running.values_list("match", flat=True) if pk is not None])
